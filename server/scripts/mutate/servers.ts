import { forgetOtherServers, planServers } from '../test-rig/options.js';
import { startKeeper } from '../test-rig/run.js';

/** The folder and servers that the processes of a run share. */
export interface Run {
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
  /** Makes a process group end with the run. */
  watch(group: number): void;
}

/** Runs `work` with a PostgreSQL and a Redis of its own, like `npm test`. */
export async function withTestServers<Result>(
  work: (run: Run) => Promise<Result>,
): Promise<Result> {
  forgetOtherServers(process.env);
  const plan = planServers(process.env, { balanced: false });
  for (const { label, advice } of plan.missing) {
    process.stdout.write(`Without ${label}: ${advice}\n`);
  }
  const keeper = startKeeper(plan.start);
  const stop = (): void => void keeper.close().finally(() => process.exit(1));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop);
  try {
    const { folder, postgresUrl, redisUrl } = await keeper.ready;
    const env = {
      ...process.env,
      PORTICO_TEST_DATABASE_URL: plan.given.postgres ?? postgresUrl ?? 'none',
      PORTICO_TEST_REDIS_URL: plan.given.redis ?? redisUrl ?? 'none',
      PORTICO_TEST_REDIS_DATABASES: redisUrl && String(plan.start.redisDatabases),
      PORTICO_TEST_ASIDE: '/dev/null',
      TMPDIR: `${folder}/tmp`,
    };
    return await work({ folder, env, watch: (group) => keeper.watch(group) });
  } finally {
    await keeper.close();
  }
}
