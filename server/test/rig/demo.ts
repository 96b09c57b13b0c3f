import { cpSync, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { runProgram } from './program.js';

/**
 * Makes a data folder that holds the demo. `portico demo` draws its pictures for seconds, so the first file of a run that
 * needs the demo leaves a copy for the others.
 *
 * @param dataFolder Its path; nothing is there yet.
 */
export async function copyDemo(dataFolder: string): Promise<void> {
  const shared = process.env.PORTICO_TEST_SHARED;
  if (shared !== undefined && isCopied(join(shared, 'demo'), dataFolder)) return;
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  const { status, errors } = await runProgram({ dataFolder, databaseUrl: undefined }, 'demo');
  if (status !== 0) throw new Error(`The demo was not made: ${errors}`);
  if (shared !== undefined) publish(dataFolder, shared);
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
