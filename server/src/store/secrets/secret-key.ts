import { join } from 'node:path';
import type { Config } from '../../config/config.js';
import { SECRET_KEY_BYTES } from '../../config/config-values.js';
import { createOnce } from '../../lib/create-once.js';

/** The file in the data folder that holds the key if the configuration names none. */
export const SECRET_KEY_FILE = 'secret-key';

/**
 * The key that encrypts signing secrets: PORTICO_SECRET_KEY, or the one in the data folder, which the
 * first caller makes. R46.
 *
 * @param random Returns that many random bytes, fit for secrets (`randomBytes` of `node:crypto`).
 */
export async function secretKeyFor(
  config: Pick<Config, 'secretKey' | 'dataFolder'>,
  random: (size: number) => Uint8Array,
): Promise<Buffer> {
  if (config.secretKey !== undefined) return config.secretKey;
  const file = join(config.dataFolder, SECRET_KEY_FILE);
  const text = await createOnce(
    file,
    () => `${Buffer.from(random(SECRET_KEY_BYTES)).toString('base64')}\n`,
  );
  const key = Buffer.from(text.trim(), 'base64');
  if (key.length !== SECRET_KEY_BYTES) {
    throw new Error(
      `${file} does not hold ${SECRET_KEY_BYTES} bytes in Base64. Restore it from a backup: ` +
        'the signing secrets of the API keys cannot be read without it.',
    );
  }
  return key;
}
