import { join } from 'node:path';
import type { ImportSummary } from 'portico-importer/summary.js';
import { importResources } from '../../src/changes/transfers.js';
import type { ManualClock } from '../../src/lib/clock.js';
import { readPullFile } from '../../src/pull/pull-file.js';
import { pullTexts } from '../../src/pull/pull-texts.js';
import { type PullOptions, runPull } from '../../src/pull/run-pull.js';
import type { Services } from '../../src/services.js';
import type { TenantDatabase } from '../../src/store/tenant/open.js';
import { holdSource } from '../../src/store/tenant/pulls.js';
import { keysOfNumbers } from '../../src/store/tenant/source-keys.js';

/** The token that the files of these tests name. */
export const TOKEN = 'a-very-secret-token';

/** A mapping of a few fields, so that a test says what it needs. */
export const SMALL_MAP = `
resource: listings
fields:
  main_id: { key: ListingKey }
  main_status: { column: StandardStatus, values: { Active: For Sale, Pending: In Contract } }
  financials_price: ListPrice
`;

/** A pull of Property by `SMALL_MAP`. */
export function pullText(url: string, dialect: string, more = '', page = 3): string {
  const system = dialect === 'mlsgrid' ? ', system: actris' : '';
  const client = `token_url: "${url}token", client_id: us, client_secret: $ACTRIS_TOKEN, scope: api`;
  const token = dialect === 'trestle' ? client : 'token: $ACTRIS_TOKEN';
  return `
source: actris
from: { dialect: ${dialect}, url: "${url}", ${token}, page: ${page}${system} }
take: { Property: { map: small.yaml } }
remove: { StandardStatus: [Canceled, Expired] }
${more}`;
}

/** What runs of one pull share. */
export interface Pulling {
  readonly database: TenantDatabase;
  readonly clock: ManualClock;
  readonly services: Pick<Services, 'variants' | 'fetched' | 'directory'>;
  /** The folder of the file and its mappings. */
  readonly folder: string;
}

/** Another run has the source. */
export class UnderWay extends Error {}

let runs = 0;

/** Runs a pull once. Its waits move the clock. */
export async function pullOnce(
  { database, clock, services, folder }: Pulling,
  options: Partial<PullOptions> = {},
): Promise<ImportSummary> {
  runs += 1;
  const run = runs;
  const timeZone = 'America/New_York';
  const resources = importResources(database, timeZone, clock);
  const texts = await pullTexts(join(folder, 'pull.yaml'));
  const file = await readPullFile(texts, resources, (name) =>
    name === 'ACTRIS_TOKEN' ? TOKEN : undefined,
  );
  if (!(await holdSource(database, file.source, `run ${run}`))) throw new UnderWay();
  const { summary } = await runPull(file, {
    ...{ database, timeZone, clock, signal: new AbortController().signal },
    ...{ holder: `run ${run}`, sweep: false, force: new Set<string>(), dryRun: false },
    paces: services.directory.pullPaces,
    ...{ everyMs: 600_000, pictures: { variants: services.variants, store: services.fetched } },
    ...{ show: undefined, rejects: (name) => join(folder, `${name}-${run}.ndjson`) },
    wait: async (ms) => clock.advance(ms),
    ...options,
  });
  return summary;
}

/** The prices of the listings that are here, by the keys of the source. */
export async function pricesOf(database: TenantDatabase): Promise<Record<string, number>> {
  const rows = await database.db.selectFrom('listing').select(['id', 'price']).execute();
  const ids = rows.map(({ id }) => id);
  const keys = await keysOfNumbers(database.db, 'listings', ids);
  const keyOf = new Map(keys.map(({ number, key }) => [number, key]));
  return Object.fromEntries(
    rows.map(({ id, price }) => [keyOf.get(id) ?? id, Number(price)]).sort(),
  );
}
