/**
 * `npm run dev`: runs the server from a checkout, and starts it again after each change of server/src,
 * importer/src, media/src or demo/src. What follows `--` goes to `portico serve`; without it, `--demo` does. Types are
 * not checked, which an editor or `npm run types` does.
 */
import '../bin/node-version.js';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, watch } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { context } from 'esbuild';
import { bundle, programOptions } from './bundle.js';

/** An editor writes several files at once, and some of them in two steps. */
const SETTLE_MS = 30;
/** A server with calls under way gets this long to answer them. */
const STOP_MS = 2_000;

const root = fileURLToPath(new URL('..', import.meta.url));
const args = process.argv.length > 2 ? process.argv.slice(2) : ['--demo'];

/** @type {import('node:child_process').ChildProcess | undefined} */
let server;
/** @type {string[]} */
let outputs = [];
/** @type {NodeJS.Timeout | undefined} */
let settling;
let work = Promise.resolve();

await bundle(join(root, 'dist'), ['src/main.ts']);
const program = await context(programOptions('dist', ['src/main.ts']));
restart();
// esbuild's own watch looks at each file in turn, which takes seconds to notice a change.
for (const folder of ['src', '../importer/src', '../media/src', '../demo/src']) {
  watch(join(root, folder), { recursive: true }, () => {
    clearTimeout(settling);
    settling = setTimeout(restart, SETTLE_MS);
  });
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.once(signal, async () => {
    await stop();
    process.exit(0);
  });
}

function restart() {
  work = work.then(async () => {
    const built = await program.rebuild().catch(() => undefined);
    // The server of the last good build goes on while a file does not compile; esbuild says which.
    if (built?.metafile === undefined) return;
    await stop();
    const made = Object.keys(built.metafile.outputs);
    for (const path of outputs) if (!made.includes(path)) rmSync(join(root, path), { force: true });
    outputs = made;
    server = spawn(process.execPath, [join(root, 'bin/portico.js'), 'serve', ...args], {
      stdio: 'inherit',
    });
  });
}

async function stop() {
  const running = server;
  server = undefined;
  if (running === undefined || running.exitCode !== null || running.signalCode !== null) return;
  const ended = once(running, 'exit');
  running.kill('SIGTERM');
  const timer = setTimeout(() => running.kill('SIGKILL'), STOP_MS);
  await ended;
  clearTimeout(timer);
}
