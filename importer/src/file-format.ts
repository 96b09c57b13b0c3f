/** How a file holds records: one object a line, JSON, or a table with a header, whose cells commas or tabs separate. */
export type FileFormat = 'ndjson' | 'json' | 'csv' | 'tsv';

/** Whether it is a table with a header. */
export function isTable(format: FileFormat): boolean {
  return format === 'csv' || format === 'tsv';
}
