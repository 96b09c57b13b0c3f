import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { SendMailOptions } from 'nodemailer';
import { BackgroundThreads, builtFile } from '../../lib/threads.js';
import { isMailbox } from './email.js';
import type { StoredEmail } from './email-store.js';

export type OutgoingEmail = Pick<
  StoredEmail,
  | 'from_name'
  | 'to_name'
  | 'to_address'
  | 'reply_name'
  | 'reply_address'
  | 'subject'
  | 'text'
  | 'html'
  | 'calendar'
  | 'unsubscribe'
  | 'message_id'
  | 'created_at'
>;

/** Sends email to the outside. */
export interface Transport {
  /** How many emails it takes at once. */
  readonly atOnce: number;
  /**
   * Sends one email. When it resolves, another party has to deliver the email.
   *
   * @param signal Ends the attempt at once; it then counts as `uncertain`.
   * @throws DeliveryError
   */
  send(email: OutgoingEmail, signal: AbortSignal): Promise<void>;
  /** Takes back an email that was sent, where that can be done. */
  withdraw?(email: OutgoingEmail): Promise<void>;
  close(): Promise<void>;
}

/**
 * How an attempt failed.
 *
 * `unreachable`: no mail server answers. `unwelcome`: a server answers and takes no email at present.
 * `uncertain`: the connection was lost on the way, and the email may have arrived. `postponed`: the
 * server does not take this email now. `refused`: it does not take this email at all.
 */
export type DeliveryFailure = 'unreachable' | 'unwelcome' | 'uncertain' | 'postponed' | 'refused';

const LONGEST_REASON = 300;

/** An email was not sent. The message is short, on one line, and holds no secrets. */
export class DeliveryError extends Error {
  constructor(
    readonly failure: DeliveryFailure,
    message: string,
  ) {
    super(
      message
        .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
        .trim()
        .slice(0, LONGEST_REASON),
    );
    this.name = 'DeliveryError';
  }
}

/**
 * An email as nodemailer takes it. Name and address are passed separately, never as text to parse, so
 * that no name can add a recipient.
 *
 * @param sender The address it is sent from.
 * @throws DeliveryError for a recipient that is not exactly one address.
 */
export function messageOf(email: OutgoingEmail, sender: string): SendMailOptions {
  if (!isMailbox(email.to_address)) {
    throw new DeliveryError('refused', 'The recipient is not one email address.');
  }
  const answerable = isMailbox(email.reply_address);
  return {
    from: { name: email.from_name, address: sender },
    to: { name: email.to_name, address: email.to_address },
    ...(answerable
      ? { replyTo: { name: email.reply_name, address: email.reply_address } }
      : undefined),
    // Exactly the recipient that was checked, whatever the header says.
    envelope: { from: sender, to: [email.to_address] },
    subject: email.subject,
    text: email.text,
    html: email.html,
    ...(email.calendar === '' ? undefined : { attachments: [calendarFile(email.calendar)] }),
    messageId: email.message_id,
    // When it was queued, so that every copy of an email is the same.
    date: new Date(email.created_at),
    // Asks for no automatic replies (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribeHeaders(email) },
    xMailer: false,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** By which mail programs show a button that ends such email (RFC 8058). */
function unsubscribeHeaders({ unsubscribe }: Pick<OutgoingEmail, 'unsubscribe'>) {
  if (unsubscribe === '') return {};
  return {
    'List-Unsubscribe': { prepared: true, value: `<${unsubscribe}>` },
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}

function calendarFile(content: string) {
  return {
    filename: 'tour.ics',
    contentType: 'text/calendar; charset=utf-8; method=PUBLISH',
    content,
  };
}

export const OUTBOX_FOLDER = 'outbox';

/** Writes emails into a folder, one `.eml` file each, for an installation without a mail server. */
export class FileTransport implements Transport {
  readonly atOnce = 1;
  /** Started by the first email. */
  readonly #thread = new BackgroundThreads<typeof import('./email-file-thread.js').default>(
    builtFile(new URL('./email-file-thread.ts', import.meta.url)),
    1,
    'writes emails',
  );
  readonly #folder: string;
  readonly #sender: string;
  /** Ends the thread without waiting for the disk. An email under way fails. */
  readonly #end = () => void this.#thread.close();

  /** @param sender The address that emails are sent from. */
  constructor(folder: string, sender: string) {
    this.#folder = folder;
    this.#sender = sender;
  }

  async send(email: OutgoingEmail, signal: AbortSignal): Promise<void> {
    const message = messageOf(email, this.#sender);
    // Always the same function, so that the signal holds one listener.
    signal.addEventListener('abort', this.#end, { once: true });
    const file = join(this.#folder, emailFileName(email));
    const failure = await this.#thread.run({ file, message }).catch(({ message: words }: Error) => {
      // The thread could not be started, or has ended: nobody knows whether the email is on the disk.
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

export type EmailIdentity = Pick<OutgoingEmail, 'created_at' | 'message_id'>;

/** The same for every attempt at an email, so that a second attempt replaces the first file. */
export function emailFileName({ created_at, message_id }: EmailIdentity): string {
  const timestamp = new Date(created_at).toISOString().replace(/[-:.]/g, '');
  return `${timestamp}-${message_id.replace(/^<|@.*$/g, '').replace(/[^a-z0-9]/gi, '')}.eml`;
}

export interface EmailFile {
  readonly fromName: string;
  /** An address in lower case, and so is the next; '' for none. */
  readonly to: string;
  readonly replyTo: string;
  /** All parts of its body, in lower case. */
  readonly text: string;
}

export async function readEmailFile(path: string): Promise<EmailFile> {
  const email = partOf(await readFile(path, 'utf8'));
  const { headers } = email;
  return {
    fromName: nameIn(headerOf(headers, 'From')),
    to: addressIn(headerOf(headers, 'To')),
    replyTo: addressIn(headerOf(headers, 'Reply-To')),
    text: leavesOf(email).map(decoded).join('\n').toLowerCase(),
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

/** The parts that have no parts, at any depth: with an attachment, both bodies are a part together. */
function leavesOf(part: Part): Part[] {
  const boundary = /boundary="?([^";\r\n]+)/i.exec(part.headers)?.[1];
  if (boundary === undefined) return [part];
  return part.body.split(`--${boundary}`).map(partOf).flatMap(leavesOf);
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
