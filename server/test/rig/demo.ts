import { cpSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runProgram } from './program.js';

/** Not the seed that a demo has by itself, as this is how `--seed` is tried. */
const SHARED_SEED = '7';

/** In the data folder: what the program printed when it made the demo. */
const PRINTED = 'printed.json';

/**
 * Makes a data folder that holds the demo. `portico demo` draws its pictures for seconds, so the first file of a run that
 * needs the demo leaves a copy for the others.
 *
 * @param dataFolder Its path; nothing is there yet.
 * @returns What `portico demo --json` printed when it was made.
 */
export async function copyDemo(dataFolder: string): Promise<Record<string, unknown>> {
  const shared = process.env.PORTICO_TEST_SHARED;
  const printed = join(dataFolder, PRINTED);
  if (shared === undefined || !isCopied(join(shared, 'demo'), dataFolder)) {
    mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
    const place = { dataFolder, databaseUrl: undefined };
    const run = await runProgram(place, 'demo', '--seed', SHARED_SEED, '--json');
    if (run.status !== 0) throw new Error(`The demo was not made: ${run.errors}`);
    writeFileSync(printed, run.output);
    if (shared !== undefined) publish(dataFolder, shared);
  }
  return JSON.parse(readFileSync(printed, 'utf8'));
}

function isCopied(from: string, to: string): boolean {
  try {
    cpSync(from, to, { recursive: true });
    return true;
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ENOENT') return false;
    throw error;
  }
}

/** Leaves a copy under its name in one step, as another process may look for it at any moment. */
function publish(dataFolder: string, shared: string): void {
  const copy = join(shared, `demo-of-${process.pid}`);
  cpSync(dataFolder, copy, { recursive: true });
  try {
    renameSync(copy, join(shared, 'demo'));
  } catch (error) {
    // Another file of the run has left one by now.
    if ((error as { code?: unknown }).code !== 'ENOTEMPTY') throw error;
  }
}
