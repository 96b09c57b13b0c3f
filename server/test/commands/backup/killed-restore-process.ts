/**
 * A restore in a process of its own, which is killed at a step that it says. Arguments: words of that
 * step, and the restore's own.
 */
import { randomBytes } from 'node:crypto';
import { Writable } from 'node:stream';
import { runProgram } from '../../../src/commands/program.js';
import { systemClock } from '../../../src/lib/clock.js';

const [words = '', ...args] = process.argv.slice(2);
const terminal = new Writable({
  write(chunk, _encoding, done) {
    if (String(chunk).includes(words)) process.kill(process.pid, 'SIGKILL');
    else done();
  },
});

await runProgram(['restore', ...args], {
  environment: process.env,
  cwd: process.cwd(),
  stdin: process.stdin,
  stdout: process.stdout,
  // Steps are said to people on a terminal.
  stderr: Object.assign(terminal, { isTTY: true }),
  clock: systemClock,
  random: randomBytes,
});
