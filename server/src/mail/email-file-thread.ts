/**
 * What the thread of email-files.ts runs: each email is written beside its place, brought to the disk,
 * and moved there, so that a reader sees a whole email or none; then their names are brought to the
 * disk. Nothing else runs in this thread, so it waits for the disk where it stands, which takes a third
 * of the processor time of handing each step to another thread (as `replaceFile` does).
 */
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { dirname } from 'node:path';
import type { SendMailOptions } from 'nodemailer';
import MailComposer from 'nodemailer/lib/mail-composer';
import { standBack } from '../lib/stand-back.js';

/** Why an email has not become a file: as the system names it, or in the words of the mail library. */
export type WriteFailure = { readonly system: string } | { readonly letter: string };

/** An email, and the file that it becomes. */
export interface Job {
  readonly file: string;
  readonly message: SendMailOptions;
}

standBack();

/** Writes emails to their files. Undefined, in the place of an email, when it is on the disk. */
export default async function writeAll(
  jobs: readonly Job[],
): Promise<readonly (WriteFailure | undefined)[]> {
  const failures: (WriteFailure | undefined)[] = [];
  const folders = new Set<string>();
  let system: string | undefined;
  for (const [at, { file, message }] of jobs.entries()) {
    // What keeps one email from the disk keeps the others, too.
    if (system !== undefined) break;
    let email: string;
    try {
      email = await compose(message);
    } catch (error) {
      failures[at] = { letter: (error as Error).message };
      continue;
    }
    system = failing(() => place(file, email));
    folders.add(dirname(file));
  }
  for (const folder of folders) system ??= failing(() => sync(folder));
  return jobs.map((_, at) => failures[at] ?? (system === undefined ? undefined : { system }));
}

async function compose(message: SendMailOptions): Promise<string> {
  const composed = await new MailComposer(message).compile().build();
  // The library would do this in one more stream, which costs more than all the text.
  return composed.toString('utf8').replace(/\r?\n/g, '\r\n');
}

/** The system's name for what went wrong, if anything did. */
function failing(work: () => void): string | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'unknown';
  }
}

function place(file: string, email: string): void {
  const fresh = `${file}.${randomUUID()}`;
  const opened = open(fresh);
  try {
    try {
      fs.writeFileSync(opened, email);
      fs.fsyncSync(opened);
    } finally {
      fs.closeSync(opened);
    }
    fs.renameSync(fresh, file);
  } catch (error) {
    fs.rmSync(fresh, { force: true });
    throw error;
  }
}

function sync(folder: string): void {
  const opened = fs.openSync(folder, 'r');
  try {
    fs.fsyncSync(opened);
  } finally {
    fs.closeSync(opened);
  }
}

function open(fresh: string): number {
  try {
    return fs.openSync(fresh, 'wx', 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  fs.mkdirSync(dirname(fresh), { recursive: true, mode: 0o700 });
  return fs.openSync(fresh, 'wx', 0o600);
}
