/** Gives the stamp of a signed call: milliseconds since the epoch, and no number twice for one key. */
export type NextStamp = () => number | Promise<number>;

/** The credentials of one signed call. */
export interface Signature {
  readonly stamp: number;
  /** HMAC-SHA256 of the stamp and the client id, in hexadecimal. */
  readonly token: string;
}

let last = 0;

/**
 * The current time, or the next number if this process has used it already. All clients of a process share it,
 * because two of them may have the same key.
 */
export function nextStamp(): number {
  last = Math.max(Date.now(), last + 1);
  return last;
}

/** Signs a call. @param key Of the secret of a key with private access. */
export async function sign(key: HmacKey, keyID: number, stamp: number): Promise<Signature> {
  const text = JSON.stringify({ stamp, clientID: keyID });
  const mac = await crypto.subtle.sign('HMAC', await key, new TextEncoder().encode(text));
  return { stamp, token: hex(mac) };
}

/** What the runtime calls a CryptoKey; not all of their types have the name. */
export type HmacKey = ReturnType<typeof crypto.subtle.importKey>;

/** A key for HMAC-SHA256. */
export function hmacKey(secret: Uint8Array<ArrayBuffer>): HmacKey {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  return crypto.subtle.importKey('raw', secret, algorithm, false, ['sign', 'verify']);
}

/** Bytes in hexadecimal. */
export function hex(bytes: ArrayBuffer): string {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
