import 'server-only';
import { cookies } from 'next/headers';
import { cache } from 'react';
import { memberSecret, siteUrl } from './settings';
import { isCurrent, keepVersion } from './versions';

/** Who is signed in. It is all that the cookie holds: everything else comes from Portico when it is shown. */
export interface Session {
  /** The number of the member. */
  readonly id: number;
  readonly firstName: string;
  /** What Portico said of the member at sign-in: another password or address has another version. */
  readonly version: string | undefined;
}

interface Sealed extends Session {
  /** When it ends, in seconds since 1970: the browser's own end of a cookie binds nobody. */
  readonly until: number;
}

const LIFE = 30 * 24 * 3600;

/**
 * The session of the visitor, or undefined. Portico has no sessions, so the site keeps its own: in an encrypted cookie, which needs
 * no store and holds on every process that has the same SITE_MEMBER_SECRET. It ends where the member is gone, or has another password or
 * address since: Portico is asked at most once a minute.
 */
export const session = cache(async (): Promise<Session | undefined> => {
  const found = await sessionIn(await cookies());
  return found && (await isCurrent(found)) ? found : undefined;
});

/** The session that a cookie holds, whether it has ended since or not. */
export async function sessionIn(jar: {
  get(name: string): { readonly value: string } | undefined;
}): Promise<Session | undefined> {
  const text = jar.get(cookieName())?.value;
  return text === undefined ? undefined : open(text);
}

/** Signs a member in. For server actions only, as pages cannot set cookies. */
export async function startSession({ id, firstName, version }: Session): Promise<void> {
  const until = Math.floor(Date.now() / 1000) + LIFE;
  const text = await seal({ id, firstName, version, until });
  if (version !== undefined) keepVersion(id, version);
  (await cookies()).set(cookieName(), text, { ...cookieOptions(), maxAge: LIFE });
}

/** Signs the visitor out. */
export async function endSession(): Promise<void> {
  (await cookies()).set(cookieName(), '', { ...cookieOptions(), maxAge: 0 });
}

const isSecure = (): boolean => siteUrl().protocol === 'https:';

/** A browser takes a name with `__Host-` over HTTPS from this host alone, and from no neighbour on the same domain. */
const cookieName = (): string => (isSecure() ? '__Host-member' : 'member');

/** Lax: no other site can post with it, and a link from an email still finds its reader signed in. */
function cookieOptions() {
  return { httpOnly: true, sameSite: 'lax', secure: isSecure(), path: '/' } as const;
}

async function seal(data: Sealed): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const plain = new TextEncoder().encode(JSON.stringify(data));
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, await key(), plain);
  return Buffer.concat([iv, Buffer.from(sealed)]).toString('base64url');
}

/** A cookie that was made up, made with another secret, or has ended is no session, and no error. */
async function open(text: string): Promise<Session | undefined> {
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.length < 29) return undefined;
  const [iv, sealed] = [new Uint8Array(bytes.subarray(0, 12)), new Uint8Array(bytes.subarray(12))];
  const plain = await crypto.subtle
    .decrypt({ name: 'AES-GCM', iv }, await key(), sealed)
    .catch(() => undefined);
  if (plain === undefined) return undefined;
  const { until, ...session } = JSON.parse(new TextDecoder().decode(plain)) as Sealed;
  return until * 1000 > Date.now() ? session : undefined;
}

/** The secret stretched to a key of 256 bits, for this use alone. */
async function key(): Promise<CryptoKey> {
  const bytes = (text: string) => new TextEncoder().encode(text);
  const secret = await crypto.subtle.importKey('raw', bytes(memberSecret()), 'HKDF', false, [
    'deriveKey',
  ]);
  return crypto.subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: bytes('member session') },
    secret,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  );
}
