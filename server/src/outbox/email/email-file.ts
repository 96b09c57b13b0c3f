import { readFile } from 'node:fs/promises';

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
