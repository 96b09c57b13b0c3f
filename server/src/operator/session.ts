import { loadConfig } from '../config/config.js';
import type { LogLevel } from '../config/config-values.js';
import type { Services } from '../services.js';
import type { World } from './world.js';

/** Runs one command's work on the open services, beside a server or without one. */
export async function withServices<Result>(
  world: World,
  work: (services: Services) => Promise<Result>,
): Promise<Result> {
  const config = loadConfig(world.environment, world.cwd);
  // Loaded here: `--help` and wrong usage are answered without the databases.
  const { pino } = await import('pino');
  const { openServices } = await import('../services.js');
  const log = pino({ level: quieter(config.logLevel) }, world.stderr);
  const services = await openServices(config, world.clock, log);
  try {
    return await work(services);
  } finally {
    await services.close();
  }
}

/** A command has its own words for what goes well; only trouble is worth a line of the log. */
function quieter(level: LogLevel): LogLevel {
  return level === 'info' || level === 'debug' || level === 'trace' ? 'warn' : level;
}
