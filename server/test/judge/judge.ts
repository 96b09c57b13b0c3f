/**
 * Asks an OData server that nobody of this project wrote what pulls ask, in each dialect: `npm run pull:judge`. It says
 * whether their conditions, orders and options are OData, and mean what Portico takes them to mean.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Dialect } from '../../src/pull/dialects.js';
import { DIALECTS } from '../../src/pull/dialects.js';
import type { PulledResource, PullFile } from '../../src/pull/pull-file.js';
import { Queries } from '../../src/pull/queries.js';

/** What is used of @sap-ux/fe-mockserver-core, which is installed in this folder only. */
interface MockServer {
  readonly isReady: Promise<void>;
  getRouter(): (
    request: http.IncomingMessage,
    response: http.ServerResponse,
    next: () => void,
  ) => void;
}

const FOLDER = fileURLToPath(new URL('.', import.meta.url));

type Row = Readonly<Record<string, string | number | boolean>>;

const day = (at: number) => new Date(Date.UTC(2026, 0, at)).toISOString();
/** No apostrophe: the judge does not read two of them as one, as the standard says. */
const KEYS = ['A1', 'A2', 'O&Hara', 'Q 4', 'é5', 'ACT6', 'ACT7', 'ACT8'];
const ROWS: readonly Row[] = KEYS.map((key, at) => ({
  ...{ ListingKey: key, ListingId: `ACT${at}`, ListPrice: 1000 + at, StandardStatus: 'Active' },
  ...{ OriginatingSystemName: at === 7 ? 'other' : 'actris', MlgCanView: at !== 6 },
  ...{ ModificationTimestamp: day(at + 1), PhotosChangeTimestamp: day(at === 0 ? 9 : 1) },
  BridgeModificationTimestamp: day(at + 1),
}));

/** What a dialect asks, and which rows it means by that. */
function questionsOf(dialect: Dialect, base: URL) {
  const settings = { system: 'actris' };
  const lookupField = dialect.lookupFields?.Property ?? 'ListingKey';
  const file = { dialect, base, settings, page: undefined } as unknown as PullFile;
  const resource = { name: 'Property', key: 'ListingKey', lookupField, expand: 'Media' };
  const queries = new Queries(file, resource as unknown as PulledResource);
  const state = { watermark: day(5), whole: 0, position: '' };
  const since = Date.parse(day(5)) - dialect.overlapMs;
  const also = dialect.alsoChanged?.Property;
  const ours = ROWS.filter(
    ({ OriginatingSystemName: system }) => dialect.always === undefined || system === 'actris',
  );
  const there = ours.filter((row) => dialect.existing === undefined || row.MlgCanView === true);
  const isSince = (row: Row, from: number) =>
    [dialect.changed, ...(also === undefined ? [] : [also])].some(
      (field) => Date.parse(String(row[field])) >= from,
    );
  const found = ours.slice(0, 3).map((row) => String(row[lookupField]));
  const behind = dialect.order === 'key' ? 'ACT7' : day(3);
  const isBehind = (row: Row) =>
    dialect.order === 'key' ? String(row.ListingKey) > 'ACT7' : isSince(row, Date.parse(day(3)));
  const isApart = dialect.everything !== undefined;
  return [
    ['everything', queries.pass({ ...state, whole: 1 }), there],
    [
      'what is left of everything',
      queries.pass({ ...state, whole: 1, position: behind }),
      isApart ? there : there.filter(isBehind),
    ],
    ['changes', queries.pass(state), ours.filter((row) => isSince(row, since))],
    ['keys', queries.sweep(), there],
    ['one record', queries.records(found.slice(0, 1)), ours.slice(0, 1)],
    ['records', queries.records(found), ours.slice(0, 3)],
  ] as const;
}

/** Compares what the judge answers with the rows that are meant. */
async function compare(what: string, url: URL, dialect: Dialect, meant: readonly Row[]) {
  const { everything = '' } = dialect;
  const address = everything === '' ? url.href : url.href.replace(`/${everything}`, '');
  const response = await fetch(address);
  const text = await response.text();
  assert.equal(response.status, 200, `${what}: ${address}: ${text}`);
  const page: { value: Row[]; '@odata.count'?: number } = JSON.parse(text);
  const keys = page.value.map(({ ListingKey }) => String(ListingKey));
  assert.deepEqual([...keys].sort(), meant.map(({ ListingKey }) => ListingKey).sort(), address);
  const { searchParams } = url;
  const order = searchParams.get('$orderby');
  const values = page.value.map((row) => String(row[order ?? 'ListingKey']));
  if (order !== null) assert.deepEqual(values, [...values].sort(), address);
  if (searchParams.has('$count')) assert.equal(page['@odata.count'], meant.length, address);
  const [first] = page.value;
  if (searchParams.has('$expand')) assert.ok(Array.isArray(first?.Media), address);
  const selected = searchParams.get('$select');
  if (selected !== null) {
    assert.ok(!Object.hasOwn(first ?? {}, 'ListPrice'), address);
    assert.ok(Object.hasOwn(first ?? {}, dialect.changed), address);
  }
}

async function main(): Promise<void> {
  const data = mkdtempSync(join(tmpdir(), 'portico-judge-'));
  writeFileSync(join(data, 'Property.json'), JSON.stringify(ROWS));
  const media = KEYS.map((key) => ({ MediaKey: `m${key}`, ResourceRecordKey: key }));
  writeFileSync(join(data, 'Media.json'), JSON.stringify(media));
  const { default: Server } = createRequire(join(FOLDER, 'package.json'))(
    '@sap-ux/fe-mockserver-core',
  ) as { readonly default: new (options: object) => MockServer };
  const judge = new Server({
    services: [
      {
        ...{ urlPath: '/odata', mockdataPath: data, watch: false, noETag: true },
        metadataPath: join(FOLDER, 'metadata.xml'),
      },
    ],
  });
  await judge.isReady;
  const router = judge.getRouter();
  const server = http.createServer((request, response) =>
    router(request, response, () => void response.writeHead(404).end()),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/odata/`);
  const filters = new Set<string>();
  try {
    for (const [dialect, of] of Object.entries(DIALECTS)) {
      for (const [what, url, meant] of questionsOf(of, base)) {
        await compare(`${dialect}, ${what}`, url, of, meant);
        filters.add(url.searchParams.get('$filter') ?? '');
      }
    }
  } finally {
    server.closeAllConnections();
    server.close();
    rmSync(data, { recursive: true });
  }
  process.stdout.write(
    `${filters.size} distinct filters of ${Object.keys(DIALECTS).length} dialects hold.\n`,
  );
}

main().catch((error: unknown) => {
  process.stderr.write(`${(error as Error).stack}\n`);
  process.exitCode = 1;
});
