import { askForAccess, currentAccess } from './access.js';
import { isPartners, isSigned, needsKey, type Operation } from './document.js';
import { sign } from './signing.js';

/** A call before it is made, as the viewer hands it to plug-ins. */
interface Call {
  readonly operation: Operation;
  readonly requestBuilder: {
    /** What the viewer would add of its own fields for keys, which the page does not show. */
    security: unknown[];
    readonly headers: Headers;
    readonly query: URLSearchParams;
  };
}

/** The private keys that this tab was asked for once: not every key with the right to a call signs it. */
let askedForSecret = false;

/**
 * Gives each call the key of this tab, and signs it where that is asked for. Without a key it asks for one
 * first.
 */
export async function bringAccess({ operation, requestBuilder }: Call): Promise<void> {
  requestBuilder.security = [];
  if (!needsKey(operation)) return;
  const wantsSecret = isSigned(operation) && currentAccess().signer === undefined;
  const wantsPartner = isPartners(operation) && currentAccess().partner === undefined;
  if (currentAccess().apiKey === '' || wantsPartner || (wantsSecret && !askedForSecret)) {
    askedForSecret ||= wantsSecret;
    await askForAccess();
  }
  const { apiKey, signer, partner } = currentAccess();
  if (apiKey !== '') requestBuilder.headers.set('X-API-Key', apiKey);
  if (isPartners(operation) && partner !== undefined) {
    requestBuilder.headers.set('Authorization', partner);
  }
  if (isSigned(operation) && signer !== undefined) {
    const { stamp, token } = await sign(signer);
    requestBuilder.query.set('stamp', stamp);
    requestBuilder.query.set('token', token);
  }
}
