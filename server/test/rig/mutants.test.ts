import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { excuse } from '../../scripts/mutate/equivalents.js';
import { type Mutant, mutantsOf, withSwitches } from '../../scripts/mutate/mutants.js';
import { temporaryFolder } from './temp.js';

const SOURCE = `
const limits = { short: 3, long: 10 };
function fits(text) {
  if (text.trim() === '' || text.length < limits.short) return false;
  log.info('not changed');
  return text.toString().length <= limits.long;
}
`;

function mutantsIn(source: string): Mutant[] {
  const file = join(temporaryFolder(), 'source.ts');
  writeFileSync(file, source);
  return mutantsOf(file, 100);
}

/** Runs the text with one mutant switched on. */
function fits(id: number, text: string): unknown {
  const made = withSwitches(SOURCE, mutantsIn(SOURCE));
  const run = new Function('__mutant', 'log', 'text', `${made}; return fits(text);`);
  return run((asked: number) => asked === id, { info: () => {} }, text);
}

it('changes one thing at a time, and nothing where no mutant is on', () => {
  const mutants = mutantsIn(SOURCE);
  const idOf = (change: string) => mutants.find((mutant) => mutant.change === change)?.id ?? 0;
  const texts = ['', ' x ', 'abc', 'abcdefghij', 'abcdefghijk'];
  const verdicts = (id: number) => texts.map((text) => fits(id, text));
  expect(verdicts(0)).toEqual([false, true, true, true, false]);
  const boundary = 'text.length < limits.short → text.length <= limits.short';
  expect(verdicts(idOf(boundary))).toEqual([false, false, false, true, false]);
  expect(verdicts(idOf('3 → 4'))).toEqual([false, false, false, true, false]);
  const last = 'text.toString().length <= limits.long → text.toString().length < limits.long';
  expect(verdicts(idOf(last))).toEqual([false, true, true, false, false]);
  expect(mutants.map(({ change }) => change)).toContain("text.trim() === '' → text.trim() !== ''");
  expect(mutants.filter(({ text }) => text.includes('not changed'))).toEqual([]);
});

it('changes no words that only describe a parameter', () => {
  const source = "const unit = described(text(100, 'kept'), 'Apartment');";
  const changes = mutantsIn(source).map(({ change }) => change);
  expect(changes).toEqual(['100 → 200', "'kept' → ''"]);
  expect(mutantsIn("const id = Type.String({ description: 'Its number' });")).toEqual([]);
});

it('leaves out the mutants that are listed as equivalent', () => {
  const [mutant] = mutantsIn(SOURCE).filter(({ change }) => change === '3 → 4');
  if (mutant === undefined) throw new Error('There is no such mutant.');
  const { file, text: line, change } = mutant;
  const why = { kind: 'speed', why: 'no matter' };
  expect(excuse([{ file, line, ...why }], mutant)).toMatchObject(why);
  expect(excuse([{ file, line, changes: [change], ...why }], mutant)).toMatchObject(why);
  expect(excuse([{ file, line, changes: ['10 → 11'], ...why }], mutant)).toBeUndefined();
  expect(excuse([{ file: 'other.ts', line, ...why }], mutant)).toBeUndefined();
});
