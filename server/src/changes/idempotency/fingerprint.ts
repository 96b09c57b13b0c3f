import { createHash, createHmac } from 'node:crypto';
import type { Call, Endpoint } from '../../api/endpoint.js';
import { Upload } from '../../api/read-params.js';
import { lowerCased } from '../../lib/names.js';

/** What a resend may change: a signature is made for one call only. */
const CREDENTIALS = new Set(['apikey', 'stamp', 'token']);

/** The id under which the answer to a write is kept: by API key, marketplace, endpoint and `Idempotency-Key`. */
export function writeId(
  { operation }: Pick<Endpoint, 'operation'>,
  { keyId, partner }: Pick<Call['caller'], 'keyId' | 'partner'>,
  idempotencyKey: string,
): string {
  const scope = JSON.stringify([keyId, partner ?? null, operation, idempotencyKey]);
  return createHash('sha256').update(scope).digest('hex');
}

/**
 * What a call sent, as a digest: what its path names, its records, its parameters in any order, except
 * its credentials, and whether it is strict. Files count by their bytes, so that the boundary of a multipart form is no difference.
 *
 * @param secret Without it, a reader of the database could try passwords on the digest of a
 *   registration a million times faster than on their Argon2 hash.
 */
export function fingerprint(
  {
    segment,
    kind,
    records,
    raw,
    strict,
  }: Pick<Call, 'segment' | 'kind' | 'records' | 'raw' | 'strict'>,
  secret: Buffer,
): string {
  const parameters = Object.entries(raw).filter(([name]) => !CREDENTIALS.has(lowerCased(name)));
  const more = kind === undefined ? [] : [kind, records?.digest ?? null];
  const text = JSON.stringify([
    segment ?? null,
    canonical(Object.fromEntries(parameters)),
    ...more,
    // Nothing where it is not strict: answers that earlier releases kept stay known.
    ...(strict ? ['strict'] : []),
  ]);
  return createHmac('sha256', secret).update(text).digest('hex');
}

/** The value with the members of its objects in one order. */
function canonical(value: unknown): unknown {
  if (value instanceof Upload) {
    return { upload: createHash('sha256').update(value.bytes).digest('hex') };
  }
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  // Pairs, as an object would put names that are numbers first and take `__proto__` for its own.
  return members.map(([name, member]) => [name, canonical(member)]);
}
