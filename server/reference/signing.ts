/*
 * Signs calls as docs/signatures.md says. R49.
 */

/** What signs: the number of a key, and its secret in a form that cannot be read out again. */
export interface Signer {
  readonly clientID: number;
  readonly secret: Awaited<ReturnType<typeof crypto.subtle.importKey>>;
}

/** What a signed call brings besides its key. */
export interface Signature {
  readonly stamp: string;
  readonly token: string;
}

/**
 * Takes a secret into the browser's keeping.
 *
 * @throws {Error} Where the browser signs nothing, as on a page of plain HTTP from another machine.
 */
export async function signerOf(clientID: number, secret: string): Promise<Signer> {
  if (globalThis.crypto?.subtle === undefined) {
    throw new Error('This browser signs only on pages that come by HTTPS or from this machine.');
  }
  const bytes = new TextEncoder().encode(secret);
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  // Not extractable: no script can read the secret from here on.
  const key = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['sign']);
  return { clientID, secret: key };
}

/** The token of one stamp. */
export async function tokenOf({ clientID, secret }: Signer, stamp: number): Promise<string> {
  const text = new TextEncoder().encode(JSON.stringify({ stamp, clientID }));
  const bytes = new Uint8Array(await crypto.subtle.sign('HMAC', secret, text));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

let lastStamp = 0;

/** Signs one call. The server takes a stamp once, so that each signature has its own. */
export async function sign(signer: Signer, now = Date.now()): Promise<Signature> {
  const stamp = Math.max(now, lastStamp + 1);
  lastStamp = stamp;
  return { stamp: String(stamp), token: await tokenOf(signer, stamp) };
}
