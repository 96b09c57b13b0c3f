import { brotliDecompressSync, gunzipSync } from 'node:zlib';

/** An answer as it came. */
export interface Answer {
  readonly status: number;
  /** Status line and header fields. */
  readonly head: string;
  /** One character for each byte, as sent: packed where the head says so. */
  readonly body: string;
  /** Whether all of it has come. */
  readonly whole: boolean;
}

/** Thrown where a server sends what is no answer. */
export class NotAnAnswer extends Error {}

const BODILESS = new Set([204, 304]);
const UNREAD = new Set([400, 408, 431]);

/**
 * Reads answers from the bytes of a connection.
 *
 * @param methods Of the requests sent, in order: an answer to HEAD has no body. Requests beyond
 * them count as GET.
 * @param ended Whether no more will come.
 * @returns The answers so far, the last of them perhaps in part; interim ones (1xx) are left out.
 * @throws NotAnAnswer
 */
export function readAnswers(text: string, methods: readonly string[], ended: boolean): Answer[] {
  const answers: Answer[] = [];
  let at = 0;
  while (at < text.length) {
    const end = text.indexOf('\r\n\r\n', at);
    if (end === -1) {
      if (!'HTTP/1.1 '.startsWith(text.slice(at, at + 9)))
        throw new NotAnAnswer(text.slice(at, at + 80));
      break;
    }
    const head = text.slice(at, end + 2);
    const status = Number(/^HTTP\/1\.1 (\d{3}) [^\r\n]*\r\n/.exec(head)?.[1]);
    if (!(status >= 100)) throw new NotAnAnswer(head.slice(0, 80));
    at = end + 4;
    if (status < 200) continue;
    const hasBody = isBodyDue(methods[answers.length], status) && !BODILESS.has(status);
    const body = hasBody ? bodyAt(text, at, head, ended) : { bytes: '', next: at, whole: true };
    answers.push({ status, head, body: body.bytes, whole: body.whole });
    at = body.next;
    if (!body.whole) break;
  }
  return answers;
}

/** What was refused for its form alone may be answered with a body whatever its method was. */
function isBodyDue(method: string | undefined, status: number): boolean {
  return method !== 'HEAD' || UNREAD.has(status);
}

/** A header field of an answer, by its name in lower case. */
export function fieldOf(head: string, name: string): string | undefined {
  return new RegExp(`\r\n${name}: ([^\r]*)\r\n`, 'i').exec(head)?.[1];
}

/** The text of an answer, unpacked. */
export function textOf({ head, body, whole }: Answer): string {
  const coding = fieldOf(head, 'content-encoding');
  if (coding === undefined || !whole || body === '') return body;
  const bytes = Buffer.from(body, 'latin1');
  return (coding === 'br' ? brotliDecompressSync(bytes) : gunzipSync(bytes)).toString('latin1');
}

function bodyAt(
  text: string,
  at: number,
  head: string,
  ended: boolean,
): { readonly bytes: string; readonly next: number; readonly whole: boolean } {
  if (fieldOf(head, 'transfer-encoding') === 'chunked') return chunksAt(text, at);
  const length = fieldOf(head, 'content-length');
  if (length === undefined) return { bytes: text.slice(at), next: text.length, whole: ended };
  const next = at + Number(length);
  return { bytes: text.slice(at, next), next, whole: next <= text.length };
}

function chunksAt(
  text: string,
  start: number,
): { readonly bytes: string; readonly next: number; readonly whole: boolean } {
  const parts: string[] = [];
  for (let at = start; ; ) {
    const line = text.indexOf('\r\n', at);
    const size = line === -1 ? Number.NaN : Number.parseInt(text.slice(at, line), 16);
    const next = line + 2 + size + 2;
    if (Number.isNaN(size) || next > text.length) {
      return { bytes: parts.join(''), next: text.length, whole: false };
    }
    if (size === 0) return { bytes: parts.join(''), next, whole: true };
    parts.push(text.slice(line + 2, line + 2 + size));
    at = next;
  }
}
