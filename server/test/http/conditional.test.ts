import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { importResources } from '../../src/changes/transfers.js';
import { endpoints } from '../../src/endpoints.js';
import { stampDate } from '../../src/lib/dates.js';
import { countView } from '../../src/resources/listings/listing.queries.js';
import { forEachDatabase } from '../rig/databases.js';
import { statementsOf } from '../rig/queries.js';
import { serverFor } from '../rig/server.js';

forEachDatabase('conditional reads', (database) => {
  const server = serverFor(database);
  let key = '';

  beforeAll(async () => {
    await server.addTenant('acme');
    key = await server.addKey('acme');
    await server.put('acme', 'listings', [
      { main_id: 1, main_status: 'For Rent', financials_price: 3000, main_neighborhood: 'Chelsea' },
    ]);
  });

  const ask = async (path: string, headers: Record<string, string> = {}) => {
    server.clock.advance(1100);
    const answer = await server.app.inject({
      url: `${path}${path.includes('?') ? '&' : '?'}apiKey=${key}`,
      headers: { 'x-forwarded-proto': 'https', ...headers },
    });
    return { status: answer.statusCode, body: answer.body, headers: answer.headers };
  };
  /** A minute begins, so that the reads of one test fall into it. */
  const startMinute = () => server.clock.advance(60_000 - (server.clock.now() % 60_000));
  /** The next few reads fall into one minute, as answers turn with it; it moves on only where they would not. */
  const withinMinute = () => {
    if (server.clock.now() % 60_000 > 50_000) startMinute();
  };

  it('answers 304 without a body to whoever has the answer already', async () => {
    startMinute();
    const first = await ask('/properties');
    expect(first.status).toBe(200);
    expect(first.headers['cache-control']).toBe('private, no-cache');
    expect(first.headers.etag).toMatch(/^"[\w-]{27}"$/);
    const again = await ask('/properties', { 'if-none-match': String(first.headers.etag) });
    expect(again).toMatchObject({ status: 304, body: '' });
    expect(again.headers.etag).toBe(first.headers.etag);
  });

  it('takes lists of tags and weak tags, and not the star', async () => {
    startMinute();
    const { headers } = await ask('/neighborhoods');
    const tag = String(headers.etag);
    for (const given of [`"other", ${tag}`, `W/${tag}`]) {
      expect((await ask('/neighborhoods', { 'if-none-match': given })).status).toBe(304);
    }
    for (const given of ['"other"', '*']) {
      expect((await ask('/neighborhoods', { 'if-none-match': given })).status).toBe(200);
    }
  });

  it('has one tag for one question, however it is spelled, and another for another', async () => {
    startMinute();
    const tagOf = async (path: string) => (await ask(path)).headers.etag;
    const tag = await tagOf('/properties?priceMin=100&bedsMin=1');
    expect(await tagOf('/Properties/?BEDSMIN=1&pricemin=100')).toBe(tag);
    expect(await tagOf('/properties?priceMin=100&bedsMin=2')).not.toBe(tag);
    expect(await tagOf('/properties/1')).not.toBe(await tagOf('/properties/2'));
  });

  it('has another tag for another encoding, client or key’s settings', async () => {
    startMinute();
    const plain = (await ask('/neighborhoods')).headers.etag;
    const packed = (await ask('/neighborhoods', { 'accept-encoding': 'gzip' })).headers.etag;
    expect(packed).not.toBe(plain);
    await server.addTenant('other');
    const own = key;
    key = await server.addKey('other');
    const others = (await ask('/neighborhoods')).headers.etag;
    key = own;
    expect(others).not.toBe(plain);
  });

  it('reads no data again for a question that has come twice', async () => {
    startMinute();
    const path = '/properties?priceMin=2';
    const bodies: string[] = [];
    await server.inThisProcess(async () => {
      bodies.push((await ask(path)).body, (await ask(path)).body);
    });
    const statements = await statementsOf(server, 'acme', async () => {
      bodies.push((await ask(path)).body);
    });
    expect(statements).toEqual([]);
    expect(new Set(bodies).size).toBe(1);
  });

  it('packs what is long enough to be worth it', async () => {
    const long = await ask('/properties', { 'accept-encoding': 'br, gzip' });
    expect(long.headers['content-encoding']).toBe('br');
    expect(long.headers.vary).toMatch(/accept-encoding/i);
    const short = await ask('/neighborhoods', { 'accept-encoding': 'br, gzip' });
    expect(short.headers['content-encoding']).toBeUndefined();
  });

  it('turns with the minute where an open house may pass, and only there', async () => {
    startMinute();
    const search = String((await ask('/properties')).headers.etag);
    const places = String((await ask('/neighborhoods')).headers.etag);
    server.clock.advance(60_000);
    expect((await ask('/properties', { 'if-none-match': search })).status).toBe(200);
    expect((await ask('/neighborhoods', { 'if-none-match': places })).status).toBe(304);
  });

  it('outlives a counted view, but for reads that show views', async () => {
    startMinute();
    const tagOf = async (path: string) => String((await ask(path)).headers.etag);
    const plain = await tagOf('/properties');
    const counting = await tagOf('/properties?addhitcounter=1');
    const tenant = await server.services.tenants.tenant('acme');
    if (tenant === undefined) throw new Error('The client is missing.');
    expect(await countView(tenant.database, 1)).toBe(1);
    expect(await tagOf('/properties')).toBe(plain);
    expect(await tagOf('/properties?addhitcounter=1')).not.toBe(counting);
  });

  it('looks at views wherever they may be shown', () => {
    const showing = endpoints.filter(
      ({ answer, freshness }) =>
        freshness !== undefined && JSON.stringify(answer).includes('hitcounter'),
    );
    expect(showing.map(({ path, viewsWith }) => [path, viewsWith])).toEqual([
      ['/properties', 'addhitcounter'],
      ['/properties/{id}', 'addhitcounter'],
    ]);
  });

  it('keeps no tag on a random draw, a refusal, a malformed call, or a write', async () => {
    const malformed = await ask('/properties?priceMin=x');
    expect(malformed.body).toContain('256');
    expect(malformed.headers['cache-control']).toBe('no-store');
    expect(malformed.headers.etag).toBeUndefined();
    for (const path of ['/properties/random/3', '/nowhere']) {
      const { headers } = await ask(path);
      expect(headers['cache-control']).toBe('no-store');
      expect(headers.etag).toBeUndefined();
    }
  });

  it('answers changes with records as they are, though their tag knows no minute', async () => {
    startMinute();
    const now = server.clock.now();
    const zone = 'America/New_York';
    await server.put('acme', 'listings', [
      {
        main_id: 50,
        main_status: 'For Rent',
        openhouse: stampDate(now, zone),
        openhouseend: stampDate(now + 20 * 60_000, zone),
      },
    ]);
    const openHouse = async () => {
      const { CHANGES } = JSON.parse((await ask('/changes?records=true&kinds=listings')).body);
      return CHANGES.find(({ id }: { id: number }) => id === 50).record.extras_openhouse;
    };
    expect(await openHouse()).toBe(1);
    server.clock.advance(30 * 60_000);
    expect(await openHouse()).toBe(0);
  });

  it('never lets a caller keep a stale answer, whatever is written in between', async () => {
    const entry = await server.services.directory.tenant('acme');
    if (entry === undefined) throw new Error('The client is missing.');
    const tenant = await server.services.tenants.database(entry);
    const resources = importResources(tenant, 'America/New_York', server.clock);
    const write = (
      resource: 'listings' | 'neighborhoods' | 'agents' | 'buildings',
      record: object,
    ) =>
      resources
        .get(resource)
        ?.write([resources.get(resource)?.parse(record as Record<string, unknown>)]);
    const step = fc.oneof(
      fc.record({
        kind: fc.constant('listing' as const),
        id: fc.integer({ min: 1, max: 3 }),
        price: fc.integer({ min: 1, max: 5 }),
      }),
      fc.record({ kind: fc.constant('rename' as const), name: fc.constantFrom('Soho', 'Noho') }),
      fc.record({ kind: fc.constant('agent' as const), name: fc.constantFrom('Ann', 'Bo') }),
      fc.record({
        kind: fc.constant('building' as const),
        line: fc.constantFrom('1,2', 'A,C'),
      }),
      fc.record({ kind: fc.constant('view' as const), id: fc.integer({ min: 1, max: 3 }) }),
      // Makes an index in memory, which goes when five minutes pass without a search.
      fc.record({ kind: fc.constant('index' as const) }),
      fc.record({ kind: fc.constant('minutes' as const), passed: fc.integer({ min: 1, max: 40 }) }),
      fc.record({
        kind: fc.constant('read' as const),
        path: fc.constantFrom(
          '/properties',
          '/properties/1',
          '/properties?AddHitCounter=1',
          '/properties/1?addHitCounter=1',
          '/properties?priceMin=3&facets=price,neighborhood&cluster=9&page=2&perPage=1',
        ),
      }),
    );
    let asked = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), async (steps) => {
        const kept = new Map<string, { tag: string; body: string }>();
        for (const one of steps) {
          if (one.kind === 'listing') {
            await write('listings', {
              main_id: one.id,
              main_status: 'For Rent',
              main_neighborhood: 'Chelsea',
              agents_agent_id: 7,
              essentials_building: one.id === 2 ? 5 : 0,
              financials_price: one.price,
              openhouse: stampDate(server.clock.now(), 'America/New_York'),
              openhouseend: stampDate(server.clock.now() + 20 * 60_000, 'America/New_York'),
            });
          } else if (one.kind === 'agent') {
            await write('agents', { id: 7, firstname: one.name });
          } else if (one.kind === 'building') {
            await write('buildings', { id: 5, subwayline: one.line });
          } else if (one.kind === 'view') {
            await countView(tenant, one.id);
          } else if (one.kind === 'index') {
            const { listingIndexes } = server.services.tools;
            listingIndexes.counted(tenant, Number.MAX_SAFE_INTEGER);
            await listingIndexes.settled();
          } else if (one.kind === 'minutes') {
            server.clock.advance(one.passed * 60_000);
          } else if (one.kind === 'rename') {
            await write('neighborhoods', { cat_id: 1, cat_name: one.name });
          } else {
            withinMinute();
            const before = kept.get(one.path);
            const conditional = await ask(
              one.path,
              before === undefined ? {} : { 'if-none-match': before.tag },
            );
            const fresh = await ask(one.path);
            const held = conditional.status === 304 ? before?.body : conditional.body;
            expect(held).toBe(fresh.body);
            // A parameter that no read has had before makes a tag of its own, so that nothing is cached.
            const unique = `${one.path.includes('?') ? '&' : '?'}unique=${asked++}`;
            expect(fresh.body).toBe((await ask(`${one.path}${unique}`)).body);
            // With descriptions a search puts no record into words that it keeps.
            const { LISTINGS } = JSON.parse((await ask('/properties?addDescription=1')).body);
            const anew = LISTINGS.map(
              ({ main_description, ...told }: Record<string, unknown>) => told,
            );
            expect(JSON.parse((await ask('/properties')).body).LISTINGS).toEqual(anew);
            // Totals may come from a cache or from memory: the database knows them.
            const { total } = await tenant.db
              .selectFrom('listing')
              .select((eb) => eb.fn.countAll<number>().as('total'))
              .where('price', '>=', 3)
              .executeTakeFirstOrThrow();
            const narrowed = JSON.parse((await ask('/properties?priceMin=3&page=2')).body);
            expect(narrowed.TOTAL_COUNT).toBe(total);
            kept.set(one.path, { tag: String(fresh.headers.etag), body: fresh.body });
          }
        }
      }),
      { numRuns: 15 },
    );
  });
});
