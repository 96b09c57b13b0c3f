import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import type { DatabaseKind } from '../rig/databases.js';
import { isWholeRun } from '../rig/part.js';
import { temporaryFolder } from '../rig/temp.js';

/**
 * Rentals that are taken; a whole run has SQLite take all 39,473. What a mapping makes of a row is the same for all, and
 * PostgreSQL would take half a minute for all of them in each of three suites.
 */
const SOME = 10_000;

/** The rentals of RentHop, as the file has them. */
export interface RentHop {
  /** The path of the file. */
  readonly file: string;
  readonly rows: readonly Readonly<Record<string, string>>[];
}

/** As many rentals of RentHop as a test takes. @param file The path of the sample data. */
export function rentHopFor(kind: DatabaseKind, file: string): RentHop {
  const text = gunzipSync(readFileSync(file)).toString();
  if (isWholeRun && kind === 'sqlite') return { file, rows: rowsOf(text) };
  const part = join(temporaryFolder(), 'renthop.csv');
  // No cell of this file has a line break.
  const head = text
    .split('\n')
    .slice(0, SOME + 1)
    .join('\n');
  writeFileSync(part, head);
  return { file: part, rows: rowsOf(head) };
}

function rowsOf(text: string): Record<string, string>[] {
  return parse(text, { columns: true });
}
