import { randomBytes } from 'node:crypto';
import { expect, it, test } from 'vitest';
import { forEachDatabase } from '../rig/databases.js';
import { repeats } from '../rig/part.js';
import { temporaryFolder } from '../rig/temp.js';
import { alerts } from './alerts.js';
import { copies } from './copies.js';
import { faults } from './faults.js';
import { kills } from './kills.js';
import { manage } from './manage.js';
import { nights } from './nights.js';
import { numbers } from './numbers.js';
import { readOptions } from './options.js';
import type { Engine, Part } from './part.js';
import { PARTS } from './parts.js';
import { pull } from './pull.js';
import { Report } from './report.js';
import { runPart } from './runs.js';
import { soak } from './soak.js';
import { upgrades } from './upgrades.js';

const SEED = 20261124;

/** A sample of each part: so many rounds on SQLite, and on PostgreSQL. `npm run trust` does the whole. */
const SAMPLES = new Map<Part, readonly [number, number]>([
  [nights, [repeats(5, 15), repeats(2, 5)]],
  [numbers, [repeats(50, 150), repeats(15, 40)]],
  [kills, [repeats(1, 2), 1]],
  [copies, [repeats(1, 4), repeats(1, 4)]],
  [upgrades, [repeats(2, 6), repeats(1, 4)]],
  [alerts, [repeats(1, 2), 1]],
  [faults, [repeats(3, 10), repeats(5, 15)]],
  [manage, [repeats(2, 5), repeats(1, 2)]],
  [pull, [repeats(6, 12), repeats(2, 4)]],
  [soak, [1, 1]],
]);

for (const part of PARTS) {
  forEachDatabase(`a sample of ${part.name}`, (database) => {
    it(`proves ${part.proves}`, async () => {
      const [onSqlite, onPostgres] = SAMPLES.get(part) ?? [];
      const rounds = (database.kind === 'sqlite' ? onSqlite : onPostgres) ?? 0;
      const report = new Report();
      const engine = { ...database, folder: temporaryFolder(), secretKey: randomBytes(32) };
      const plan = { seed: SEED, rounds, isOver: () => false };
      await runPart(part, plan, report, (work) => work(engine));
      expect(report.violations).toEqual([]);
      expect(report.counted('rounds')).toBe(rounds);
      expect(rounds).toBeGreaterThan(0);
    });
  });
}

/** A part that counts, and finds something where it draws a small number. */
const drawing: Part = {
  ...{ name: 'drawing', proves: 'nothing', rounds: 10, whole: 100 },
  async run({ random, rounds, report }) {
    for (const _ of rounds) {
      const drawn = random.between(0, 19);
      report.count('drawn', drawn);
      if (drawn === 0) report.violation('a zero');
    }
  },
};

async function drawn(seed: number, rounds: number): Promise<Report> {
  const report = new Report();
  const plan = { seed, rounds, isOver: () => false };
  await runPart(drawing, plan, report, (work) => work({} as Engine));
  return report;
}

test('a run is the same for the same seed, and ends at the first violation, which names its seed and round', async () => {
  const report = await drawn(5, 100);
  expect(report.violations.length).toBeGreaterThan(0);
  expect(await drawn(5, 100)).toEqual(report);
  for (const violation of report.violations) {
    const [, seed, round] = /^seed (\d+), round (\d+): a zero$/.exec(violation) ?? [];
    expect((await drawn(Number(seed), Number(round))).violations).toEqual([violation]);
    expect((await drawn(Number(seed), Number(round) - 1)).violations).toEqual([]);
  }
});

test('a part that ends with an error has found something', async () => {
  const report = new Report();
  const run = () => Promise.reject(new Error('gone'));
  const plan = { seed: 1, rounds: 1, isOver: () => report.violations.length > 0 };
  await runPart({ ...drawing, run }, plan, report, (work) => work({} as Engine));
  expect(report.violations).toEqual([expect.stringContaining('seed 1: ended with Error: gone')]);
});

test('the command line names the parts where it knows none of that name', () => {
  expect(() => readOptions(['nothing'])).toThrow(
    /There is no part nothing\.(.|\n)*nights(.|\n)*--minutes/,
  );
  expect(() => readOptions(['--help'])).toThrow(/^Usage: /);
  expect(() => readOptions(['nights', '--engine', 'mysql'])).toThrow('--engine accepts');
  const whole = { rounds: undefined, minutes: Number.POSITIVE_INFINITY, engine: undefined };
  expect(readOptions(['nights'])).toMatchObject({ parts: [nights], ...whole });
  const bounded = readOptions(['kills', '--minutes', '2', '--seed', '7', '--engine', 'postgres']);
  expect(bounded).toEqual({
    ...{ parts: [kills], minutes: 2, seed: 7, engine: 'postgres', rounds: undefined },
  });
});

test('the command line takes all parts where it names none, for ten minutes if that is to be quick', () => {
  expect(readOptions([])).toMatchObject({ parts: PARTS, minutes: Number.POSITIVE_INFINITY });
  expect(readOptions(['--quick'])).toMatchObject({ parts: PARTS, minutes: 10 });
  expect(readOptions(['kills', 'nights'])).toMatchObject({ parts: [nights, kills] });
});
