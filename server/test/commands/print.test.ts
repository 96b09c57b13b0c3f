import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Look, print } from '../../src/commands/print.js';
import { PLAIN } from '../../src/commands/terminal.js';

const HEADINGS = ['CLIENT', 'ID', 'KIND', 'CREATED', 'STATE', 'TO', 'SUBJECT', 'REASON'];
const ROWS = [
  [
    'acme',
    '12',
    'verification',
    '2026-11-20 21:31 UTC',
    'failed',
    'somebody.with.a.long.name@mail.example.com',
    'Please confirm your address',
    '550 5.1.1 No such user here',
  ],
  ['acme', '11', 'lead', '2026-11-20 21:30 UTC', 'waiting', 'a@b.example', 'New lead', ''],
];
const table = (headings: readonly string[], rows: ReadonlyArray<readonly string[]>, look?: Look) =>
  print(
    Object.fromEntries(
      headings.map((heading, index) => [heading, (row: readonly string[]) => row[index] ?? '']),
    ),
    rows,
    look,
  );
const at = (columns: number, colour = false) => ({ terminal: { columns, colour } });
const widest = (text: string) => Math.max(...text.split('\n').map((line) => line.length));

describe('a table', () => {
  test('is as wide as its cells where lines may have any length', () => {
    const [heading, first, second] = table(HEADINGS, ROWS).split('\n');
    expect(heading).toMatch(/^CLIENT {2}ID {2}KIND {10}CREATED {15}STATE/);
    expect(first).toContain('Please confirm your address  550 5.1.1 No such user here');
    expect(second).toMatch(/New lead$/);
  });

  test.each([80, 100, 120])('fits a terminal of %i columns, and loses nothing', (columns) => {
    const below = ['KIND', 'REASON'];
    const text = table(HEADINGS, ROWS, { ...at(columns), below });
    expect(widest(text)).toBeLessThanOrEqual(columns);
    expect(text).toMatch(/\n {4}KIND verification {2}REASON 550 5.1.1 No such user here\n/);
    const shown = text.replaceAll(/\s+/g, '');
    for (const [, , , created] of ROWS) expect(text).toContain(created);
    for (const part of ['somebody.with.a', 'confirm', '11', 'waiting'])
      expect(shown).toContain(part);
  });

  test('wraps the widest column first', () => {
    const rows = [['acme', 'one two three four five six seven eight nine ten']];
    expect(table(['NAME', 'WORDS'], rows, at(40))).toBe(
      'NAME  WORDS\nacme  one two three four five six seven\n      eight nine ten',
    );
  });

  test('that would be too narrow to read becomes blocks', () => {
    const text = table(HEADINGS, ROWS, at(50));
    expect(text).toContain('KIND     verification\nCREATED  2026-11-20 21:31 UTC\n');
    expect(text).toContain('\n\nCLIENT   acme\nID       11\n');
  });

  test('shows states in colours, and nothing in colours elsewhere', () => {
    const text = table(['NAME', 'STATE'], [['failed', 'failed']], at(80, true));
    expect(text).toBe(
      '\u001b[1mNAME\u001b[22m    \u001b[1mSTATE\u001b[22m\nfailed  \u001b[31mfailed\u001b[39m',
    );
    expect(table(['NAME', 'STATE'], [['a', 'failed']], { terminal: PLAIN })).not.toContain(
      '\u001b',
    );
  });

  test('never is wider than a terminal that can hold its words', () => {
    const cell = fc.stringMatching(/^[a-z ]{0,60}$/);
    fc.assert(
      fc.property(
        fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 60, max: 200 }),
        (rows, columns) => {
          const text = table(['A', 'B', 'C'], rows, at(columns));
          expect(widest(text)).toBeLessThanOrEqual(columns);
          const letters = (whole: string) => [...whole.replaceAll(/\s/g, '')].sort().join('');
          expect(letters(text)).toBe(letters(`ABC${rows.flat().join('')}`));
        },
      ),
    );
  });
});
