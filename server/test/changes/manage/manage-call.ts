import type { InjectOptions } from 'fastify';
import type { TestServer } from '../../rig/server.js';

/** A call of `/manage`, a good second after the one before: a key may make only so many calls in any second. */
export function manageCall(
  { app, clock }: TestServer,
  key: string,
  method: NonNullable<InjectOptions['method']>,
  url: string,
  { headers, ...more }: Partial<InjectOptions> = {},
) {
  clock.advance(1100);
  const all = { 'x-forwarded-proto': 'https', 'x-api-key': key, ...headers };
  return app.inject({ method, url, ...more, headers: all });
}
