import {
  type ExportResource,
  type ImportResource,
  RecordProblem,
  type ResourceName,
} from '../src/resource.js';
import { quoted } from '../src/text.js';

/** A record of the toy shop: what it does not name keeps its value on an update. */
export interface Item {
  readonly id: number;
  readonly [field: string]: unknown;
}

const FIELDS = ['id', 'name', 'price', 'note', 'tags', 'available', 'furnished', 'photos'];

/**
 * A resource that keeps its records in memory, and has no place for one that is named impossible.
 */
export class ShopResource implements ImportResource<Item>, ExportResource {
  readonly fields = new Set(FIELDS);
  readonly openFields = /^custom_\w+$/;
  readonly timeZone = 'Europe/Berlin';
  readonly stored = new Map<number, Item>();
  /** Rows of each transaction. */
  readonly batches: number[] = [];
  /** Called before each transaction is done. */
  beforeWrite: (rows: readonly Item[]) => void | Promise<void> = () => {};

  constructor(readonly name: ResourceName = 'listings') {}

  parse(record: Readonly<Record<string, unknown>>): Item {
    const id = Number(record.id);
    if (!Number.isInteger(id) || id < 1) {
      throw new RecordProblem('id', `${quoted(record.id)} is not a whole number from 1`);
    }
    const price = record.price;
    if (price === undefined) return { ...record, id };
    if (Number.isNaN(Number(price))) {
      throw new RecordProblem('price', `${quoted(price)} is not a number`);
    }
    return { ...record, id, price: Number(price) };
  }

  key(row: Item): string {
    return String(row.id);
  }

  async write(rows: readonly Item[]) {
    if (new Set(rows.map(({ id }) => id)).size !== rows.length) throw new Error('an id twice');
    await this.beforeWrite(rows);
    this.batches.push(rows.length);
    const problems = [];
    for (const [index, row] of rows.entries()) {
      if (row.name === 'impossible') {
        problems.push({ index, problem: new RecordProblem('id', 'refers to nothing') });
      } else {
        this.stored.set(row.id, { ...this.stored.get(row.id), ...row });
      }
    }
    return { refused: problems, unchanged: [] };
  }

  async *records(): AsyncGenerator<Item> {
    yield* this.stored.values();
  }

  /** The stored records in the order of their ids. */
  get items(): Item[] {
    return [...this.stored.values()].sort((one, other) => one.id - other.id);
  }
}
