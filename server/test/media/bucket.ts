import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import S3rver from 's3rver';
import { temporaryFolder } from '../rig/temp.js';

/** A server that speaks S3, in this process, with one empty bucket. */
export interface Bucket {
  /** What PORTICO_MEDIA_URL would hold. */
  readonly url: string;
  /** What was asked of it, as `METHOD /path`, oldest first. */
  readonly asked: string[];
  /** What the last call said the SHA-256 of its content is. */
  readonly said: { hash?: string };
  /** Answers the next calls by itself, with these codes; 0 lets a call pass. */
  failing(...codes: number[]): void;
  close(): Promise<void>;
}

/** The access key that s3rver knows, and its secret. */
const KEY = 'S3RVER';

/** Starts one. It refuses a wrong signature with 403, as it should be. */
export async function startBucket(path = 'pictures'): Promise<Bucket> {
  const directory = temporaryFolder('portico-s3-');
  const store = new S3rver({
    directory,
    silent: true,
    vhostBuckets: false,
    configureBuckets: [{ name: 'pictures', configs: [] }],
  });
  await store.configureBuckets();
  const answer = store.callback();
  const asked: string[] = [];
  const said: { hash?: string } = {};
  const failures: number[] = [];
  const server: Server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    said.hash = String(request.headers['x-amz-content-sha256']);
    // s3rver itself looks at the key and the time of a signature, and not at the signature.
    const code = failures.shift() || (isSigned(request) ? 0 : 403);
    if (code === 0) answer(request, response);
    else request.resume().on('end', () => response.writeHead(code).end('<Error/>'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `s3://${KEY}:${KEY}@127.0.0.1:${port}/${path}?tls=false`,
    asked,
    said,
    failing: (...codes) => void failures.push(...codes),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Whether a call is signed with the secret: Signature Version 4. */
function isSigned({ method, url, headers }: IncomingMessage): boolean {
  const [, day = '', region, names = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=S3RVER\/(\d{8})\/([a-z0-9-]+)\/s3\/aws4_request, SignedHeaders=([a-z0-9;-]+), Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    ) ?? [];
  const values = names.split(';').map((name) => `${name}:${headers[name]}\n`);
  const hash = (text: string) => createHash('sha256').update(text).digest('hex');
  const hmac = (key: string | Buffer, text: string) =>
    createHmac('sha256', key).update(text).digest();
  const [path, query = ''] = (url ?? '').split('?');
  // Signed in the order of names, and with spaces as %20.
  const parameters = query.split('&').sort().join('&').replaceAll('+', '%20');
  const call = [method, path, parameters, values.join(''), names, headers['x-amz-content-sha256']];
  const time = String(headers['x-amz-date']);
  const scope = `${day}/${region}/s3/aws4_request`;
  const signed = ['AWS4-HMAC-SHA256', time, scope, hash(call.join('\n'))].join('\n');
  const key = scope.split('/').reduce<string | Buffer>(hmac, `AWS4${KEY}`);
  return time.startsWith(day) && hmac(key, signed).toString('hex') === signature;
}
