import { join } from 'node:path';
import type { Config } from '../config/config.js';
import { urlOf } from '../lib/address-of.js';
import { DATA_FILES } from './backup/data-files.js';
import type { IssuedKey } from './keys.js';

/**
 * Where signing is explained, and a signed call to copy. The stamp ends in zeros, as not every `date`
 * counts milliseconds. The certificate has its whole path, because an installed `portico` changes to the
 * folder of its settings, and the reader's shell does not.
 */
export function signingHint(
  { apiKey, signing }: IssuedKey,
  config: Pick<Config, 'baseUrl' | 'host' | 'port' | 'tls' | 'trustedProxies' | 'dataFolder'>,
): string {
  if (signing === undefined) return '';
  const url = config.baseUrl ?? urlOf('https', config.host, config.port);
  return [
    'Calls on members, accounts and leads are signed with the secret: docs/signatures.md shows how.',
    'One to try while the server runs:',
    '',
    '  stamp=$(date +%s)000',
    `  token=$(printf '{"stamp":%s,"clientID":${signing.clientID}}' "$stamp" |`,
    `    openssl dgst -sha256 -hmac ${signing.secret} -r |`,
    "    cut -d ' ' -f 1)",
    `  ${curl(config)} --get "${url}/clients/list" \\`,
    `    --data apiKey=${apiKey} \\`,
    '    --data stamp="$stamp" --data token="$token"',
  ].join('\n');
}

/** Curl, with the certificate that the server makes for itself, unless a proxy or a file has another. */
function curl({ tls, trustedProxies, dataFolder }: Parameters<typeof signingHint>[1]): string {
  if (tls !== undefined || trustedProxies.length > 0) return 'curl';
  const path = join(dataFolder, DATA_FILES.certificate[0]);
  return /^[\w./-]+$/.test(path) ? `curl --cacert ${path}` : `curl --cacert "${path}"`;
}
