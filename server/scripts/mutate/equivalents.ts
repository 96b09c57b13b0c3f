import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { Mutant } from './mutants.js';

/** Mutants of a line that change nothing observable. */
export interface Equivalent {
  readonly file: string;
  /**
   * The line's text without its indentation; a line number would be wrong after the next commit.
   */
  readonly line: string;
  /** The changes of the line, as reports show them; absent for all changes. */
  readonly changes?: readonly string[];
  /** One of a few words for counting: `speed`, `types`, `words`, `twice`, `unreachable`. */
  readonly kind: string;
  readonly why: string;
}

/** All equivalents, in the order of the file. */
export function readEquivalents(): Equivalent[] {
  const text = readFileSync(new URL('equivalents.yaml', import.meta.url), 'utf8');
  return (parse(text) as Equivalent[] | null) ?? [];
}

/** The equivalent that excuses a mutant from being noticed. */
export function excuse(
  equivalents: readonly Equivalent[],
  { file, text, change }: Mutant,
): Equivalent | undefined {
  return equivalents.find(
    (one) => one.file === file && one.line === text && (one.changes?.includes(change) ?? true),
  );
}
