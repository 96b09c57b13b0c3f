/** A message taken apart, by rules of its own: the library that wrote it is not asked. */
export interface ParsedMail {
  /** Header fields in order: names in lower case, values unfolded, as they were written. */
  readonly headers: ReadonlyArray<readonly [name: string, value: string]>;
  /** The one value of a field, encoded words decoded. @throws unless there is exactly one. */
  header(name: string): string;
  readonly text: string;
  readonly html: string;
}

/** Takes a message apart that has a plain text and an HTML alternative. */
export function parseMail(raw: string): ParsedMail {
  const { headers, body } = split(raw);
  const boundary = /^multipart\/alternative;.*boundary="([^"]+)"/s.exec(
    only(headers, 'content-type'),
  );
  if (boundary === null) throw new Error('The message has no alternatives.');
  const [, plain = '', html = '', end, ...more] = body.split(`--${boundary[1]}`);
  if (end?.trim() !== '--' || more.length > 0) throw new Error('The message has no two parts.');
  return {
    headers,
    header: (name) => decodedWords(only(headers, name)),
    text: decodedPart(plain, 'text/plain'),
    html: decodedPart(html, 'text/html'),
  };
}

function split(raw: string): { headers: [string, string][]; body: string } {
  if (/[^\r]\n|\r[^\n]/.test(raw)) throw new Error('A line does not end in CRLF.');
  const end = raw.indexOf('\r\n\r\n');
  const lines = raw
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  const headers = lines.map((line): [string, string] => {
    const field = /^([!-9;-~]+): ?(.*)$/.exec(line);
    if (field === null) throw new Error(`No header field: ${JSON.stringify(line)}`);
    return [(field[1] ?? '').toLowerCase(), field[2] ?? ''];
  });
  return { headers, body: raw.slice(end + 4) };
}

function only(headers: ReadonlyArray<readonly [string, string]>, name: string): string {
  const found = headers.filter(([key]) => key === name);
  if (found.length !== 1) throw new Error(`There are ${found.length} fields ${name}.`);
  return found[0]?.[1] ?? '';
}

function decodedPart(part: string, type: string): string {
  const { headers, body } = split(part.replace(/^\r\n/, ''));
  if (only(headers, 'content-type') !== `${type}; charset=utf-8`) throw new Error(`No ${type}.`);
  const encoding = only(headers, 'content-transfer-encoding');
  return decodedBytes(encoding, body).toString('utf8').replace(/\r\n/g, '\n');
}

function decodedBytes(encoding: string, body: string): Buffer {
  if (encoding === '7bit') return Buffer.from(body, 'latin1');
  if (encoding === 'base64') return Buffer.from(body, 'base64');
  if (encoding === 'quoted-printable') return unquoted(body.replace(/=[ \t]*\r\n/g, ''));
  throw new Error(`Unknown encoding ${encoding}.`);
}

function decodedWords(value: string): string {
  return value
    .replace(/(=\?[^?]+\?[QB]\?[^?]*\?=)\s+(?==\?)/gi, '$1')
    .replace(/=\?utf-8\?([QB])\?([^?]*)\?=/gi, (_, kind: string, text: string) =>
      (kind.toUpperCase() === 'B'
        ? Buffer.from(text, 'base64')
        : unquoted(text.replace(/_/g, ' '))
      ).toString('utf8'),
    );
}

function unquoted(text: string): Buffer {
  const bytes = text.replace(/=([0-9A-F]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(bytes, 'latin1');
}
