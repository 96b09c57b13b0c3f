import type { RefusedRemoval } from 'portico-importer/summary.js';
import { braking } from '../changes/removal/brake.js';
import { recordsBySource } from '../changes/removal/own-records.js';
import { isRemovable } from '../changes/removal/removals.js';
import { foundIn } from '../changes/removal/remove-records.js';
import type { TenantDatabase } from '../store/tenant/open.js';
import type { PulledResource } from './pull-file.js';

/** A page would remove more than the brake allows. */
export class RemovalHeld extends Error {
  constructor(readonly removal: RefusedRemoval) {
    super(removal.reason);
  }
}

interface BrakeParts {
  readonly database: TenantDatabase;
  readonly source: string;
  readonly resource: PulledResource;
  /** How many records were here when all keys were last compared; 0 where that is not known. */
  readonly base: number;
  readonly isForced: boolean;
}

/** The brake of complete imports for removals page by page, which count together since all keys were last compared. */
export class PageBrake {
  readonly #parts: BrakeParts;
  /** How many records are here, but for those that this run has added. */
  #there: number | undefined;
  #base = 0;

  constructor(parts: BrakeParts) {
    this.#parts = parts;
  }

  get isForced(): boolean {
    return this.#parts.isForced;
  }

  /** How many records of the source are here. */
  async count(): Promise<number> {
    const { database, source, resource } = this.#parts;
    const kind = resource.mapping.resource;
    return isRemovable(kind) ? ((await recordsBySource(database, kind)).get(source) ?? 0) : 0;
  }

  /** Lets a page remove the records with these numbers. @throws RemovalHeld */
  async check(numbers: Iterable<number>): Promise<void> {
    const { database, resource, base, isForced } = this.#parts;
    const kind = resource.mapping.resource;
    if (isForced || !isRemovable(kind)) return;
    const going = (await foundIn(database.db, kind, [...numbers])).ids.length;
    if (going === 0) return;
    if (this.#there === undefined) {
      this.#there = await this.count();
      this.#base = Math.max(base, this.#there);
    }
    this.#there -= going;
    const [count, of] = [this.#base - this.#there, this.#base];
    const share = braking({ unnamed: count, base: of });
    if (share === undefined) return;
    const reason = `A page of ${resource.name} was not taken: with it, ${count} of ${of} ${kind} would be gone since all keys were compared, more than ${share}. If that is right, pull again with --sweep --force. Else mend only, skip or remove in the file of the pull.`;
    throw new RemovalHeld({ count, of, reason });
  }
}
