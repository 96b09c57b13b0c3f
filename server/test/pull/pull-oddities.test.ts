import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TransferRefused } from 'portico-importer/errors.js';
import { expect, it } from 'vitest';
import { emptyDatabase } from '../../src/store/copy/dump.js';
import { holdSource, pullState } from '../../src/store/tenant/pulls.js';
import { forAnyDatabase } from '../rig/databases.js';
import { feedOfPulls, filters, keyOf, prices, pullFolder, put, ten } from './feed-of-pulls.js';
import { pricesOf, pullOnce, pullText, SMALL_MAP } from './pulling.js';

forAnyDatabase('a pull of an odd source or file', (database) => {
  const rig = feedOfPulls(database);
  const { server, source } = rig;

  it('empties what its source has cleared', async () => {
    const counterpart = await source('reso');
    const folder = pullFolder(pullText(counterpart.url, 'reso').replace('small', 'reso/property'));
    rig.pulling = { ...rig.pulling, folder };
    const Media = [{ MediaURL: 'https://x.example/1', MediaKey: 'm1' }];
    const row = { BedroomsTotal: 3, PublicRemarks: 'Sunny', CoListAgentKey: 'a1', Media };
    const furnished = { Appliances: 'Dishwasher', Furnished: 'Furnished', ListOfficeName: 'Main' };
    put(counterpart, 1, 1, { ...row, ...furnished, PetsAllowed: 'Yes', PropertyType: 'Land' });
    await pullOnce(rig.pulling);
    const { db } = rig.pulling.database;
    const listing = () =>
      db.selectFrom('listing').selectAll().where('ulid', '=', keyOf(1)).executeTakeFirstOrThrow();
    const custom = () => db.selectFrom('listing_custom').select('value').execute();
    const before = await listing();
    expect(before).toMatchObject({ beds: 3, description: 'Sunny', images: 1 });
    expect(before.coagent_id).not.toBe(0);
    expect(await custom()).toContainEqual({ value: 'Main' });
    counterpart.put('Property', keyOf(1), { StandardStatus: 'Active' });
    expect((await pullOnce(rig.pulling)).listings).toMatchObject({ rejected: 0, written: 1 });
    const empty = { beds: 0, description: '', price: 0, coagent_id: 0, images: 0, pets: 0 };
    expect(await listing()).toMatchObject({
      ...{ ...empty, amenities_low: 0, mls_no: '', type: 0, status: before.status },
    });
    expect(await custom()).not.toContainEqual({ value: 'Main' });
  });

  it('reads everything again where it asks another address or system', async () => {
    const counterpart = await source('mlsgrid');
    for (let at = 1; at <= 10; at += 1) put(counterpart, at, 1, { OriginatingSystemName: 'other' });
    server.clock.advance(300_000);
    await pullOnce(rig.pulling);
    expect(await pricesOf(rig.pulling.database)).toEqual({});
    server.clock.advance(3_600_000);
    const text = pullText(counterpart.url, 'mlsgrid').replace('system: actris', 'system: other');
    writeFileSync(join(rig.pulling.folder, 'pull.yaml'), text);
    await pullOnce(rig.pulling);
    expect(Object.keys(await pricesOf(rig.pulling.database))).toHaveLength(10);
  });

  it('asks MLS Grid for rejected members and offices by what it can be asked by', async () => {
    const counterpart = await source('mlsgrid');
    const system = { OriginatingSystemName: 'actris', MlgCanView: true };
    const member = { ...system, MemberMlsId: 'ACT7', MemberFirstName: 'Ann', OfficeKey: true };
    counterpart.put('Member', 'm1', member);
    const takes = 'take: { Member: { map: reso/member.yaml }, Property:';
    const text = pullText(counterpart.url, 'mlsgrid').replace('take: { Property:', takes);
    writeFileSync(join(rig.pulling.folder, 'pull.yaml'), text);
    server.clock.advance(300_000);
    expect((await pullOnce(rig.pulling)).agents).toMatchObject({ rejected: 1 });
    server.clock.advance(3_600_000);
    const changed = counterpart.table('Member').get('m1');
    counterpart.table('Member').set('m1', { ...changed, OfficeKey: 'o1' });
    await pullOnce(rig.pulling, { sweep: true });
    expect(
      filters(counterpart).filter((one) => one.includes("MemberMlsId in ('ACT7')")),
    ).toHaveLength(1);
    const agents = await rig.pulling.database.db.selectFrom('agent').select('firstname').execute();
    expect(agents).toEqual([{ firstname: 'Ann' }]);
  });

  it('reads its other resources where one cannot be had', async () => {
    const counterpart = await source('reso');
    const takes = 'take: { Member: { map: reso/member.yaml }, Property:';
    const text = pullText(counterpart.url, 'reso').replace('take: { Property:', takes);
    writeFileSync(join(rig.pulling.folder, 'pull.yaml'), text);
    counterpart.fault = ({ path }) => (path.endsWith('/Member') ? { status: 403 } : undefined);
    await expect(pullOnce(rig.pulling)).rejects.toThrow('/odata/Member answered 403');
    expect(await pricesOf(rig.pulling.database)).toEqual(prices(...ten));
  });

  it('refuses an id that is not the key as the source has it, and two resources of one kind', async () => {
    const counterpart = await source('reso');
    const refusal = async (map: string, text = pullText(counterpart.url, 'reso')) => {
      rig.pulling = { ...rig.pulling, folder: pullFolder(text, map) };
      const error = await pullOnce(rig.pulling).catch((thrown: unknown) => thrown);
      return (error as TransferRefused).problems.join('\n');
    };
    for (const id of [
      '{ key: { column: ListingKey, transform: upper } }',
      '{ key: ListingKey, source: other }',
      '{ key: { columns: [ListingKey] } }',
      'ListingKey',
    ]) {
      expect(await refusal(SMALL_MAP.replace('{ key: ListingKey }', id))).toContain(
        'take: Property: fields: main_id: is not { key: <field> } and nothing more',
      );
    }
    const two = pullText(counterpart.url, 'reso').replace(
      'take: {',
      'take: { Land: { map: small.yaml },',
    );
    const three = two.replace('take: {', 'take: { OpenHouse: { map: reso/open-house.yaml },');
    for (const text of [two, three]) {
      expect(await refusal(SMALL_MAP, text)).toContain(
        'take: Property: makes listings, as Land does: comparing the keys of one would remove',
      );
    }
  });

  it.each(['remove: [Canceled, Expired]', 'remove: Canceled', 'remove:', 'remove: {}'])(
    'refuses %s, which says no column',
    async (removes) => {
      const { url } = await source('reso');
      const text = pullText(url, 'reso').replace(/remove: .*/, removes);
      rig.pulling = { ...rig.pulling, folder: pullFolder(text) };
      await expect(pullOnce(rig.pulling)).rejects.toThrow(
        'remove: is not a table of column: value',
      );
    },
  );

  it('goes on behind an empty page that has a link', async () => {
    const counterpart = await source('reso');
    const { relink } = counterpart;
    counterpart.relink = (link) => {
      counterpart.relink = relink;
      counterpart.fault = ({ query }) =>
        query.empty === '1'
          ? { status: 200, body: JSON.stringify({ value: [], '@odata.nextLink': link }) }
          : undefined;
      return `${link}&empty=1`;
    };
    await pullOnce(rig.pulling);
    expect(await pricesOf(rig.pulling.database)).toEqual(prices(...ten));
  });

  it('asks from its own time on where the clock of the source is ahead', async () => {
    const counterpart = await source('reso');
    const sent = new Date(server.clock.now() + 3_600_000);
    counterpart.dateOf = () => sent;
    await pullOnce(rig.pulling);
    const { watermark } = await pullState(rig.pulling.database, 'actris', 'Property');
    expect(Date.parse(watermark)).toBeLessThanOrEqual(server.clock.now());
  });

  it.each([
    ['is refused', { status: 403 }, undefined],
    ['fails', { status: 500 }, undefined],
    ['cannot be read', undefined, 'http://['],
  ] as const)(
    'goes on from the start where a link of an earlier run %s',
    async (_, fault, link) => {
      const counterpart = await source('reso');
      counterpart.fault = ({ query }) =>
        (query.$skiptoken ?? '') >= keyOf(6) ? { status: 500 } : undefined;
      await expect(pullOnce(rig.pulling)).rejects.toThrow('Property answered 500.');
      if (link !== undefined)
        await rig.pulling.database.db.updateTable('pull_resource').set({ link }).execute();
      counterpart.fault = ({ query }) => (query.$skiptoken === keyOf(6) ? fault : undefined);
      await pullOnce(rig.pulling);
      expect(await pricesOf(rig.pulling.database)).toEqual(prices(...ten));
    },
  );

  it('asks for a token once where its credentials are refused', async () => {
    const counterpart = await source('reso');
    const text = pullText(counterpart.url, 'reso').replace(
      'token: $ACTRIS_TOKEN',
      `token_url: "${counterpart.url}token", client_id: us, client_secret: $ACTRIS_TOKEN`,
    );
    rig.pulling = { ...rig.pulling, folder: pullFolder(text) };
    counterpart.fault = () => ({ status: 401, body: '{"error":"invalid_client"}' });
    await expect(pullOnce(rig.pulling)).rejects.toThrow(/token answered 401/);
    expect(counterpart.calls).toHaveLength(1);
  });

  it('keeps its source while it compares keys, and takes a removal meanwhile for none that is hidden', async () => {
    const counterpart = await source('reso');
    await pullOnce(rig.pulling);
    const { database } = rig.pulling;
    const holds: Promise<string | undefined>[] = [];
    counterpart.countLess = -1;
    counterpart.fault = ({ query }) => {
      if (query.$select === undefined) return undefined;
      server.clock.advance(50_000);
      holds.push(holdSource(database, 'actris', 'another'));
      counterpart.table('Property').delete(keyOf(10));
      return undefined;
    };
    counterpart.afterPage = () => {
      if (holds.length > 0) counterpart.countLess = 0;
    };
    await pullOnce(rig.pulling, { sweep: true });
    const taken = await Promise.all(holds);
    expect(taken.length).toBeGreaterThan(3);
    expect(new Set(taken)).toEqual(new Set([undefined]));
    expect(await pricesOf(rig.pulling.database)).toEqual(prices(...ten.slice(0, 9)));
  });

  it('reads everything again where too many records were rejected to ask for each', async () => {
    const counterpart = await source('reso');
    for (let at = 1; at <= 510; at += 1) put(counterpart, at, 1000 + at, { StandardStatus: 'Odd' });
    const folder = pullFolder(pullText(counterpart.url, 'reso', '', 1000));
    rig.pulling = { ...rig.pulling, folder };
    server.clock.advance(300_000);
    expect((await pullOnce(rig.pulling)).listings).toMatchObject({ rejected: 510 });
    for (const [key, row] of counterpart.table('Property'))
      counterpart.table('Property').set(key, { ...row, StandardStatus: 'Active' });
    counterpart.table('Property').delete(keyOf(510));
    counterpart.calls.length = 0;
    server.clock.advance(3_600_000);
    await pullOnce(rig.pulling, { sweep: true });
    expect(Object.keys(await pricesOf(rig.pulling.database))).toHaveLength(509);
    expect(counterpart.calls.length).toBeLessThan(10);
    const left = await rig.pulling.database.db.selectFrom('pull_reject').selectAll().execute();
    expect(left).toEqual([]);
  });

  it('reads no more than it shows', async () => {
    const counterpart = await source('reso');
    await pullOnce(rig.pulling, { dryRun: true, show: 2, sweep: true });
    expect(counterpart.calls).toHaveLength(1);
  });

  it('is held up by no run, and by no silence, of a clock that was set back', async () => {
    const counterpart = await source('reso');
    await pullOnce(rig.pulling);
    const { db } = rig.pulling.database;
    const ahead = server.clock.now() + 30 * 24 * 3_600_000;
    await db.updateTable('pull_source').set({ holder: 'killed', held_until: ahead }).execute();
    const { db: directory } = server.services.directory.tables;
    await directory
      .updateTable('pull_token')
      .set({ asked_at: ahead, silent_until: ahead + 60_000, silence_ms: 60_000 })
      .execute();
    const { token } = await directory
      .selectFrom('pull_token')
      .select('token')
      .executeTakeFirstOrThrow();
    await directory
      .insertInto('pull_minute')
      .values({ token, minute: Math.floor(ahead / 60_000), requests: 1_000_000, bytes: 0 })
      .execute();
    await db.updateTable('pull_resource').set({ swept_at: ahead }).execute();
    counterpart.table('Property').delete(keyOf(1));
    const start = server.clock.now();
    counterpart.calls.length = 0;
    await pullOnce(rig.pulling);
    expect((counterpart.calls[0]?.at ?? 0) - start).toBe(60_000);
    expect(await pricesOf(rig.pulling.database)).toEqual(prices(...ten.slice(1)));
  });

  it('begins again in a feed that was wiped, and knows what its token has asked', async () => {
    await source('reso');
    await pullOnce(rig.pulling);
    const { db: directory } = server.services.directory.tables;
    const asked = () => directory.selectFrom('pull_minute').selectAll().orderBy('minute').execute();
    const before = await asked();
    await emptyDatabase(rig.pulling.database);
    expect(await asked()).toEqual(before);
    expect(await directory.selectFrom('pull_token').selectAll().execute()).toHaveLength(1);
    await pullOnce(rig.pulling);
    expect(await pricesOf(rig.pulling.database)).toEqual(prices(...ten));
  });

  it('leaves no file of rejected records where the feed is wiped while it runs', async () => {
    const counterpart = await source('reso');
    put(counterpart, 1, 1, { StandardStatus: 'Odd' });
    const { database, folder } = rig.pulling;
    const wait = async () => void (await emptyDatabase(database));
    await expect(pullOnce(rig.pulling, { wait })).rejects.toThrow('has taken over actris');
    expect(readdirSync(folder).sort()).toEqual(['pull.yaml', 'small.yaml']);
  });

  it('rejects a record with a text of megabytes, and removes one all the same', async () => {
    const counterpart = await source('reso');
    put(counterpart, 1, 1, { PublicRemarks: 'x'.repeat(1_100_000) });
    put(counterpart, 2, 2, {
      Media: Array.from({ length: 9000 }, () => ({ MediaURL: 'x'.repeat(1000) })),
    });
    put(counterpart, 3, 3, { PublicRemarks: 'x'.repeat(900_000) });
    const { listings } = await pullOnce(rig.pulling);
    expect(listings).toMatchObject({ read: 10, written: 8, rejected: 2 });
    const [file = ''] = readdirSync(rig.pulling.folder).filter((name) => name.endsWith('.ndjson'));
    const lines = readFileSync(join(rig.pulling.folder, file), 'utf8');
    expect(lines).toContain('is longer than 8 MiB, or has a text of more than 1 MiB');
    expect(lines.length).toBeLessThan(1000);
    put(counterpart, 3, 3, { PublicRemarks: 'x'.repeat(1_100_000), StandardStatus: 'Canceled' });
    put(counterpart, 1, 11, { PublicRemarks: 'x' });
    await pullOnce(rig.pulling);
    const here = [[1, 11], ...ten.slice(3)] as const;
    expect(await pricesOf(rig.pulling.database)).toEqual(prices(...here));
  });

  it('notes no key that cannot be stored', async () => {
    const counterpart = await source('reso');
    const odd = { StandardStatus: 'Odd', MlgCanView: true };
    counterpart.put('Property', 'x'.repeat(501), odd);
    counterpart.put('Property', 'x\0', odd);
    counterpart.put('Property', 'x\ud800', odd);
    expect((await pullOnce(rig.pulling)).listings).toMatchObject({ written: 10, rejected: 3 });
  });

  it('removes what no website may show by only: of MlgCanUse', async () => {
    const counterpart = await source('mlsgrid');
    for (let at = 1; at <= 10; at += 1)
      put(counterpart, at, 1000 + at, { MlgCanUse: ['IDX', 'VOW'] });
    const text = pullText(counterpart.url, 'mlsgrid').replace(
      'map: small.yaml',
      'map: small.yaml, only: { MlgCanUse: [IDX] }',
    );
    writeFileSync(join(rig.pulling.folder, 'pull.yaml'), text);
    put(counterpart, 5, 5, { MlgCanUse: ['VOW'] });
    await pullOnce(rig.pulling);
    expect(await pricesOf(rig.pulling.database)).toEqual(prices(...ten.filter(([at]) => at !== 5)));
    server.clock.advance(3_600_000);
    put(counterpart, 4, 4, { MlgCanUse: ['BO', 'PT'] });
    put(counterpart, 3, 3);
    await pullOnce(rig.pulling);
    expect(await pricesOf(rig.pulling.database)).toEqual(
      prices(...ten.filter(([at]) => ![3, 4, 5].includes(at))),
    );
  });

  it('of MLS Grid stores what listings may be used for, and their numbers without its letters', async () => {
    const counterpart = await source('mlsgrid');
    counterpart.table('Property').clear();
    put(counterpart, 1, 1, { MlgCanUse: ['IDX', 'BO'] });
    put(counterpart, 2, 2, { MlgCanUse: ['VOW'], ListingId: '77' });
    await pullOnce(rig.pulling);
    const { db } = rig.pulling.database;
    const rows = await db.selectFrom('listing').select(['mls_no', 'idx', 'vow']).execute();
    expect(rows.sort((one, other) => (one.mls_no < other.mls_no ? -1 : 1))).toEqual([
      { mls_no: '001', idx: 1, vow: 0 },
      { mls_no: '77', idx: 0, vow: 1 },
    ]);
  });

  it('of Bridge stores what feeds listings are in', async () => {
    const counterpart = await source('bridge');
    counterpart.table('Property').clear();
    put(counterpart, 1, 1, { FeedTypes: ['IDX', 'VOW'] });
    put(counterpart, 2, 2, { FeedTypes: 'vow' });
    put(counterpart, 3, 3);
    await pullOnce(rig.pulling);
    const { db } = rig.pulling.database;
    const rows = await db.selectFrom('listing').select(['price', 'idx', 'vow']).execute();
    expect(rows.sort((one, other) => one.price - other.price)).toEqual([
      { price: 1, idx: 1, vow: 1 },
      { price: 2, idx: 0, vow: 1 },
      { price: 3, idx: 0, vow: 0 },
    ]);
  });
});
