import { loadConfig } from '../config/config.js';
import type { LogLevel } from '../config/config-values.js';
import type { Services } from '../services.js';
import type { World } from './world.js';

/** Runs a command's work on the open services, whether a server runs or not. */
export async function withServices<Result>(
  world: World,
  work: (services: Services) => Promise<Result>,
): Promise<Result> {
  const config = loadConfig(world.environment, world.cwd);
  // Loaded here, because `--help` and wrong usage need no databases.
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

/**
 * The log level of commands: a command reports success itself, so its log has only warnings and
 * errors.
 */
function quieter(level: LogLevel): LogLevel {
  return level === 'info' || level === 'debug' || level === 'trace' ? 'warn' : level;
}
