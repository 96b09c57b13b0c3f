import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { SendMailOptions } from 'nodemailer';
import { BackgroundThreads } from '../../lib/threads.js';
import type { Job, WriteFailure } from './email-file-thread.js';
import { DeliveryError, messageOf, type OutgoingEmail, type Transport } from './transport.js';

/** A job and the promise of its caller. */
interface Waiting extends Job {
  readonly resolve: (failure: WriteFailure | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/** Writes emails to files in a thread of its own, which is started by the first one. */
export class EmailFiles {
  readonly #thread = new BackgroundThreads<typeof import('./email-file-thread.js').default>(
    new URL('./email-file-thread.ts', import.meta.url),
    1,
    'writes emails',
  );
  /** The jobs of this turn of the event loop. */
  #next: Waiting[] = [];

  /**
   * Writes an email into a private file and replaces an existing one. Creates the folder if it is missing.
   *
   * @returns Undefined when the email is on the disk.
   * @throws Error when that is uncertain, as the thread could not be started or has ended.
   */
  write(file: string, message: SendMailOptions): Promise<WriteFailure | undefined> {
    return new Promise((resolve, reject) => {
      if (this.#next.length === 0) queueMicrotask(() => void this.#hand());
      this.#next.push({ file, message, resolve, reject });
    });
  }

  /** Ends the thread without waiting for the disk. Emails under way fail. */
  close(): void {
    void this.#thread.close();
  }

  /** Gives the thread all emails of this turn at once. */
  async #hand(): Promise<void> {
    const emails = this.#next;
    this.#next = [];
    try {
      const failures = await this.#thread.run(
        emails.map(({ file, message }): Job => ({ file, message })),
      );
      for (const [at, { resolve }] of emails.entries()) resolve(failures[at]);
    } catch (error) {
      for (const { reject } of emails) reject(error);
    }
  }
}

/** What a file of `FileTransport` says of its email. */
export interface EmailFile {
  /** The name of the sender. */
  readonly fromName: string;
  /** An address in lower case, and so is the next; '' for none. */
  readonly to: string;
  readonly replyTo: string;
  /** All parts of its body, in lower case. */
  readonly text: string;
}

/** Reads back an email that `FileTransport` wrote. */
export async function readEmailFile(path: string): Promise<EmailFile> {
  const { headers, body } = partOf(await readFile(path, 'utf8'));
  const boundary = /boundary="?([^";\r\n]+)/i.exec(headers)?.[1];
  const parts =
    boundary === undefined ? [{ headers, body }] : body.split(`--${boundary}`).map(partOf);
  return {
    fromName: nameIn(headerOf(headers, 'From')),
    to: addressIn(headerOf(headers, 'To')),
    replyTo: addressIn(headerOf(headers, 'Reply-To')),
    text: parts.map(decoded).join('\n').toLowerCase(),
  };
}

interface Part {
  /** Each on one line. */
  readonly headers: string;
  readonly body: string;
}

function partOf(text: string): Part {
  const [headers = '', ...body] = text.replace(/^\r\n/, '').split('\r\n\r\n');
  return { headers: headers.replace(/\r\n[ \t]+/g, ' '), body: body.join('\r\n\r\n') };
}

function headerOf(headers: string, name: string): string {
  return new RegExp(`^${name}: *(.*)$`, 'im').exec(headers)?.[1] ?? '';
}

function decoded({ headers, body }: Part): string {
  const encoding = headerOf(headers, 'Content-Transfer-Encoding').toLowerCase();
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  return encoding === 'quoted-printable' ? unquoted(body.replace(/=\r\n/g, '')) : body;
}

function unquoted(text: string): string {
  const bytes = text.replace(/=([0-9a-f]{2})/gi, (_, hex: string) => `%${hex}`);
  const escaped = bytes.replace(/%(?![0-9a-f]{2})/gi, '%25');
  try {
    return decodeURIComponent(escaped);
  } catch {
    return text;
  }
}

function addressIn(header: string): string {
  return (/<([^<>]*)>\s*$/.exec(header)?.[1] ?? header).trim().toLowerCase();
}

/** The name before an address, out of quotation marks and encoded words (RFC 2047). */
function nameIn(header: string): string {
  const name = header.replace(/<[^<>]*>\s*$/, '').trim();
  const quoted = /^"(.*)"$/.exec(name)?.[1];
  if (quoted !== undefined) return quoted.replace(/\\(.)/g, '$1');
  return name
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, text: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(text, 'base64').toString('utf8')
        : unquoted(text.replaceAll('_', ' ')),
    );
}

/** The folder of emails in the data folder. */
export const OUTBOX_FOLDER = 'outbox';

/**
 * Writes emails into a folder, one `.eml` file each, which every mail program opens: for an
 * installation without a mail server.
 */
export class FileTransport implements Transport {
  readonly atOnce = 1;
  readonly #files = new EmailFiles();
  readonly #folder: string;
  readonly #sender: string;
  readonly #end = () => this.#files.close();

  /** @param sender The address that emails are sent from. */
  constructor(folder: string, sender: string) {
    this.#folder = folder;
    this.#sender = sender;
  }

  async send(email: OutgoingEmail, signal: AbortSignal): Promise<void> {
    const message = messageOf(email, this.#sender);
    // Always the same function, so that the signal holds one listener.
    signal.addEventListener('abort', this.#end, { once: true });
    const failure = await this.#files
      .write(join(this.#folder, emailFileName(email)), message)
      .catch(({ message: words }: Error) => {
        throw new DeliveryError('uncertain', words);
      });
    if (failure === undefined) return;
    if ('email' in failure) throw new DeliveryError('refused', failure.email);
    const words = `The email cannot be written to a file: ${failure.system}`;
    throw new DeliveryError('unreachable', words);
  }

  /** Deletes the file of an email whose person was erased while it was sent. */
  async withdraw(email: EmailIdentity): Promise<void> {
    await rm(join(this.#folder, emailFileName(email)), { force: true });
  }

  async close(): Promise<void> {
    this.#end();
  }
}

/** What tells an email from others. */
export type EmailIdentity = Pick<OutgoingEmail, 'created_at' | 'message_id'>;

/** The same for every attempt at an email, so that a second attempt replaces the first file. */
export function emailFileName({ created_at, message_id }: EmailIdentity): string {
  const timestamp = new Date(created_at).toISOString().replace(/[-:.]/g, '');
  return `${timestamp}-${message_id.replace(/^<|@.*$/g, '').replace(/[^a-z0-9]/gi, '')}.eml`;
}
