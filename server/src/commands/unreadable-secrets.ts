import type { Services } from '../services.js';
import { UnsealError, unseal } from '../store/secrets/seal.js';
import { secretKeyFor } from '../store/secrets/secret-key.js';
import type { World } from './world.js';

/**
 * Warns about keys whose signing secret was sealed under another secret key than the current one.
 * Every signed call with them is refused, which looks like a website's mistake.
 */
export async function warnOfUnreadableSecrets(
  services: Services,
  random: World['random'],
): Promise<void> {
  const keys = await services.directory.signingKeys();
  if (keys.length === 0) return;
  const secretKey = await secretKeyFor(services.config, random);
  const unreadable = keys.filter(({ sealed_secret, hash }) => !opens(sealed_secret, hash));
  if (unreadable.length === 0) return;
  services.log.warn(
    { keys: unreadable.map(({ prefix }) => prefix) },
    'The signing secrets of these API keys were sealed under another PORTICO_SECRET_KEY, and calls ' +
      'signed with them are refused. Set the one they were sealed under, or rotate these keys.',
  );

  function opens(sealed: string | null, hash: string): boolean {
    try {
      return sealed === null || unseal(sealed, secretKey, hash) !== '';
    } catch (error) {
      if (error instanceof UnsealError) return false;
      throw error;
    }
  }
}
