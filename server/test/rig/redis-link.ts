import { randomBytes } from 'node:crypto';
import { type Logger, pino } from 'pino';
import { RedisLink } from '../../src/limits/redis-link.js';

/** Connects to a Redis as one process of an installation does. */
export async function linkTo(
  url: string,
  options: { readonly installation?: string; readonly log?: Logger } = {},
): Promise<RedisLink> {
  const link = new RedisLink({
    url,
    installation: options.installation ?? randomBytes(8).toString('hex'),
    log: options.log ?? pino({ level: 'silent' }),
    random: randomBytes,
  });
  await link.start();
  return link;
}
