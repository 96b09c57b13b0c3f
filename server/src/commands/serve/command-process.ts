/** The program of the processes that fork-command.ts starts: it runs the command line that it is given. */
import { randomBytes } from 'node:crypto';
import { systemClock } from '../../lib/clock.js';
import { runProgram } from '../program.js';

// The server that it works for is gone. It ends as by a signal, between two batches.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
// Listening keeps it from no end.
process.channel?.unref();

const { env: environment, stdin, stdout, stderr } = process;
process.exitCode = await runProgram(process.argv.slice(2), {
  ...{ environment, cwd: process.cwd(), stdin, stdout, stderr },
  ...{ clock: systemClock, random: randomBytes },
});
