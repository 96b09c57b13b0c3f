import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

/** A mail server on this machine, which takes what Portico sends. */
export interface MailServer {
  /** `smtp://…`, as Portico is told it. */
  readonly url: string;
  /** The messages as they came, the newest first. */
  readonly emails: readonly string[];
  close(): Promise<void>;
}

export async function startMailServer(): Promise<MailServer> {
  const emails: string[] = [];
  const server = new SMTPServer({
    // It has no certificate, and nobody signs in.
    ...{ disabledCommands: ['AUTH', 'STARTTLS'], disableReverseLookup: true, closeTimeout: 10 },
    onData: async (stream, _session, done) => {
      emails.unshift(await text(stream));
      done();
    },
  });
  const listener = server.listen(0, '127.0.0.1');
  await new Promise((resolve) => listener.once('listening', resolve));
  const { port } = listener.address() as AddressInfo;
  const close = () => new Promise<void>((resolve) => server.close(resolve));
  return { url: `smtp://127.0.0.1:${port}`, emails, close };
}

/** Whether an email goes to an address. */
export const isTo = (email: string, address: string): boolean =>
  /^To: .*$/m.exec(email)?.[0].includes(address) ?? false;

/** An email as mail programs read it, where its parts are quoted-printable. */
export function unquoted(email: string): string {
  const bytes = email
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

/** The page that mail programs show of an email. */
export const htmlOf = (email: string): string =>
  /<!DOCTYPE html>.*<\/html>/s.exec(unquoted(email))?.[0] ?? '';
