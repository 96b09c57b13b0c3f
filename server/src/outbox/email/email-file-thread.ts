/**
 * The thread of `FileTransport`. It writes each email to a temporary file, syncs it to the disk and
 * renames it, so that a reader sees a whole email or none; then it syncs the folder. Nothing else runs
 * in this thread, so it uses synchronous calls, which take a third of the processor time of handing each
 * step to another thread (as `replaceFile` does).
 */
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { dirname } from 'node:path';
import type { SendMailOptions } from 'nodemailer';
import MailComposer from 'nodemailer/lib/mail-composer';
import { standBack } from '../../lib/threads.js';

interface Job {
  readonly file: string;
  readonly message: SendMailOptions;
}

/** Why an email was not written: the code of the system, or the message of the mail library. */
type WriteFailure = { readonly system: string } | { readonly email: string };

standBack();

/** Writes an email to its file. Returns undefined when it is on the disk. */
export default async function write({ file, message }: Job): Promise<WriteFailure | undefined> {
  let email: string;
  try {
    const composed = await new MailComposer(message).compile().build();
    // The library would use one more stream for this, which costs more than the text itself.
    email = composed.toString('utf8').replace(/\r?\n/g, '\r\n');
  } catch (error) {
    return { email: (error as Error).message };
  }
  try {
    place(file, email);
    sync(dirname(file));
    return undefined;
  } catch (error) {
    return { system: (error as NodeJS.ErrnoException).code ?? 'unknown' };
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
