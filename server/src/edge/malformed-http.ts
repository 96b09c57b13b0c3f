import type { Socket } from 'node:net';

/** Node's error for a request that is not valid HTTP. */
interface ClientError extends Error {
  readonly code?: string;
}

const ANSWERS: Readonly<Record<string, readonly [status: string, words: string]>> = {
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    'The address and headers of the request are too long: 16 KiB at most.',
  ],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request took too long to arrive.'],
};
const OTHERWISE = ['400 Bad Request', 'This is not an HTTP request.'] as const;

/** How long the rest of a request is read and discarded after its answer. */
const LINGER_MS = 2_000;

const answered = new WeakSet<Socket>();

/** Answers input that never becomes a request, in plain words, and closes the connection. */
export function answerMalformedHttp(error: ClientError, socket: Socket): void {
  // The rest of an answered request is as malformed as its beginning.
  if (answered.has(socket)) return;
  if (error.code === 'ECONNRESET' || !socket.writable || socket.destroyed) {
    socket.destroy();
    return;
  }
  answered.add(socket);
  const [status, words] = ANSWERS[error.code ?? ''] ?? OTHERWISE;
  const body = JSON.stringify(words);
  socket.end(
    [
      `HTTP/1.1 ${status}`,
      'Content-Type: application/json; charset=utf-8',
      'Cache-Control: no-store',
      'Connection: close',
      `Content-Length: ${Buffer.byteLength(body)}`,
      '',
      body,
    ].join('\r\n'),
  );
  // A close while the caller still sends would reset the connection and lose the answer.
  socket.resume();
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(timer));
}
