import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** A file that a thread or a process of its own runs, and the arguments that Node.js needs to run it. */
interface ThreadFile {
  readonly filename: string;
  readonly execArgv: string[];
}

/**
 * Where the file lies that a thread runs. A build makes a file of its own of each source whose name ends in `-thread.ts` or
 * `-process.ts`, and all its files lie in one folder. Tests run the source, for which the thread needs a loader. This is
 * the only place that knows of the two.
 *
 * @param source Next to the file that starts it: `new URL('./large-thread.ts', import.meta.url)`.
 */
export function threadFile(source: URL): ThreadFile {
  // The loader of CommonJS alone, which needs no second thread of its own.
  return fileOf(source, (require) => ['--require', require.resolve('tsx/cjs')]);
}

/** As `threadFile`, for a file that a process of its own runs. */
export function processFile(source: URL): ThreadFile {
  // A process begins with a module, which the loader of CommonJS does not see.
  return fileOf(source, (require) => ['--import', pathToFileURL(require.resolve('tsx')).href]);
}

function fileOf(source: URL, loader: (require: NodeJS.Require) => string[]): ThreadFile {
  const filename = fileURLToPath(source);
  const { url } = import.meta;
  if (url.endsWith('.ts')) return { filename, execArgv: loader(createRequire(url)) };
  // What this process was started with is nothing to the thread.
  return { filename: filename.replace(/\.ts$/, '.js'), execArgv: [] };
}
