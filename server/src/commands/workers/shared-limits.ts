import type { Config } from '../../config/config.js';
import { UsageError } from '../command-error.js';

/**
 * Checks that this many processes count the limits of a key together.
 *
 * @throws UsageError when each would count for itself.
 */
export function checkShared({ redisUrl }: Pick<Config, 'redisUrl'>, workers: number): void {
  if (workers === 1 || redisUrl !== undefined) return;
  throw new UsageError(
    `--workers ${workers} needs PORTICO_REDIS_URL: several processes keep the limits of ` +
      'an API key together only by counting in one Redis.',
  );
}
