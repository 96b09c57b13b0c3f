import type { Engine, Part } from './part.js';
import { Random } from './random.js';
import type { Report } from './report.js';

/** How much is done. */
export interface Plan {
  readonly seed: number;
  readonly rounds: number;
  /** Whether there is time for another round. */
  isOver(): boolean;
}

/** So many violations tell enough. */
const MOST_VIOLATIONS = 10;

/**
 * Runs a part again and again, each run with the seed after the one before, until all rounds are done.
 *
 * @param withEngine Makes an installation for one run, and removes it after that.
 */
export async function runPart(
  part: Part,
  plan: Plan,
  report: Report,
  withEngine: (work: (engine: Engine) => Promise<void>) => Promise<void>,
): Promise<void> {
  let left = plan.rounds;
  for (let seed = plan.seed; left > 0 && !plan.isOver(); seed += 1) {
    const before = report.violations.length;
    if (before >= MOST_VIOLATIONS) return;
    function* rounds(): Generator<number> {
      const most = Math.min(part.rounds, left);
      for (let round = 1; round <= most; round += 1) {
        if (plan.isOver() || report.violations.length > before) return;
        left -= 1;
        report.where = `seed ${seed}, round ${round}: `;
        report.count('rounds');
        yield round;
      }
    }
    report.where = `seed ${seed}: `;
    report.count('runs');
    await withEngine(async (engine) => {
      try {
        await part.run({ random: new Random(seed), rounds: rounds(), engine, report });
      } catch (error) {
        report.violation(`ended with ${error instanceof Error ? error.stack : String(error)}`);
      }
    });
  }
}
