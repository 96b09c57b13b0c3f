import { join } from 'node:path';
import { replaceFile } from '../made-once.js';
import { messageOf } from './message.js';
import { DeliveryError, type OutgoingLetter, type Transport } from './transport.js';

/**
 * Writes letters into a folder, one `.eml` file each, which every mail program opens: for an
 * installation without a mail server.
 */
export class FileTransport implements Transport {
  /** More would have calls wait for all of them, and reach the disk no sooner. */
  readonly atOnce = 1;
  readonly #folder: string;
  readonly #sender: string;

  /** @param sender The address that letters are sent from. */
  constructor(folder: string, sender: string) {
    this.#folder = folder;
    this.#sender = sender;
  }

  async send(letter: OutgoingLetter): Promise<void> {
    const message = messageOf(letter, this.#sender);
    const { default: MailComposer } = await import('nodemailer/lib/mail-composer');
    const composed = new MailComposer(message).compile();
    const bytes = await composed.build();
    // The library would do this in one more stream, which costs more than all the text.
    const text = bytes.toString('utf8').replace(/\r?\n/g, '\r\n');
    try {
      await replaceFile(join(this.#folder, fileName(letter)), text);
    } catch (error) {
      const { code = 'unknown' } = error as NodeJS.ErrnoException;
      throw new DeliveryError('unreachable', `The letter cannot be written to a file: ${code}`);
    }
  }

  async close(): Promise<void> {}
}

/** The same for every attempt at a letter, so that a second one replaces the first. */
function fileName({ created_at, message_id }: OutgoingLetter): string {
  const made = new Date(created_at).toISOString().replace(/[-:.]/g, '');
  return `${made}-${message_id.replace(/^<|@.*$/g, '').replace(/[^a-z0-9]/gi, '')}.eml`;
}
