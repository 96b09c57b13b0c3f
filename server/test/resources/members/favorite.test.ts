import { beforeAll, expect, it } from 'vitest';
import { forEachDatabase } from '../../rig/databases.js';
import { aListing } from '../../rig/makers.js';
import { serverFor } from '../../rig/server.js';
import { BODY_KINDS, type BodyKind, DONE, refused, Website } from './website.js';

const SET = '/clients/favoriteListing/';
const LIST = '/clients/ListFavoriteListingID/';

forEachDatabase('favourite listings', (database) => {
  const server = serverFor(database);
  const site = new Website(server, 'acme');
  const bare = new Website(server, 'bare');
  const set = (fields: Record<string, unknown>, kind?: BodyKind) => site.post(SET, fields, kind);
  const list = (clientID: number, kind?: BodyKind) => site.post<object>(LIST, { clientID }, kind);
  const listed = (own: number[], mls: number[] = [], rls: number[] = []) => ({
    ...DONE,
    MESSAGE: own.join(','),
    LISTINGIDS: own,
    MLSLISTINGIDS: mls,
    RLSLISTINGIDS: rls,
  });

  beforeAll(async () => {
    await server.addTenant('onekey', { kind: 'mls' });
    await server.addTenant('rebny', { kind: 'rls' });
    await site.open({ mls_feed: 'onekey', rls_feed: 'rebny' });
    await bare.open();
    const listings = (...ids: number[]) => ids.map((main_id) => aListing({ main_id }));
    await server.put('acme', 'listings', [
      ...listings(1, 2, 30),
      aListing({ main_id: 4, main_status: 'Sold' }),
    ]);
    await server.put('onekey', 'listings', listings(1, 7));
    await server.put('rebny', 'listings', listings(1, 8));
    await server.put('acme', 'clients', [{ id: 900, email: 'lead@example.com' }]);
  });

  it.each(BODY_KINDS)('are added and removed, told in a %s', async (kind) => {
    const { id } = await site.register({ email: `${kind}@example.com` });
    expect(await list(id, kind)).toEqual(listed([]));
    for (const listingID of [30, 2, 4]) {
      expect(await set({ clientID: id, listingID }, kind)).toEqual(DONE);
    }
    expect(await list(id, kind)).toEqual(listed([2, 4, 30]));
    // Adding what is there, and removing what is not, succeeds.
    expect(await set({ clientID: id, listingID: 2, isFavorite: true }, kind)).toEqual(DONE);
    expect(await set({ clientID: id, listingID: 1, isFavorite: false }, kind)).toEqual(DONE);
    expect(await list(id, kind)).toEqual(listed([2, 4, 30]));
    expect(await set({ clientID: id, listingID: 4, isFavorite: false }, kind)).toEqual(DONE);
    expect(await list(id, kind)).toEqual(listed([2, 30]));
  });

  it('of the client and of each feed never mix', async () => {
    const { id } = await site.register({ email: 'spaces@example.com' });
    await set({ clientID: id, listingID: 1 });
    await set({ clientID: id, listingID: 1, isMLS: true });
    await set({ clientID: id, listingID: 7, isMLS: 'TRUE', isRLS: 'false' });
    await set({ clientID: id, listingID: 1, isRLS: true }, 'json');
    await set({ clientID: id, listingID: 8, isRLS: true }, 'json');
    expect(await list(id)).toEqual(listed([1], [1, 7], [1, 8]));
    await set({ clientID: id, listingID: 1, isMLS: true, isFavorite: false });
    expect(await list(id)).toEqual(listed([1], [7], [1, 8]));
    await set({ clientID: id, listingID: 1, isFavorite: false });
    expect(await list(id)).toEqual(listed([], [7], [1, 8]));
  });

  it('belong to one member', async () => {
    const one = await site.register({ email: 'one@example.com' });
    const two = await site.register({ email: 'two@example.com' });
    await set({ clientID: one.id, listingID: 1 });
    expect(await list(two.id)).toEqual(listed([]));
    await set({ clientID: two.id, listingID: 1, isFavorite: false });
    expect(await list(one.id)).toEqual(listed([1]));
  });

  it('can be removed when their listing has left with its feed', async () => {
    const { id } = await site.register({ email: 'left@example.com' });
    await set({ clientID: id, listingID: 7, isMLS: true });
    await server.services.directory.setTenant('acme', { mls_feed: null });
    const told = { clientID: id, listingID: 7, isMLS: true };
    const unknown = refused('254', 'Listing 7 does not exist in the MLS feed.');
    expect(await set(told)).toEqual(unknown);
    expect(await list(id)).toEqual(listed([], [7]));
    expect(await set({ ...told, isFavorite: false })).toEqual(DONE);
    expect(await list(id)).toEqual(listed([]));
    expect(await set({ ...told, isFavorite: false })).toEqual(unknown);
    await server.services.directory.setTenant('acme', { mls_feed: 'onekey' });
    server.clock.advance(1100);
    expect(await set(told)).toEqual(DONE);
  });

  it('are removed in the space where they are, and no other one counts', async () => {
    const { id } = await site.register({ email: 'space@example.com' });
    await set({ clientID: id, listingID: 30 });
    const told = { clientID: id, listingID: 30, isMLS: true, isFavorite: false };
    expect(await set(told)).toEqual(refused('254', 'Listing 30 does not exist in the MLS feed.'));
    const other = await site.register({ email: 'space.too@example.com' });
    const hers = { ...told, clientID: other.id, isMLS: false, listingID: 404 };
    expect(await set(hers)).toEqual(refused('254', 'Listing 404 does not exist.'));
    expect(await list(id)).toEqual(listed([30]));
  });

  it.each(BODY_KINDS)('answer the first code that applies, told in a %s', async (kind) => {
    const { id } = await site.register({ email: `codes-${kind}@example.com` });
    const number = 'accepted is a whole number, 1 or more.';
    const cases: [Record<string, unknown>, string, unknown][] = [
      [{ clientID: id, listingID: 404 }, '254', 'Listing 404 does not exist.'],
      [
        { clientID: id, listingID: 2, isMLS: true },
        '254',
        'Listing 2 does not exist in the MLS feed.',
      ],
      [
        { clientID: id, listingID: 7, isRLS: true },
        '254',
        'Listing 7 does not exist in the RLS feed.',
      ],
      [{ clientID: id, listingID: 404, isFavorite: false }, '254', 'Listing 404 does not exist.'],
      // An unknown listing comes before whatever is wrong with the rest.
      [{ listingID: 404 }, '254', 'Listing 404 does not exist.'],
      [{ clientID: 'x', listingID: 404 }, '254', 'Listing 404 does not exist.'],
      [{ clientID: 404, listingID: 404 }, '254', 'Listing 404 does not exist.'],
      [{}, '255', 'clientID is required.'],
      [{ listingID: 1 }, '255', 'clientID is required.'],
      [{ clientID: id }, '255', 'listingID is required.'],
      [{ clientID: 404, isFavorite: 'x' }, '255', 'listingID is required.'],
      [{ clientID: 'x', listingID: 1 }, '256', `clientID: "x" was given; ${number}`],
      [{ clientID: id, listingID: 1.5 }, '256', `listingID: "1.5" was given; ${number}`],
      [
        { clientID: 404, listingID: 1, isFavorite: 'maybe' },
        '256',
        'isFavorite: "maybe" was given; accepted is true or false.',
      ],
      [
        { clientID: id, listingID: 1, isMLS: true, isRLS: true },
        '256',
        'isMLS: true was given with isRLS; accepted is one of the two.',
      ],
      [{ clientID: 404, listingID: 1 }, '257', 'Member 404 does not exist.'],
      [{ clientID: 900, listingID: 1 }, '257', 'Member 900 does not exist.'],
    ];
    for (const [fields, code, message] of cases) {
      expect([fields, await set(fields, kind)]).toEqual([fields, refused(code, message)]);
    }
    expect(await list(id)).toEqual(listed([]));
  });

  it('are not listed for nobody', async () => {
    const nothing = { LISTINGIDS: [], MLSLISTINGIDS: [], RLSLISTINGIDS: [] };
    const asked = (fields: Record<string, unknown>) => site.post<object>(LIST, fields);
    const failed = (code: string, message: string) => ({ ...refused(code, message), ...nothing });
    expect(await asked({})).toEqual(failed('255', 'clientID is required.'));
    expect(await asked({ clientID: 'x' })).toEqual(
      failed('256', 'clientID: "x" was given; accepted is a whole number, 1 or more.'),
    );
    expect(await asked({ clientID: 404 })).toEqual(failed('257', 'Member 404 does not exist.'));
    expect(await asked({ clientID: 900 })).toEqual(failed('257', 'Member 900 does not exist.'));
  });

  it('of feeds are unknown where no feed is attached', async () => {
    const { id } = await bare.register();
    for (const flag of ['isMLS', 'isRLS']) {
      const answer = await bare.post(SET, { clientID: id, listingID: 1, [flag]: true });
      expect(answer.STATUS_CODE).toBe('254');
    }
  });

  it('are stored once, however many calls add them at once', async () => {
    const { id } = await site.register({ email: 'atonce@example.com' });
    server.clock.advance(1100);
    const answers = await Promise.all(
      [1, 2, 3].map(() =>
        server.app.inject({
          method: 'POST',
          url: `${SET}?apiKey=${site.key}&clientID=${id}&listingID=1`,
          headers: { 'x-forwarded-proto': 'https' },
        }),
      ),
    );
    expect(answers.map((answer) => answer.json())).toEqual([DONE, DONE, DONE]);
    expect(await list(id)).toEqual(listed([1]));
  });
});
