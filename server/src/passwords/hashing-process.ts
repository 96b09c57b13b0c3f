/** The program of the process of passwords.ts: it hashes and compares passwords, several at a time. */
import { hash, type Options, verify } from '@node-rs/argon2';
import { standBackAltogether } from '../lib/threads.js';

export type HashWork =
  | { readonly password: Uint8Array; readonly options: Options }
  | { readonly password: Uint8Array; readonly stored: string };

/** A piece of work with a number, by which its answer is known. */
export interface NumberedWork {
  readonly number: number;
  readonly work: HashWork;
}

/** The text form of the hash, or whether the password matches; or why neither is known. */
export type HashAnswer =
  | { readonly number: number; readonly result: string | boolean }
  | { readonly number: number; readonly problem: string };

/**
 * How much the process stands back. A search that comes while every core is at work on passwords then goes
 * first. It is not more, as other programs at normal priority would then leave the process nothing: at 19, a
 * registration while twelve of them run takes longer than anybody waits (docs/architecture/fast.md).
 */
const NICENESS = 5;

// Not from its start on: a registration waits for the first start, and other programs would draw it out.
standBackAltogether(NICENESS);

process.on('message', ({ number, work }: NumberedWork) => {
  hashOrCompare(work).then(
    (result) => answer({ number, result }),
    (error: Error) => answer({ number, problem: error.message }),
  );
});

// The process that it works for is gone. An exit would wait for what is being hashed.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));

// The signals of a terminal, or of a service that stops, are for the process that it works for.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});

async function hashOrCompare(work: HashWork): Promise<string | boolean> {
  return 'stored' in work ? verify(work.stored, work.password) : hash(work.password, work.options);
}

function answer(message: HashAnswer): void {
  process.send?.(message);
}
