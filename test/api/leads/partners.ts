import { randomBytes } from 'node:crypto';
import { hashKey, newPartnerKey, publicPrefix } from '../../../src/gate/api-key.js';
import { NOON, type TestServer } from '../../rig/server.js';

/** Registers a marketplace and answers the header that it logs in with. */
export async function partnerHeader(server: TestServer, name: string): Promise<string> {
  const partnerKey = newPartnerKey(randomBytes);
  const secret = randomBytes(32).toString('hex');
  await server.services.directory.partners.add({
    name,
    key_hash: hashKey(partnerKey),
    prefix: publicPrefix(partnerKey),
    secret_hash: hashKey(secret),
    created_at: NOON,
  });
  return basic(partnerKey, secret);
}

/** Credentials as HTTP Basic carries them. */
export function basic(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}
