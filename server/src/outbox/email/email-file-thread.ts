/**
 * The thread of email-files.ts. It writes each email to a temporary file, syncs it to the disk and
 * renames it, so that a reader sees a whole email or none; then it syncs the folders. Nothing else runs
 * in this thread, so it uses synchronous calls, which take a third of the processor time of handing each
 * step to another thread (as `replaceFile` does).
 */
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { dirname } from 'node:path';
import type { SendMailOptions } from 'nodemailer';
import MailComposer from 'nodemailer/lib/mail-composer';
import { standBack } from '../../lib/threads.js';

/** Why an email was not written: the code of the system, or the message of the mail library. */
export type WriteFailure = { readonly system: string } | { readonly email: string };

/** An email and its file. */
export interface Job {
  readonly file: string;
  readonly message: SendMailOptions;
}

standBack();

/** Writes emails to their files. Returns undefined, at the index of an email, when it is on the disk. */
export default async function writeAll(
  jobs: readonly Job[],
): Promise<readonly (WriteFailure | undefined)[]> {
  const failures: (WriteFailure | undefined)[] = [];
  const folders = new Set<string>();
  let system: string | undefined;
  for (const [at, { file, message }] of jobs.entries()) {
    // A failure of the disk concerns all emails.
    if (system !== undefined) break;
    let email: string;
    try {
      email = await compose(message);
    } catch (error) {
      failures[at] = { email: (error as Error).message };
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
  // The library would use one more stream for this, which costs more than the text itself.
  return composed.toString('utf8').replace(/\r?\n/g, '\r\n');
}

/** The system's error code if the work fails. */
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
