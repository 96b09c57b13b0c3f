import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { Mutant } from './mutants.js';

/** Mutants of a file that change nothing which can be seen. */
export interface Equivalent {
  readonly file: string;
  /** The line's text without its indentation: a number would be wrong after the next commit. */
  readonly line: string;
  /** The changes of it, as reports show them; without it, all changes of the line. */
  readonly changes?: readonly string[];
  /** One of a few words, to count by: `speed`, `types`, `words`, `twice`, `unreachable`. */
  readonly kind: string;
  readonly why: string;
}

/** The list of all, in the order of the file. */
export function readEquivalents(): Equivalent[] {
  const text = readFileSync(new URL('equivalents.yaml', import.meta.url), 'utf8');
  return (parse(text) as Equivalent[] | null) ?? [];
}

/** Why a mutant need not be noticed. */
export function excuse(
  equivalents: readonly Equivalent[],
  { file, text, change }: Mutant,
): Equivalent | undefined {
  return equivalents.find(
    (one) => one.file === file && one.line === text && (one.changes?.includes(change) ?? true),
  );
}
