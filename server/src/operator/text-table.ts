import { stripControls } from '../lib/text.js';

/**
 * A plain text table: aligned columns, two spaces between them, and no control characters, because
 * titles and captions come from other people.
 */
export function table(headings: readonly string[], rows: ReadonlyArray<readonly string[]>): string {
  const cells = [headings, ...rows].map((row) => row.map(stripControls));
  const widths = headings.map((_, column) =>
    Math.max(...cells.map((row) => [...(row[column] ?? '')].length)),
  );
  return cells
    .map((row) =>
      row
        .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - [...cell].length))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/**
 * A moment in the form of lists: `2026-11-20 21:31 UTC`. @param at Milliseconds since the epoch.
 */
export function moment(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
