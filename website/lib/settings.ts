/**
 * What the site reads from its environment. It is read when it is needed and not when a file is loaded,
 * so that `next build` needs none of it.
 */
export interface Settings {
  /** The address of the Portico server. */
  readonly url: string;
  /** The API key with private access, and the number and secret that came with it. */
  readonly apiKey: string;
  readonly keyID: number;
  readonly secret: string;
  /** What the key may do: pages wait in line here rather than being refused there. */
  readonly perSecond: number;
  readonly inFlight: number;
}

export function settings(): Settings {
  const [perSecond, inFlight] = paceOf(process.env.SITE_PACE || '8/3');
  return {
    url: required('SITE_API_URL'),
    apiKey: required('SITE_API_KEY'),
    keyID: Number(required('SITE_KEY_ID')),
    secret: required('SITE_SECRET'),
    ...{ perSecond, inFlight },
  };
}

/** `45/12`: calls in a second, and calls at the same time. */
function paceOf(text: string): readonly [perSecond: number, inFlight: number] {
  const [, perSecond, inFlight] = /^([1-9]\d{0,4})\/([1-9]\d{0,4})$/.exec(text) ?? [];
  if (perSecond === undefined || inFlight === undefined)
    throw new Error('SITE_PACE is not like 45/12: calls a second, and calls at the same time.');
  return [Number(perSecond), Number(inFlight)];
}

/** The address of this website, for canonical links, the sitemap and cards of shared pages. */
export function siteUrl(): URL {
  return new URL(process.env.SITE_URL || 'http://127.0.0.1:3000');
}

/**
 * Where pictures may come from: the Portico server, and what SITE_PICTURE_ORIGINS adds, such as the CDN of an
 * MLS, separated by spaces.
 */
export function pictureOrigins(): string[] {
  const more = (process.env.SITE_PICTURE_ORIGINS ?? '').split(' ').filter(Boolean);
  return [new URL(required('SITE_API_URL')).origin, ...more];
}

/** What the cookies of members are encrypted with: at least 32 random characters, the same on all processes of the site. */
export function memberSecret(): string {
  const secret = required('SITE_MEMBER_SECRET');
  if (secret.length < 32) throw new Error('SITE_MEMBER_SECRET is shorter than 32 characters.');
  return secret;
}

/** How long a member's session is believed before Portico is asked again whether it still holds. */
export function sessionSeconds(): number {
  const text = process.env.SITE_SESSION_SECONDS || '60';
  if (!/^\d{1,5}$/.test(text)) throw new Error('SITE_SESSION_SECONDS is not a number of seconds.');
  return Number(text);
}

/**
 * Whether browsers are told to ask for this website by HTTPS only: not by a name of this machine, where that would break other
 * local sites.
 */
export function isHttpsOnly(): boolean {
  const { protocol, hostname } = siteUrl();
  return protocol === 'https:' && !/^(?:(?:.*\.)?localhost|127\.0\.0\.1|\[::1\])$/.test(hostname);
}

/** The names that these settings had before, and the ones that they have. */
const RENAMED: Readonly<Record<string, string>> = {
  PORTICO_URL: 'SITE_API_URL',
  PORTICO_API_KEY: 'SITE_API_KEY',
  PORTICO_CLIENT_ID: 'SITE_KEY_ID',
  PORTICO_SECRET: 'SITE_SECRET',
  PORTICO_PER_SECOND: 'SITE_PACE',
  PORTICO_IN_FLIGHT: 'SITE_PACE',
  MEMBER_SECRET: 'SITE_MEMBER_SECRET',
  PICTURE_ORIGINS: 'SITE_PICTURE_ORIGINS',
  PMTILES_URL: 'SITE_MAP_STYLE',
};

/** Ends the process where a setting is missing, wrong, or under the name that it had before. */
export function checkSettings(): void {
  try {
    for (const [before, name] of Object.entries(RENAMED))
      if (process.env[before] && !process.env[name]) throw new Error(`${before} is now ${name}.`);
    settings();
    pictureOrigins();
    memberSecret();
    sessionSeconds();
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    process.stderr.write(`${words} See README.md of the website.\n`);
    process.exit(1);
  }
}

function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set.`);
  return value;
}
