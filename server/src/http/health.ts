import type { FastifyInstance } from 'fastify';
import { withTimeout } from '../lib/timeout.js';
import type { Keeping } from '../limits/limit-store.js';
import type { Services } from '../services.js';
import { isDiskFull } from '../store/engines/sqlite/disk-reserve.js';

/** How long the database may take to answer before a server counts as not ready. */
const PING_MS = 3_000;

/**
 * For process managers and load balancers, without a key: `/health/live` answers while the process
 * runs, `/health/ready` while the directory's database answers too and no tenant database is known that
 * cannot be opened. With shared limits configured it says whether they are shared: a server whose Redis
 * is away serves calls and stays ready, and so does one whose disk is full, which answers reads. Both also
 * answer calls past the proxies, as such a caller is often on the machine itself, and they reveal nothing
 * confidential.
 */
export function registerHealth(app: FastifyInstance, services: Services): void {
  const config = { access: 'open', plainHttp: true } as const;
  app.get('/health/live', { config }, async () => ({ status: 'live' }));
  app.get('/health/ready', { config }, async (request, reply) => {
    try {
      await withTimeout(services.directory.ping(), PING_MS, () => {});
      const closed = await withTimeout(services.schemas.closed(), PING_MS, () => {});
      if (closed > 0)
        return reply.code(503).send({ status: 'not ready', reason: closedWords(closed) });
      const disk = isDiskFull(services.config.dataFolder) ? { disk: 'full' } : {};
      return { status: 'ready', ...limitsField(services.limits.kept()), ...disk };
    } catch (error) {
      request.log.error({ err: error }, 'the directory does not answer');
      return reply.code(503).send({ status: 'not ready', reason: 'The database does not answer.' });
    }
  });
}

/** Says how many and not which, as the caller has no key. */
function closedWords(closed: number): string {
  return closed === 1
    ? 'The database of 1 client or feed cannot be opened.'
    : `The databases of ${closed} clients or feeds cannot be opened.`;
}

function limitsField(kept: Keeping): { limits?: 'shared' | 'per process' } {
  if (kept === 'process') return {};
  return { limits: kept === 'shared' ? 'shared' : 'per process' };
}
