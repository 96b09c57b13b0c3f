import type { Server, Socket } from 'node:net';
import { Server as TlsServer } from 'node:tls';

/** Node's error for a request that is not valid HTTP. */
interface ClientError extends Error {
  readonly code?: string;
}

const ANSWERS: Readonly<Record<string, readonly [status: string, words: string]>> = {
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    'The address and headers of the request are too long: 16 KiB at most.',
  ],
  ERR_SSL_HTTP_REQUEST: [
    '400 Bad Request',
    'This port speaks HTTPS: send the request to an address that begins with https://.',
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

/**
 * Answers plain HTTP on an HTTPS port in words too. The failed TLS socket can send nothing any more, so
 * the answer takes the connection under it; only the addresses show which one that is.
 */
export function answerPlainHttp(server: Server): void {
  if (!(server instanceof TlsServer)) return;
  const connections = new Map<string, Socket>();
  server.on('connection', (socket: Socket) => {
    const ends = endsOf(socket);
    connections.set(ends, socket);
    socket.once('close', () => {
      if (connections.get(ends) === socket) connections.delete(ends);
    });
  });
  server.on('tlsClientError', (error: ClientError, tlsSocket) => {
    const socket = connections.get(endsOf(tlsSocket));
    if (error.code === 'ERR_SSL_HTTP_REQUEST' && socket !== undefined) {
      answerMalformedHttp(error, socket);
    }
  });
}

function endsOf({ remoteAddress, remotePort, localAddress }: Socket): string {
  return `${remoteAddress} ${remotePort} ${localAddress}`;
}
