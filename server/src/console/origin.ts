import type { Config } from '../config/config.js';

/** The origin that browsers open the console by. */
export function originOf({
  console: place,
  consoleUrl,
}: Pick<Config, 'console' | 'consoleUrl'>): string {
  return consoleUrl ?? `http://localhost:${place?.port}`;
}
