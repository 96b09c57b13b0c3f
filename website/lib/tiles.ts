import 'server-only';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Where the streets of the maps come from, as PMTILES_URL has it: the address of a PMTiles archive, or the path of one in `public/`.
 * Undefined where the maps are drawn without streets. It throws where the variable has neither.
 */
export function tilesUrl(): string | undefined {
  const value = process.env.PMTILES_URL;
  if (!value) return undefined;
  if (isPath(value)) return value;
  const url = URL.canParse(value) ? new URL(value) : undefined;
  // A browser loads nothing from an address with a password in it.
  if (url && /^https?:$/.test(url.protocol) && !url.username && !url.password) return url.href;
  throw new Error(
    'PMTILES_URL is neither an http or https address nor a path such as /streets.pmtiles. See website/README.md.',
  );
}

/** The origin that browsers load the archive from, where it is not the website's own. */
export function tilesOrigin(): string | undefined {
  const url = tilesUrl();
  return url === undefined || isPath(url) ? undefined : new URL(url).origin;
}

/**
 * Ends the process where PMTILES_URL is no address, or the path of a file that is not there: Next.js would start, and answer each page with an
 * error. Whether an address answers is seen by browsers alone.
 */
export function checkTiles(): void {
  try {
    const url = tilesUrl();
    if (url !== undefined && isPath(url) && !existsSync(join(process.cwd(), 'public', url)))
      throw new Error('PMTILES_URL has the path of a file that is not in public/.');
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exit(1);
  }
}

/** A path of this website: two slashes begin the address of another. */
const isPath = (value: string): boolean => /^\/(?![/\\])/.test(value);
