import { checkText } from './record-text.js';
import type { ImportResource } from './resource.js';

/**
 * Reads one record in our own fields, wherever it came from.
 *
 * @param timeZone The zone of dates without an offset, where it is not the database's.
 * @throws RecordProblem when it is not acceptable.
 */
export function readRow<Row>(
  resource: ImportResource<Row>,
  record: Readonly<Record<string, unknown>>,
  timeZone?: string,
): Row {
  const relevant = resource.removalOf?.(record) ?? record;
  const problem = checkText(relevant);
  if (problem !== null) throw problem;
  return resource.parse(relevant, timeZone);
}
