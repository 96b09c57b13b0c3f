import { ImportAccount } from 'portico-importer/import-account.js';
import { Intake } from 'portico-importer/intake.js';
import {
  type ImportResource,
  RESOURCE_NAMES,
  type ResourceName,
} from 'portico-importer/resource.js';
import type { SourceItem } from 'portico-importer/source-items.js';
import { isStorableKey } from 'portico-importer/source-key.js';
import type { ImportFile } from 'portico-importer/sources.js';
import { RECORD_LIMIT } from 'portico-importer/splitter.js';
import type { ImportSummary, ResourceCounts } from 'portico-importer/summary.js';
import { foundIn } from '../changes/removal/remove-records.js';
import type { TenantDatabase } from '../store/tenant/open.js';
import { numbersOfKeys } from '../store/tenant/source-keys.js';
import type { PageBrake } from './page-brake.js';
import type { PictureQueue } from './picture-queue.js';
import type { PulledResource } from './pull-file.js';
import { HIDE_ADDRESS } from './pull-mapping.js';

/** The most rows of one transaction. */
const BATCH = 5000;

/** The most characters of one text of a record, as much as `PUT /manage` takes of a whole one. */
const LONGEST_TEXT = 1024 * 1024;

const TOO_LONG = `is longer than ${RECORD_LIMIT / LONGEST_TEXT} MiB, or has a text of more than 1 MiB`;

function isTooLong(record: Readonly<Record<string, unknown>>): boolean {
  const texts = Object.values(record).filter((value) => typeof value === 'string');
  if (texts.some(({ length }) => length > LONGEST_TEXT)) return true;
  return JSON.stringify(record).length > RECORD_LIMIT;
}

/** What became of the records of a page, by their `lookupField`. */
export interface TakenPage {
  readonly rejected: readonly string[];
  readonly taken: readonly string[];
}

export interface PageImportOptions {
  readonly database: TenantDatabase;
  readonly source: string;
  readonly resource: PulledResource;
  readonly resources: ReadonlyMap<ResourceName, ImportResource>;
  /** Where the pictures wait that are not here; undefined where none are fetched. */
  readonly pictures: PictureQueue | undefined;
  readonly brake: PageBrake;
  /** The path of the rejects file. */
  readonly rejects: string;
  readonly dryRun: boolean;
  readonly show: number | undefined;
}

/** The account of an import that remembers which records of a page were rejected. */
class PageAccount extends ImportAccount {
  rejected: SourceItem[] = [];
  /** Records of the resource itself that were acceptable. */
  acceptable = 0;

  constructor(
    readonly main: ResourceName,
    ...args: ConstructorParameters<typeof ImportAccount>
  ) {
    super(...args);
  }

  override leaveOut(...args: Parameters<ImportAccount['leaveOut']>): void {
    super.leaveOut(...args);
    this.rejected.push(args[0]);
  }

  override seeRow(...args: Parameters<ImportAccount['seeRow']>): void {
    super.seeRow(...args);
    if (args[0].name === this.main) this.acceptable += 1;
  }
}

/** Imports the records of one resource page by page, as an import does those of a file. */
export class PageImport {
  readonly #options: PageImportOptions;
  readonly #account: PageAccount;
  readonly #intake: Intake;
  readonly #file: ImportFile;
  #records = 0;

