import { type ImportRecord, RecordProblem, type ResourceName } from 'portico-importer/resource.js';
import { isKeyObject, readSourceKey, type SourceKey } from 'portico-importer/source-key.js';
import type { KeyField } from '../../resources/kinds/kind.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import {
  type KeyedKind,
  type KeyGroup,
  keysOfNumbers,
  LAST_KEY_NUMBER,
  numberKeys,
  numbersOfKeys,
} from '../../store/tenant/source-keys.js';
import type { TenantTables } from '../../store/tenant/tables.js';
import { isRemovable, REMOVALS, type RemovableKind } from '../removal/removals.js';

/** The kinds whose rows the engine numbers. */
const COUNTED: ReadonlySet<string> = new Set(['labels', 'leads', 'saved-searches', 'trails']);

/** What a key of a kind is the key of: every kind with a number of its own can have keys. */
export function keyedKind(kind: RemovableKind): KeyedKind {
  const table = REMOVALS[kind].table as keyof TenantTables & string;
  return { kind, table, counted: COUNTED.has(kind) };
}

interface Place {
  readonly at: number;
  readonly field: string;
  readonly index: number | undefined;
  readonly group: Group;
  readonly key: string;
}

/** Keys of one kind and source. */
interface Group {
  readonly kind: KeyedKind;
  readonly source: string;
  readonly keys: Set<string>;
}

/**
 * Puts numbers in the place of source keys in the records of one import. Records without keys cost no statement, a
 * batch of records with keys one for each kind and source that they name, and a transaction where some are new.
 */
export class RecordKeys {
  readonly #database: TenantDatabase;
  /** The numbers that a dry run has given. */
  readonly #invented = new Map<string, number>();

  constructor(database: TenantDatabase) {
    this.#database = database;
  }

  /** See `numberKeys` of `ImportResource`. @param fields Those that take a key. */
  async number(
    fields: readonly (readonly [string, KeyField])[],
    records: readonly ImportRecord[],
    dryRun: boolean,
  ): Promise<readonly (ImportRecord | RecordProblem)[]> {
    const results: (Record<string, unknown> | RecordProblem)[] = [];
    const places: Place[] = [];
    const groups = new Map<string, Group>();
    for (const [at, record] of records.entries()) {
      results.push(collected(fields, record, at, groups, places));
    }
    const numbers = await this.#numbersOf([...groups.values()], dryRun);
    for (const { at, field, index, group, key } of places) {
      const record = results[at];
      if (record === undefined || record instanceof RecordProblem) continue;
      const number = numbers.get(group)?.get(key);
      if (index === undefined) record[field] = number;
      else (record[field] as unknown[])[index] = number;
    }
    return results;
  }

  /** The keys that these numbers stand for; a number that no key has is absent. */
  async of(kind: ResourceName, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
    const keys = new Map<number, string>();
    for (const [name, number] of this.#invented) {
      const [of, , key] = JSON.parse(name) as readonly string[];
      if (of === kind && key !== undefined && ids.includes(number)) keys.set(number, key);
    }
    const rows = await keysOfNumbers(this.#database.db, kind, ids);
    for (const { number, key } of rows) keys.set(number, key);
    return keys;
  }

  async #numbersOf(
    groups: readonly Group[],
    dryRun: boolean,
  ): Promise<ReadonlyMap<Group, ReadonlyMap<string, number>>> {
    const numbers = new Map<Group, Map<string, number>>();
    for (const group of groups) {
      const { kind, source, keys } = group;
      numbers.set(group, await numbersOfKeys(this.#database.db, kind.kind, source, [...keys]));
    }
    const unknown = groups.flatMap((group) => {
      const keys = [...group.keys].filter((key) => !numbers.get(group)?.has(key));
      return keys.length === 0 ? [] : [{ ...group, keys, group }];
    });
    if (unknown.length === 0) return numbers;
    const made = dryRun
      ? unknown.map((group) => this.#invent(group))
      : await numberKeys(this.#database, unknown);
    for (const [at, { group }] of unknown.entries()) {
      for (const [key, number] of made[at] ?? []) numbers.get(group)?.set(key, number);
    }
    return numbers;
  }

  /** Negative numbers would be refused, so these are the largest that are accepted, downwards. */
  #invent({ kind, source, keys }: KeyGroup): ReadonlyMap<string, number> {
    return new Map(
      keys.map((key) => {
        const name = JSON.stringify([kind.kind, source, key]);
        const number = this.#invented.get(name) ?? LAST_KEY_NUMBER - this.#invented.size;
        this.#invented.set(name, number);
        return [key, number];
      }),
    );
  }
}

/**
 * A copy of a record for numbers to be put into, or what is wrong with its keys.
 *
 * @param places Receives where they stand.
 */
function collected(
  fields: readonly (readonly [string, KeyField])[],
  record: ImportRecord,
  at: number,
  groups: Map<string, Group>,
  places: Place[],
): Record<string, unknown> | RecordProblem {
  const copy: Record<string, unknown> = { ...record };
  const found: Place[] = [];
  const note = (value: unknown, field: string, { of, whose }: KeyField, index?: number) => {
    if (!isKeyObject(value) || !isRemovable(of)) return;
    const key = readSourceKey(value, field);
    if (whose !== undefined) checkOwn(record[whose], whose, field);
    found.push({ at, field, index, group: groupOf(groups, of, key), key: key.key });
  };
  try {
    for (const [field, keyField] of fields) {
      const value = copy[field];
      if (typeof value !== 'object' || value === null) continue;
      if (Array.isArray(value)) {
        copy[field] = [...value];
        for (const [index, one] of value.entries()) note(one, field, keyField, index);
      } else note(value, field, keyField);
    }
  } catch (error) {
    if (error instanceof RecordProblem) return error;
    throw error;
  }
  for (const { group, key } of found) group.keys.add(key);
  places.push(...found);
  return copy;
}

function checkOwn(whose: unknown, name: string, field: string): void {
  if (whose === undefined || whose === null || whose === '' || whose === 'own') return;
  throw new RecordProblem(
    field,
    `a key was given; with ${name} ${JSON.stringify(whose)} accepted is the number of the listing in the feed`,
  );
}

function groupOf(groups: Map<string, Group>, of: RemovableKind, { source }: SourceKey): Group {
  const name = `${of} ${source}`;
  const group = groups.get(name) ?? { kind: keyedKind(of), source, keys: new Set<string>() };
  groups.set(name, group);
  return group;
}
