import { randomBytes } from 'node:crypto';
import { runProgram } from './commands/program.js';
import { systemClock } from './lib/clock.js';
import { standBackAltogether } from './lib/threads.js';

// Databases hold people's data: no other account may read them, whatever folder they are in.
process.umask(0o077);

// `portico client list | head` closes the pipe early, and a person closes a terminal: neither is an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  const isClosed = error.code === 'EPIPE' || (error.code === 'EIO' && process.stdout.isTTY);
  if (!isClosed) throw error;
});

let finished = false;

// Node ends a program whose last promise can no longer be kept, and says nothing of it.
process.once('exit', () => {
  if (finished) return;
  process.stderr.write('portico: The work stopped before its end. This is a fault of Portico.\n');
  process.exitCode = 1;
});

process.exitCode = await runProgram(process.argv.slice(2), {
  environment: process.env,
  cwd: process.cwd(),
  // Most commands read nothing, and Node opens standard input only at its first use.
  get stdin() {
    return process.stdin;
  },
  stdout: process.stdout,
  stderr: process.stderr,
  clock: systemClock,
  standBack: standBackAltogether,
  random: randomBytes,
});
finished = true;
