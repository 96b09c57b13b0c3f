import type { SendMailOptions } from 'nodemailer';
import { BackgroundThreads } from '../../lib/threads.js';
import type { Job, WriteFailure } from './email-file-thread.js';

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
