import {
  type ImportRecord,
  type ImportResource,
  RecordProblem,
  type RefusedRow,
  type ResourceName,
} from 'portico-importer/resource.js';
import { quoted } from '../../lib/text.js';
import { noteOrigin, type Origin, originOf } from '../../resources/kinds/changed-fields.js';
import type { RecordExport } from '../../resources/kinds/kind.js';
import { asOneImport } from '../../store/tenant/import-lock.js';
import { type KeptFields, keepFields, keptFieldsOf } from '../../store/tenant/kept-fields.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import { isRemovable, REMOVALS, type RemovableKind, VISITOR_KINDS } from '../removal/removals.js';

/** The member of a record that names its kept fields. */
export const KEEP = '_keep';

/** Whether fields of such records can be kept: what visitors' websites write is theirs. */
export function hasKeptFields(kind: ResourceName): kind is RemovableKind {
  return isRemovable(kind) && !(VISITOR_KINDS as readonly string[]).includes(kind);
}

/**
 * Has an import leave the fields that staff have corrected as they are. A record with a list in `_keep` comes from staff:
 * all its fields are stored, and the list takes the place of the one before. Any other record comes from a source: it is
 * stored without the fields that are kept of it. R360.
 *
 * @param on The same resource on another database: within the transaction of a write.
 */
export function withKeptFields(
  resource: ImportResource,
  database: TenantDatabase,
  on: (inside: TenantDatabase) => ImportResource,
): ImportResource {
  const { name, merge } = resource;
  if (!hasKeptFields(name)) return resource;
  return {
    ...resource,
    fields: new Set([...resource.fields, KEEP]),
    parse(record, timeZone) {
      const { [KEEP]: names, ...fields } = record;
      const said = names === undefined || names === null ? record : fields;
      const keep = said === record ? undefined : readKeep(names, resource);
      const row = resource.parse(said, timeZone) as object;
      noteOrigin(row, { record: said, timeZone, keep });
      return row;
    },
    ...(merge && {
      merge(earlier, later) {
        const [one, other] = [earlier, later].map((row) => originOf(row) as Origin) as [
          Origin,
          Origin,
        ];
        // What is kept of one of them depends on the other.
        if ((one.keep === undefined) !== (other.keep === undefined)) return undefined;
        const row = merge(earlier, later) as object | undefined;
        if (row === undefined || row === later) return row;
        noteOrigin(row, { ...other, record: { ...one.record, ...other.record } });
        return row;
      },
    }),
    write: (rows) =>
      asOneImport(database, async (inside, transaction) => {
        const read = rows.map((row): ReadRow => {
          return { row, id: Number(resource.key(row)), ...(originOf(row) as Origin) };
        });
        const ids = read.map(({ id }) => id);
        const kept = await keptFieldsOf(transaction, name, ids);
        const { written, places, refused, left } = withoutKept(resource, read, kept);
        const outcome = await on(inside).write(written);
        const placeOf = (at: number) => places[at] as number;
        refused.push(...outcome.refused.map((one) => ({ ...one, index: placeOf(one.index) })));
        const out = new Set(refused.map(({ index }) => index));
        const lists = read.flatMap(({ id, keep }, index) =>
          keep === undefined || out.has(index) ? [] : [[id, keep] as const],
        );
        const changed = await keepFields(inside, name, new Map(lists));
        const unchanged = outcome.unchanged
          .map(placeOf)
          .filter((index) => !changed.has(ids[index] as number));
        return { refused, unchanged, ...(left === 0 ? {} : { kept: left }) };
      }),
  };
}

interface ReadRow extends Origin {
  readonly row: unknown;
  readonly id: number;
}

/**
 * The rows without the fields that are kept of their records, with their places among the rows, those that cannot do
 * without, and how many values were left out.
 */
function withoutKept(resource: ImportResource, rows: readonly ReadRow[], stored: KeptFields) {
  const kept = new Map(stored);
  const written: unknown[] = [];
  const places: number[] = [];
  const refused: RefusedRow[] = [];
  let left = 0;
  for (const [index, { row, id, record, timeZone, keep }] of rows.entries()) {
    const names = keep === undefined ? [...(kept.get(id) ?? [])] : [];
    // A row of the same record may follow.
    if (keep !== undefined) kept.set(id, new Set(keep));
    const present = names.filter((field) => Object.hasOwn(record, field));
    try {
      written.push(present.length === 0 ? row : resource.parse(without(record, present), timeZone));
      places.push(index);
      left += present.length;
    } catch (problem) {
      if (!(problem instanceof RecordProblem)) throw problem;
      refused.push({ index, problem });
    }
  }
  return { written, places, refused, left };
}

/** @throws RecordProblem for what is no list of fields of the kind. */
function readKeep(names: unknown, { fields, openFields, identity = [] }: ImportResource): string[] {
  const list = typeof names === 'string' ? names.split(',').map((name) => name.trim()) : names;
  if (!Array.isArray(list)) {
    throw new RecordProblem(KEEP, 'accepted is a list of the names of fields');
  }
  const given = list.filter((name) => name !== '');
  const unknown = given.find(
    (name) =>
      typeof name !== 'string' ||
      identity.includes(name) ||
      !(fields.has(name) || openFields?.test(name)),
  );
  if (unknown === undefined) return [...new Set(given as string[])].sort();
  const word = typeof unknown === 'string' ? quoted(unknown) : 'what is not a name';
  throw new RecordProblem(KEEP, `${word} was given; accepted are fields of the kind but its id`);
}

function without(record: ImportRecord, names: readonly string[]): ImportRecord {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));
}

/** The records of an export, each with the list of its kept fields where it has one. */
export function showingKeptFields(kind: ResourceName, records: RecordExport): RecordExport {
  if (!hasKeptFields(kind)) return records;
  const { id } = REMOVALS[kind];
  return async function* shown(context) {
    const kept = await keptFieldsOf(context.database.db, kind, context.only);
    for await (const record of records(context)) {
      const fields = kept.get(Number(record[id]));
      yield fields === undefined ? record : { ...record, [KEEP]: [...fields] };
    }
  };
}
