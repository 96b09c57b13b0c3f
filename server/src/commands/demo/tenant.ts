import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Agency, type DemoFile, generateAgency } from 'portico-demo';
import { BATCH_LIMIT } from 'portico-importer/import.js';
import type { ImportResource, ResourceName } from 'portico-importer/resource.js';
import { importResources } from '../../changes/transfers.js';
import { type IssuedKey, issueKey } from '../../http/gate/issued-keys.js';
import type { Clock } from '../../lib/clock.js';
import { count } from '../../lib/text.js';
import { siteSettings } from '../../resources/site/site.settings.js';
import type { Services } from '../../services.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import { DEMO_CLIENT, newEntry } from '../client/entry.js';
import type { World } from '../command.js';

/** The default seed, so that every newcomer sees the same brokerage. */
export const DEMO_SEED = 1;

/** What its website shows. The telephone number is one of those kept for fiction. */
const DEMO_SITE = siteSettings.change('', [
  'city=New York',
  'tagline=A city of rooms. Find yours.',
  'about=Homes in Manhattan, Brooklyn and Queens. This is a demo: all homes, people and pictures are invented.',
  'phone=(212) 555-0100',
  'email=hello@example.com',
  'address=100 Example Street, New York, NY 10001',
  'latitude=40.73',
  'longitude=-73.94',
  'zoom=11',
  'fair_housing=We support the letter and spirit of the Fair Housing Act.',
]);

/** The pictures that are drawn at once: one is compressed while the next is painted. */
const DRAWN_AT_ONCE = 4;

export interface DemoTenant {
  readonly tenant: string;
  readonly key: IssuedKey;
  readonly records: { readonly [Name in ResourceName]?: number };
  readonly files: number;
}

/**
 * Makes the demo tenant: generated data through the same import as any data, its files, and a key.
 * The directory lists the tenant last, so that a start begins again where the one before was stopped or killed.
 *
 * @param say Receives progress messages for people.
 * @param stop Resolves when the program has to end before it is made.
 * @throws NameTakenError when a tenant or feed already has its name.
 */
export async function makeDemoTenant(
  services: Services,
  work: {
    readonly seed: number;
    readonly random: World['random'];
    readonly say: (step: string) => void;
    readonly stop?: Promise<unknown>;
  },
): Promise<DemoTenant> {
  const { seed, random, say, stop } = work;
  const { tenants, clock, directory, mediaFolder } = services;
  await directory.checkNameIsFree(DEMO_CLIENT);
  const entry = {
    ...newEntry(DEMO_CLIENT, 'client', clock.now()),
    title: 'Portico Demo',
    site: DEMO_SITE,
  };
  const timeZone = entry.time_zone;
  say('Generating a brokerage …');
  const agency = generateAgency({ seed, today: clock.now(), timeZone });
  const database = await tenants.database(entry);
  const records = await storeRecords(database, agency, timeZone, clock);
  const { listings = 0, buildings = 0 } = records;
  say(`Stored ${count(listings)} listings in ${count(buildings)} buildings.`);
  const files = [...agency.pictures(), ...agency.documents()];
  say(`Drawing ${count(files.length)} pictures and documents …`);
  await storeFiles(files, join(mediaFolder, DEMO_CLIENT), stop);
  await directory.addTenant(entry);
  const request = { tenant: DEMO_CLIENT, scopes: ['website'], addresses: [] } as const;
  const key = await issueKey(services, { ...request, privateAccess: false }, random);
  return { tenant: DEMO_CLIENT, key, records, files: files.length };
}

async function storeRecords(
  database: TenantDatabase,
  agency: Agency,
  timeZone: string,
  clock: Clock,
): Promise<{ [Name in ResourceName]?: number }> {
  const records: { [Name in ResourceName]?: number } = {};
  for (const [name, resource] of importResources(database, timeZone, clock)) {
    // Its records have numbers.
    if (name === 'source-keys') continue;
    await store(resource, agency[name] as unknown as readonly Readonly<Record<string, unknown>>[]);
    records[name] = agency[name].length;
  }
  return records;
}

async function store(
  resource: ImportResource,
  records: readonly Readonly<Record<string, unknown>>[],
): Promise<void> {
  for (let start = 0; start < records.length; start += BATCH_LIMIT) {
    const batch = records.slice(start, start + BATCH_LIMIT);
    const outcome = await resource.write(batch.map((record) => resource.parse(record)));
    const [refused] = outcome.refused;
    if (refused !== undefined) {
      const record = JSON.stringify(batch[refused.index]);
      throw new Error(
        `A generated record of ${resource.name} is wrong: ${refused.problem.message}`,
        {
          cause: record,
        },
      );
    }
  }
}

async function storeFiles(
  files: readonly DemoFile[],
  folder: string,
  stop: Promise<unknown> | undefined,
): Promise<void> {
  let isStopped = false;
  void stop?.then(() => {
    isStopped = true;
  });
  const waiting = files.values();
  const drawOneByOne = async (): Promise<void> => {
    for (const file of waiting) {
      if (isStopped) throw new Error('The demo was not finished.');
      const path = join(folder, file.path);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, await file.draw());
    }
  };
  await Promise.all(Array.from({ length: DRAWN_AT_ONCE }, drawOneByOne));
}
