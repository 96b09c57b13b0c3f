import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runToEnd } from './children.js';
import { writeAgents, writeListings } from './listings.js';
import { CLIENT, programEnvironment, type Workspace } from './workspace.js';

/** The cost of an import. */
export interface ImportFigures {
  /** From the start of the command to its end. */
  readonly seconds: number;
  /** Peak resident memory of the command's process. */
  readonly peakBytes: number;
}

/** Makes the tenant and imports generated files into it, with the program's own commands. */
export async function measureImport(
  workspace: Workspace,
  listings: number,
): Promise<ImportFigures> {
  const { signal, sources } = workspace;
  mkdirSync(sources);
  await writeAgents(join(sources, 'agents.ndjson'));
  await writeListings(join(sources, 'listings.ndjson'), listings);
  const program = workspace.module('src/main.js');
  const env = programEnvironment(workspace);
  await runToEnd([program, 'client', 'add', CLIENT], { signal, env });

  const peakFile = workspace.file('peak');
  const watch = pathToFileURL(workspace.module('bench/peak-memory.js')).href;
  const start = performance.now();
  const output = await runToEnd(['--import', watch, program, 'import', CLIENT, sources, '--json'], {
    signal,
    env: { ...env, BENCH_PEAK_FILE: peakFile },
  });
  const seconds = (performance.now() - start) / 1000;
  const written: unknown = JSON.parse(output).listings?.written;
  if (written !== listings) throw new Error(`Of ${listings} listings ${written} were written.`);
  rmSync(sources, { recursive: true });
  return { seconds, peakBytes: Number(readFileSync(peakFile, 'utf8')) };
}
