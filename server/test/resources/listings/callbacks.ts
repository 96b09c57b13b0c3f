import type { TestServer } from '../../rig/server.js';
import { bodyOf, send, type Told } from '../content/blog-writing.js';

/** The kinds of body that an ordinary write may have. */
export const BODIES = ['form', 'json'] as const;

/** Posts to an endpoint in a second of its own, and answers the body of a 200. */
export async function posted(
  server: TestServer,
  url: string,
  told: Told,
  kind: (typeof BODIES)[number] = 'form',
): Promise<Readonly<Record<string, unknown>>> {
  const { status, body } = await send(server, { url, ...bodyOf(told, kind) });
  if (status !== 200) throw new Error(`${url}: ${status} ${JSON.stringify(body)}`);
  return body as Readonly<Record<string, unknown>>;
}

/** The standard write envelope. */
export function envelope(code: string, message: unknown = ''): Readonly<Record<string, unknown>> {
  return {
    STATUS: /^(?:10.|200)$/.test(code) ? 'Success' : 'Error',
    STATUS_CODE: code,
    MESSAGE: message,
  };
}
