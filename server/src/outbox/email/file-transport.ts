import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { EmailFiles } from './email-files.js';
import { messageOf } from './message.js';
import { DeliveryError, type OutgoingEmail, type Transport } from './transport.js';

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
