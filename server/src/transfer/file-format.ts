/** How a file holds records: one object a line, an array, or a table with a header. */
export type FileFormat = 'ndjson' | 'json' | 'csv';
