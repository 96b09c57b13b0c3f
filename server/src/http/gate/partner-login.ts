import { timingSafeEqual } from 'node:crypto';
import type { ApiKey } from '../../store/directory/key-directory.js';
import type { PartnerDirectory } from '../../store/directory/partners.js';
import { type AttemptOptions, Attempts, hashKey, MAX_KEY_LENGTH } from './key-check.js';
import type { Check } from './passage.js';
import { Proxies } from './proxies.js';
import { type Refusal, refusals } from './refusals.js';

interface PartnerLoginOptions extends AttemptOptions {
  readonly partners: PartnerDirectory;
  /** The same as the gate's. */
  readonly trustedProxies: readonly string[];
  /** Puts the words of a refusal into the envelope of the route's answers. */
  readonly envelope: (key: ApiKey, words: string) => unknown;
}

/**
 * The gate's question 7: HTTP Basic with the partner key as user name and the secret as password. On
 * success `request.partner` is the registered name of the marketplace. It is answered before a byte of the
 * lead is read. An unknown partner, a revoked one and a wrong secret get the same answer.
 *
 * The stored hashes are plain SHA-256. Partner key and secret are random, with too many bits to guess,
 * unlike passwords that people choose: a slow hash would only add work to every call.
 *
 * R53.
 *
 * @throws RangeError when an entry of `trustedProxies` is neither an address nor a CIDR range.
 */
export function partnerCheck(options: PartnerLoginOptions): Check {
  const proxies = new Proxies(options.trustedProxies);
  const attempts = new Attempts('partner-logins', refusals.tooManyLogins, { ...options, proxies });
  return async (request, key) => {
    const { authorization } = request.headers;
    const refusal: Refusal = {
      ...refusals.partnerUnknown,
      body: options.envelope(key, refusals.partnerUnknown.words),
    };
    if (authorization === undefined) return refusal;
    const login = readBasic(authorization);
    if (login === undefined) return attempts.failed(request, refusal);
    const partner = await options.partners.findActive(hashKey(login.user));
    const matches = isSecret(login.password, partner?.secretHash ?? NOBODY);
    if (partner === undefined || !matches) return attempts.failed(request, refusal);
    request.partner = partner.name;
    return undefined;
  };
}

/** Replaces the secret of an unknown partner, so that the check takes as long. */
const NOBODY = '0'.repeat(64);

function isSecret(password: string, secretHash: string): boolean {
  return timingSafeEqual(Buffer.from(hashKey(password), 'hex'), Buffer.from(secretHash, 'hex'));
}

/** The longest header that is read: longer than any key and secret in Base64. */
const LONGEST = 8 + Math.ceil(((2 * MAX_KEY_LENGTH + 1) * 4) / 3);

/**
 * User name and password of an `Authorization: Basic` header (RFC 7617). The user name ends at the
 * first colon. Keys and secrets are ASCII, so invalid UTF-8 matches none.
 *
 * @returns undefined if the header is of another scheme, malformed, or longer than any credentials.
 */
function readBasic(header: string): { user: string; password: string } | undefined {
  if (header.length > LONGEST) return undefined;
  const encoded = /^basic +([\dA-Za-z+/]+={0,2}) *$/i.exec(header)?.[1];
  if (encoded === undefined) return undefined;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  if (colon === -1) return undefined;
  return { user: text.slice(0, colon), password: text.slice(colon + 1) };
}
