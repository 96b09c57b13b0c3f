import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { forEachDatabase } from '../../rig/databases.js';
import { aListing } from '../../rig/makers.js';
import { serverFor } from '../../rig/server.js';
import { BODY_KINDS, type Fields, refused, Website } from '../members/website.js';
import { aLead, BARE, fillOffice, forget, STORED, stored } from './leads.js';

const PATH = '/alerts/listingAlert';

forEachDatabase('POST /alerts/listingAlert', (database) => {
  const server = serverFor(database);
  const site = new Website(server, 'acme');
  const lone = new Website(server, 'lone');
  const member = { id: 0 };

  beforeAll(async () => {
    await server.addTenant('onekey', { kind: 'mls' });
    await server.addTenant('rebny', { kind: 'rls' });
    await site.open({ title: 'Acme Realty', mls_feed: 'onekey', rls_feed: 'rebny' });
    await lone.open({ fold_repeat_leads: 1 });
    await fillOffice(server);
    member.id = (await site.register({ email: 'member@example.com' })).id;
  });
  beforeEach(() => forget(site));

  describe.each(BODY_KINDS)('with a %s body', (kind) => {
    it('attaches the listing, and looks for something like it', async () => {
      const told = aLead({
        listingID: 7,
        phone: '212-555-0142',
        comment: 'Still there?',
        clientID: member.id,
      });
      expect(await site.post(PATH, told, kind)).toEqual(STORED);
      expect(await stored(site)).toEqual([
        {
          ...BARE,
          created_at: server.clock.now(),
          kind: 'listing',
          phone: '212-555-0142',
          comment: 'Still there?',
          price_from: 3002,
          price_to: 3669,
          min_beds: 2,
          min_bath: 1.5,
          min_size: 850,
          area: 'Upper West Side',
          agent_id: 1,
          listing_id: 7,
          client_id: member.id,
        },
      ]);
      const [letter, ...more] = await site.letters();
      expect([letter?.to, more]).toEqual(['Ann@Acme.example', []]);
      expect(letter?.text).toContain('Still there?');
      expect(letter?.text).toContain('(listing 7)');
    });

    it('answers the first code that applies, in the order of the codes', async () => {
      const steps: [Fields, code: string, message: unknown][] = [
        [{}, '250', 'email is required.'],
        [{ email: 'nora' }, '251', expect.stringMatching(/^email: "nora" was given; /)],
        [{ email: 'nora@example.com' }, '252', 'firstname is required.'],
        [{ firstname: 'Nora' }, '253', 'lastname is required.'],
        [{ lastname: 'Quinn', listingID: 404 }, '254', 'Listing 404 does not exist.'],
        [{ listingID: '' }, '255', 'listingID is required.'],
        [{ listingID: 'x' }, '256', expect.stringMatching(/^listingID: "x" was given; /)],
        [{ listingID: 7 }, '256', expect.stringMatching(/^isMLS: "perhaps" was given; /)],
        [{ isMLS: 'false' }, '257', 'Member 999 does not exist.'],
        [{ clientID: -1 }, '260', 'Agent 999 does not exist.'],
      ];
      let told: Fields = { isMLS: 'perhaps', clientID: 999, agentID: 999 };
      for (const [more, code, message] of steps) {
        told = { ...told, ...more };
        expect(await site.post(PATH, told, kind)).toEqual(refused(code, message));
      }
      expect(await stored(site)).toEqual([]);
      expect(await site.letters()).toEqual([]);
      expect(await site.post(PATH, { ...told, agentID: -1 }, kind)).toEqual(STORED);
    });
  });

  it.each([
    ['isMLS', 1, 576_000, 704_000, 'For Sale', 'Astoria'],
    ['isRLS', 2, 4500, 5500, 'For Rent', 'Chelsea'],
  ])('with %s reads the feed and nothing else', async (flag, space, from, to, type, area) => {
    expect(await site.post(PATH, aLead({ listingID: 7, [flag]: true }))).toEqual(STORED);
    expect(await stored(site)).toMatchObject([
      {
        listing_id: 7,
        listing_space: space,
        price_from: from,
        price_to: to,
        alert_type: type,
        area,
        min_beds: 4,
        min_bath: 3,
        min_size: 1600,
        // The agent 1 of a feed is not the agent 1 of this tenant.
        agent_id: 0,
      },
    ]);
    expect(await site.letters()).toEqual([]);
    for (const listingID of flag === 'isMLS' ? [8, 72] : [8, 71]) {
      const answer = await site.post(PATH, aLead({ listingID, [flag]: true }));
      expect(answer).toEqual(refused('254', `Listing ${listingID} does not exist.`));
    }
    const without = await lone.post(PATH, aLead({ listingID: 7, [flag]: true }));
    expect(without).toEqual(refused('254', 'Listing 7 does not exist.'));
  });

  it.each([
    [1, 'For Sale', 'For Sale'],
    [2, 'For Rent', 'For Rent'],
    [11, 'In Contract', 'For Sale'],
    [12, 'Offer In', 'For Sale'],
    [19, 'Sold', 'For Sale'],
    [21, 'App. Pending', 'For Rent'],
    [22, 'Rented', 'For Rent'],
  ])('looks for what a listing of status %i, %s, was: %s', async (id, main_status, type) => {
    await server.put('acme', 'listings', [aListing({ main_id: 600 + id, main_status })]);
    expect(await site.post(PATH, aLead({ listingID: 600 + id }))).toEqual(STORED);
    expect(await stored(site)).toMatchObject([{ alert_type: type }]);
  });

  it('is of one feed only', async () => {
    const answer = await site.post(PATH, aLead({ listingID: 7, isMLS: 1, isRLS: 1 }));
    expect(answer).toEqual(
      refused('256', 'isMLS: true was given with isRLS; accepted is one of the two.'),
    );
  });

  it('goes to the agent who was asked for, also one of a feed listing', async () => {
    await site.post(PATH, aLead({ listingID: 7, agentID: 2 }));
    await site.post(PATH, aLead({ listingID: 7, agentID: 2, isMLS: true }));
    expect((await stored(site)).map(({ agent_id }) => agent_id)).toEqual([2, 2]);
    expect((await site.letters()).map(({ to }) => to)).toEqual([
      'sid@acme.example',
      'sid@acme.example',
    ]);
    const suspended = await site.post(PATH, aLead({ listingID: 7, agentID: 3 }));
    expect(suspended).toEqual(refused('260', 'Agent 3 does not exist.'));
  });

  it.each([
    ['agentID', '-2'],
    ['agentID', '1.0'],
    ['clientID', 'me'],
    ['isRLS', '2'],
    ['listingID', '0'],
  ])('refuses a malformed %s of %s', async (name, value) => {
    const answer = await site.post(PATH, aLead({ listingID: 7, [name]: value }));
    expect(answer).toEqual(refused('256', expect.stringMatching(new RegExp(`^${name}: `))));
  });

  it.each(['-1', ' -1 ', '0', ''])(
    'takes an agentID and a clientID of %j for none',
    async (none) => {
      const told = aLead({ listingID: 7, agentID: none, clientID: none });
      expect(await site.post(PATH, told)).toEqual(STORED);
      expect(await stored(site)).toMatchObject([{ agent_id: 1, client_id: 0 }]);
    },
  );

  it('knows neither listings nor members of another client', async () => {
    const other = await lone.register({ email: 'other@example.com' });
    await lone.register({ email: 'third@example.com' });
    const { id } = await lone.register({ email: 'fourth@example.com' });
    expect(other.id).toBe(1);
    expect(await lone.post(PATH, aLead({ listingID: 7 }))).toEqual(
      refused('254', 'Listing 7 does not exist.'),
    );
    expect(await site.post(PATH, aLead({ listingID: 7, clientID: id }))).toEqual(
      refused('257', `Member ${id} does not exist.`),
    );
  });

  it('is never folded', async () => {
    await server.put('lone', 'listings', [{ main_id: 1, main_status: 'For Rent' }]);
    for (const _ of [1, 2]) {
      expect(await lone.post(PATH, aLead({ listingID: 1 }))).toEqual(STORED);
    }
    const about = { kind: 'listing', listing_id: 1, client_id: 0, area: '' };
    expect(await stored(lone)).toMatchObject([about, about]);
  });
});
