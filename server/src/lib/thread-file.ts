import { createRequire } from 'node:module';
import { basename } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/**
 * Where the file lies that a thread runs, and the arguments that Node.js needs to run it. A build makes
 * a file of its own of each source whose name ends in `-thread.ts` or `-process.ts`; all files of a build lie in one
 * folder. Tests run the source, for which the thread needs a loader. This is the only place that knows of
 * the two.
 *
 * @param path From `src`, without its ending: `outbox/email/email-file-thread`.
 */
export function threadFile(path: string): { filename: string; execArgv: string[] } {
  const { url } = import.meta;
  if (!url.endsWith('.ts')) {
    // What the process was started with is nothing to the thread.
    return { filename: fileURLToPath(new URL(`${basename(path)}.js`, url)), execArgv: [] };
  }
  // The loader of CommonJS alone, which needs no second thread of its own.
  const loader = createRequire(url).resolve('tsx/cjs');
  return {
    filename: fileURLToPath(new URL(`../${path}.ts`, url)),
    execArgv: ['--require', loader],
  };
}

/** As `threadFile`, for a file that a process of its own runs. */
export function processFile(path: string): { filename: string; execArgv: string[] } {
  const { url } = import.meta;
  const { filename, execArgv } = threadFile(path);
  if (!url.endsWith('.ts')) return { filename, execArgv };
  // A process begins with a module, which the loader of CommonJS does not see.
  return {
    filename,
    execArgv: ['--import', pathToFileURL(createRequire(url).resolve('tsx')).href],
  };
}
