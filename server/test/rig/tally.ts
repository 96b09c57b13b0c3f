/**
 * A reporter that counts for scripts/test-rig/command.ts: what passed, failed and was skipped, written to the
 * file PORTICO_TEST_TALLY after every test file, so that a run which dies still has its count.
 */
import { renameSync, writeFileSync } from 'node:fs';
import type { Reporter, SerializedError, TestModule, TestRunEndReason } from 'vitest/node';

/** The content of the file, as JSON. */
export interface Tally {
  passed: number;
  /**
   * Failed tests, plus one for each suite or file that failed outside of its tests (a hook, an
   * import) and for each error nobody awaited.
   */
  failed: number;
  skipped: number;
  /** Whether vitest came to the end of its run. */
  finished: boolean;
}

type Counts = Pick<Tally, 'passed' | 'failed' | 'skipped'>;

export default class TallyReporter implements Reporter {
  readonly #file = process.env.PORTICO_TEST_TALLY;
  readonly #modules = new Map<string, Counts>();

  onTestModuleEnd(module: TestModule): void {
    this.#modules.set(module.id, countModule(module));
    this.#write(0, false);
  }

  onTestRunEnd(
    modules: readonly TestModule[],
    unhandledErrors: readonly SerializedError[],
    reason: TestRunEndReason,
  ): void {
    // Files that could not be loaded never ended, so the whole list is counted once more.
    for (const module of modules) this.#modules.set(module.id, countModule(module));
    this.#write(unhandledErrors.length, reason !== 'interrupted');
  }

  #write(unhandled: number, finished: boolean): void {
    if (this.#file === undefined) return;
    const tally: Tally = { passed: 0, failed: unhandled, skipped: 0, finished };
    for (const counts of this.#modules.values()) {
      tally.passed += counts.passed;
      tally.failed += counts.failed;
      tally.skipped += counts.skipped;
    }
    const fresh = `${this.#file}.new`;
    writeFileSync(fresh, JSON.stringify(tally));
    renameSync(fresh, this.#file);
  }
}

function countModule(module: TestModule): Counts {
  const counts: Counts = { passed: 0, failed: 0, skipped: 0 };
  for (const test of module.children.allTests()) {
    const { state } = test.result();
    // A test that neither passed nor was skipped on purpose has not shown what it promises.
    counts[state === 'pending' ? 'failed' : state] += 1;
  }
  for (const suite of [module, ...module.children.allSuites()]) {
    if (suite.errors().length > 0) counts.failed += 1;
  }
  if (counts.failed === 0 && module.state() === 'failed') counts.failed = 1;
  return counts;
}
