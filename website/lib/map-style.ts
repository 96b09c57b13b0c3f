import 'server-only';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** What draws the streets of the maps: a style of MapLibre, or an archive of tiles that the site draws in its own colours. */
export interface MapStyle {
  readonly url: string;
  readonly isArchive: boolean;
}

/**
 * What SITE_MAP_STYLE names: by its address, or by its path in `public/`. Undefined where the maps are drawn without streets. It throws where
 * the variable has neither.
 */
export function mapStyle(): MapStyle | undefined {
  const value = process.env.SITE_MAP_STYLE;
  if (!value) return undefined;
  const url = isPath(value) ? value : addressOf(value);
  const { pathname } = new URL(url, 'http://localhost');
  return { url, isArchive: pathname.endsWith('.pmtiles') };
}

/** The origin that browsers load the streets from, where it is not the website's own. */
export function mapStyleOrigin(): string | undefined {
  const style = mapStyle();
  return style === undefined || isPath(style.url) ? undefined : new URL(style.url).origin;
}

/**
 * Ends the process where SITE_MAP_STYLE is no address, or the path of a file that is not there: Next.js would start, and answer each page with an
 * error. Only browsers see whether an address answers.
 */
export function checkMapStyle(): void {
  try {
    const { url } = mapStyle() ?? {};
    if (url !== undefined && isPath(url) && !existsSync(join(process.cwd(), 'public', url)))
      throw new Error('SITE_MAP_STYLE has the path of a file that is not in public/.');
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exit(1);
  }
}

function addressOf(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  // A browser loads nothing from an address with a password in it.
  if (url && /^https?:$/.test(url.protocol) && !url.username && !url.password) return url.href;
  throw new Error(
    'SITE_MAP_STYLE is neither an http or https address nor a path such as /streets.pmtiles. See website/README.md.',
  );
}

/** A path of this website: two slashes begin the address of another. */
const isPath = (value: string): boolean => /^\/(?![/\\])/.test(value);
