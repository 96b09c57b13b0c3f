import { RecordProblem } from './resource.js';

/** Fields whose bad value costs only the field, with the value that they have then; undefined for none. */
export type OptionalFields = ReadonlyMap<string, unknown>;

/**
 * Parses a record without those of its optional fields that are at fault.
 *
 * @param record Loses these fields, or has their fallback in them.
 * @param leaveOut Receives what is wrong with each.
 * @throws RecordProblem of any other field, or of the record as a whole.
 */
export function parseWithout<Row>(
  record: Record<string, unknown>,
  optional: OptionalFields,
  parse: (record: Record<string, unknown>) => Row,
  leaveOut: (problem: RecordProblem) => void,
): Row {
  if (optional.size === 0) return parse(record);
  const left = new Set<string>();
  for (;;) {
    try {
      return parse(record);
    } catch (error) {
      if (!(error instanceof RecordProblem)) throw error;
      const [field = ''] = error.field.split('.', 1);
      // A field that is at fault once more has a fallback that the record does not accept.
      if (!optional.has(field) || left.has(field)) throw error;
      left.add(field);
      setOrRemove(record, field, optional.get(field));
      leaveOut(error);
    }
  }
}

function setOrRemove(record: Record<string, unknown>, field: string, value: unknown): void {
  if (value === undefined) delete record[field];
  else record[field] = value;
}