  constructor(options: PageImportOptions) {
    const { resource, resources, dryRun, show, rejects } = options;
    const { mapping } = resource;
    this.#options = options;
    const account = { resources, rejects, dryRun, ...(show === undefined ? {} : { show }) };
    this.#account = new PageAccount(mapping.resource, account, mapping, []);
    const intake = { resources, mapping, batchSize: BATCH, dryRun };
    this.#intake = new Intake(intake, this.#account, undefined);
    this.#file = {
      ...{ path: resource.name, resource: mapping.resource },
      ...{ format: 'ndjson', size: 0, timeZone: undefined },
    };
  }

  /** Whether as many records were read as are to be shown. */
  get hasShownAll(): boolean {
    const { show } = this.#options;
    return show !== undefined && this.#account.acceptable >= show;
  }

  /** @throws RemovalHeld ahead of all that it would do. */
  async take(records: readonly Readonly<Record<string, unknown>>[]): Promise<TakenPage> {
    const { lookupField, mapping } = this.#options.resource;
    const wanted = await this.#withoutUnknown(records);
    this.#account.rejected = [];
    const tooLong = wanted.filter((record) => {
      return mapping.removes?.takes(record) !== true && isTooLong(record);
    });
    for (const record of wanted) {
      this.#records += 1;
      const place = { line: this.#records, size: 0 };
      const item = tooLong.includes(record)
        ? ({ kind: 'fault', ...place, reason: TOO_LONG, found: record[lookupField] } as const)
        : ({ kind: 'record', ...place, record } as const);
      await this.#intake.take(item, this.#file);
    }
    await this.#intake.finish(this.#file);
    await this.#options.pictures?.note(this.#options.resource, records);
    const nameOf = (record: Readonly<Record<string, unknown>>) => {
      const key = record[lookupField];
      if (typeof key !== 'string' && typeof key !== 'number') return [];
      // What no database stores as a key cannot be asked for again.
      return isStorableKey(String(key)) ? [String(key)] : [];
    };
    const left = this.#account.rejected.flatMap((item) => ('record' in item ? [item.record] : []));
    left.push(...tooLong);
    await this.#hideAddresses(left);
    return { rejected: left.flatMap(nameOf), taken: records.flatMap(nameOf) };
  }

  /** Hides the addresses of listings that stay as they were, as their records were rejected, where these records say so. */
  async #hideAddresses(rejected: readonly Readonly<Record<string, unknown>>[]): Promise<void> {
    const { database, source, resource, resources, dryRun } = this.#options;
    const hiding = rejected.filter(resource.hidesAddress);
    const listings = resources.get('listings');
    if (resource.mapping.resource !== 'listings' || hiding.length === 0 || dryRun) return;
    const keys = hiding.map((record) => String(record[resource.key]).trim());
    const numbers = await numbersOfKeys(database.db, 'listings', source, keys);
    const { ids } = await foundIn(database.db, 'listings', [...numbers.values()]);
    const rows = ids.map((id) => listings?.parse({ main_id: id, [HIDE_ADDRESS]: 1 }));
    if (rows.length > 0) await listings?.write(rows);
  }

  /** Closes the rejects file. @returns What became of all records. */
  async finish(): Promise<ImportSummary> {
    this.#account.close();
    // A dry run has not written what it has read of other resources, so that it would miss them.
    if (!this.#options.dryRun) await this.#account.lookUpReferences();
    return this.#account.summary();
  }

  /** Closes the rejects file after an error. */
  abandon(error: unknown): ImportSummary {
    this.#account.close(error);
    return this.#account.summary();
  }

  /**
   * Records that are to be removed and were never here say nothing. A market has millions of them, and each would get a
   * number for its key.
   */
  async #withoutUnknown(records: readonly Readonly<Record<string, unknown>>[]) {
    const { database, source, resource, brake } = this.#options;
    const { key, mapping } = resource;
    const { removes } = mapping;
    if (removes === undefined) return records;
    const removed = records.filter((record) => removes.takes(record));
    if (removed.length === 0) return records;
    const keyOf = (record: Readonly<Record<string, unknown>>) => String(record[key]).trim();
    const keys = removed.map(keyOf);
    const known = await numbersOfKeys(database.db, mapping.resource, source, keys);
    await brake.check(known.values());
    // A page may have a record twice: as it was, and as it is now.
    const isGone = new Set(removed);
    const here = new Set(records.filter((record) => !isGone.has(record)).map(keyOf));
    return records.filter((record) => {
      return !isGone.has(record) || known.has(keyOf(record)) || here.has(keyOf(record));
    });
  }
}

/** What was done of two resources, which may make records of the same kinds. */
export function sumOfSummaries(summary: ImportSummary, more: ImportSummary): ImportSummary {
  const notes: Record<string, unknown> = {};
  for (const [name, part] of Object.entries(more)) {
    const before = summary[name as keyof ImportSummary];
    const isNote = typeof part === 'object' && part !== null && !Array.isArray(part);
    notes[name] = isNote && before !== undefined ? { ...(before as object), ...part } : part;
  }
  for (const name of RESOURCE_NAMES) {
    const [one, other] = [summary[name], more[name]];
    if (one !== undefined && other !== undefined) notes[name] = sumOfCounts(one, other);
  }
  return { ...summary, ...notes, rejects: more.rejects ?? summary.rejects };
}

function sumOfCounts(one: ResourceCounts, other: ResourceCounts): ResourceCounts {
  const sum: Record<string, number> = { ...one };
  for (const [name, count] of Object.entries(other)) sum[name] = (sum[name] ?? 0) + count;
  return sum as unknown as ResourceCounts;
}
