import { dirname } from 'node:path';
import { type Equivalent, excuse } from './equivalents.js';
import type { Mutant } from './mutants.js';
import { isNoticed, type Outcome } from './processes.js';

const say = (text: string): void => void process.stdout.write(`${text}\n`);

/** Prints the mutants that no test noticed, and the counts of each folder. */
export function report(
  mutants: readonly Mutant[],
  outcomes: ReadonlyMap<number, Outcome>,
  equivalents: readonly Equivalent[],
  all: readonly Mutant[],
): void {
  const kindOf = ({ id }: Mutant) => outcomes.get(id)?.kind ?? 'unreached';
  const noticed = ({ id }: Mutant) => isNoticed(outcomes.get(id));
  for (const mutant of mutants.filter((one) => !noticed(one))) {
    const { id, file, line, operator, change } = mutant;
    say(`${kindOf(mutant)}: ${file}:${line} ${operator}: ${change} [${id}]`);
  }
  say('');
  for (const folder of new Set(mutants.map(({ file }) => dirname(file)))) {
    const inside = mutants.filter(({ file }) => dirname(file) === folder);
    say(counts(folder, inside, noticed));
  }
  say(counts('all', mutants, noticed));
  const ended = mutants.filter((one) => kindOf(one) === 'ended').length;
  if (ended > 0) say(`${ended} of those that were noticed had the tests hang or their process end`);
  const unclear = mutants.filter((one) => kindOf(one) === 'hangs without it').length;
  if (unclear > 0) say(`${unclear} count as unnoticed: their tests hang without them too`);
  const slow = [...outcomes.values()].filter((one) => 'by' in one && /timed out/.test(one.by));
  if (slow.length > 0) say(`${slow.length} of them had a test that took too long`);
  const kinds = all.flatMap((mutant) => excuse(equivalents, mutant)?.kind ?? []);
  for (const kind of new Set(kinds)) {
    say(`equivalent, ${kind}: ${kinds.filter((other) => other === kind).length}`);
  }
  const files = new Set(all.map(({ file }) => file));
  for (const one of equivalents.filter(({ file }) => files.has(file))) {
    if (!all.some((mutant) => excuse([one], mutant))) {
      say(`excuses nothing any more: ${one.file}: ${one.line}`);
    }
  }
}

function counts(
  name: string,
  mutants: readonly Mutant[],
  noticed: (mutant: Mutant) => boolean,
): string {
  const count = mutants.filter(noticed).length;
  const share = ((100 * count) / mutants.length).toFixed(1);
  return `${name}: ${count} of ${mutants.length} noticed (${share} %)`;
}
