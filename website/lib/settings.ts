/**
 * What the site reads from its environment. It is read when it is needed and not when a file is loaded,
 * so that `next build` needs none of it.
 */
export interface Settings {
  /** The address of the Portico server. */
  readonly url: string;
  /** The API key with private access, and the number and secret that came with it. */
  readonly apiKey: string;
  readonly clientId: number;
  readonly secret: string;
  /** What the key may do: pages wait in line here rather than being refused there. */
  readonly perSecond: number;
  readonly inFlight: number;
}

export function settings(): Settings {
  return {
    url: required('PORTICO_URL'),
    apiKey: required('PORTICO_API_KEY'),
    clientId: Number(required('PORTICO_CLIENT_ID')),
    secret: required('PORTICO_SECRET'),
    perSecond: Number(process.env.PORTICO_PER_SECOND || 8),
    inFlight: Number(process.env.PORTICO_IN_FLIGHT || 3),
  };
}

/** The address of this website, for canonical links, the sitemap and cards of shared pages. */
export function siteUrl(): URL {
  return new URL(process.env.SITE_URL || 'http://127.0.0.1:3000');
}

/**
 * Where pictures may come from: the Portico server, and what PICTURE_ORIGINS adds, such as the CDN of an
 * MLS, separated by spaces.
 */
export function pictureOrigins(): string[] {
  const more = (process.env.PICTURE_ORIGINS ?? '').split(' ').filter(Boolean);
  return [new URL(required('PORTICO_URL')).origin, ...more];
}

/** What the cookies of members are encrypted with: at least 32 random characters, the same on all processes of the site. */
export function memberSecret(): string {
  const secret = required('MEMBER_SECRET');
  if (secret.length < 32) throw new Error('MEMBER_SECRET is shorter than 32 characters.');
  return secret;
}

function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set. See website/README.md.`);
  return value;
}
