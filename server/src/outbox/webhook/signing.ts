import { createHmac } from 'node:crypto';

/** The prefix of secrets, by Standard Webhooks 1.0.0. */
const PREFIX = 'whsec_';

/** Random bytes of a new secret: the standard asks for 24 to 64. */
const SECRET_BYTES = 32;

/** Makes a secret: `whsec_` and Base64. @param random Returns that many random bytes, fit for secrets. */
export function newSecret(random: (size: number) => Uint8Array): string {
  return `${PREFIX}${Buffer.from(random(SECRET_BYTES)).toString('base64')}`;
}

/**
 * The headers of an attempt at a message, by Standard Webhooks 1.0.0. R213.
 *
 * @param secrets Each signs, so that a receiver may have any of them: the current one first.
 * @param now Milliseconds since the epoch: the time of this attempt, not of the message.
 */
export function signedHeaders(
  { id, body }: { readonly id: string; readonly body: string },
  secrets: readonly string[],
  now: number,
): Record<string, string> {
  const timestamp = Math.floor(now / 1000);
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.replace(PREFIX, ''), 'base64');
    // HMAC takes an empty key, which anybody has.
    if (key.length === 0) throw new Error('A secret of webhooks is empty.');
    const signature = createHmac('sha256', key)
      .update(`${id}.${timestamp}.${body}`)
      .digest('base64');
    return `v1,${signature}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': `${timestamp}`,
    'webhook-signature': signatures.join(' '),
  };
}
