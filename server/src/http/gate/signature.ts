import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../lib/clock.js';
import type { StampLedger } from '../../store/directory/spent-stamps.js';
import { AMBIGUOUS, credentialNumber, credentialParameter } from './credentials.js';
import type { Check } from './passage.js';
import { internalError, type Refusal, refusals } from './refusals.js';

/** How old a stamp may be, in milliseconds. R50. */
const STAMP_AGE_MS = 3 * 60 * 60 * 1000;

/** How far a stamp may lie in the future, in milliseconds: clocks differ. R50. */
const STAMP_AHEAD_MS = 5 * 60 * 1000;

/**
 * How much longer a used stamp is kept than it could be accepted, in milliseconds: longer than the
 * clocks of an installation differ, even if one has the time of another zone.
 */
const CLOCKS_DIFFER_MS = 24 * 60 * 60 * 1000;

/**
 * The text whose HMAC-SHA256 is the token: JSON without spaces, the stamp first. R49, R52.
 *
 * @param clientID The number issued with the secret.
 */
function signedText(stamp: number, clientID: number): string {
  return `{"stamp":${stamp},"clientID":${clientID}}`;
}

/**
 * The gate's question 6: `stamp` and `token`, signed with the key's secret, fresh, and not used before.
 * It applies to private-access keys on `signed` routes.
 *
 * Only the call that enters uses up its stamp, so a refused call may be corrected and sent again. The
 * stamp is used up before any work, so that an eavesdropper cannot repeat a call that failed half way.
 *
 * R48, R49, R50, R51.
 */
export function signatureCheck(ledger: StampLedger, clock: Clock): Check {
  return async (request, key) => {
    const stampText = credentialNumber(request, 'stamp');
    const tokenText = credentialParameter(request, 'token');
    if (stampText === undefined || tokenText === undefined) return refusals.signatureMissing;
    const stamp = stampText === AMBIGUOUS ? undefined : readStamp(stampText);
    const token = tokenText === AMBIGUOUS ? undefined : readToken(tokenText);
    if (stamp === undefined || token === undefined) return refusals.signatureMalformed;

    const now = clock.now();
    const untimely = checkFreshness(stamp, now);
    if (untimely !== undefined) return untimely;

    const signingKey = key.signingKey();
    if (signingKey === undefined || key.issuedClientId === null) {
      request.log.error(
        { key: key.prefix },
        'A call signed with this API key cannot be checked: its signing secret was sealed under ' +
          'another PORTICO_SECRET_KEY, or is damaged. Set the one it was sealed under, or rotate the key.',
      );
      return internalError(request.id);
    }
    const expected = createHmac('sha256', signingKey)
      .update(signedText(stamp, key.issuedClientId))
      .digest();
    if (!timingSafeEqual(expected, token)) return refusals.signatureInvalid;

    const keepFrom = now - STAMP_AGE_MS - CLOCKS_DIFFER_MS;
    const first = await ledger.spend(key.issuedClientId, stamp, keepFrom);
    return first ? undefined : refusals.signatureSpent;
  };
}

function checkFreshness(stamp: number, now: number): Refusal | undefined {
  if (now - stamp > STAMP_AGE_MS) return refusals.signatureExpired;
  if (stamp - now > STAMP_AHEAD_MS) return refusals.signatureEarly;
  return undefined;
}

/** A stamp in its only spelling: decimal digits, no sign, no leading zero, within 2^53. */
function readStamp(text: string): number | undefined {
  if (!/^(?:0|[1-9]\d{0,15})$/.test(text)) return undefined;
  const stamp = Number(text);
  return Number.isSafeInteger(stamp) ? stamp : undefined;
}

const HEX = /^[\dA-Fa-f]{64}$/;

// 43 digits hold two bits more than 32 bytes. They are zero, so the last digit is one of these.
const BASE64 = /^[\w+/ -]{42}[AEIMQUYcgkosw048]=?$/;

/** The 32 bytes of a token: hexadecimal, standard or URL-safe Base64. */
function readToken(text: string): Buffer | undefined {
  if (HEX.test(text)) return Buffer.from(text, 'hex');
  if (!BASE64.test(text)) return undefined;
  // An unescaped `+` in a form or URL arrives as a space. Node reads both alphabets.
  return Buffer.from(text.replaceAll(' ', '+'), 'base64');
}
