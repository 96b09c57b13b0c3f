import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { seal, UnsealError, unseal } from '../../../src/store/secrets/seal.js';

const KEY = randomBytes(32);

describe('a sealed secret', () => {
  const sealed = seal('the secret, é', KEY, 'place', randomBytes);
  const refused = (text: string, key: Uint8Array = KEY, place = 'place') => {
    expect(() => unseal(text, key, place)).toThrow(UnsealError);
  };

  it('opens where it was sealed, and nowhere else', () => {
    expect(unseal(sealed, KEY, 'place')).toBe('the secret, é');
    expect(unseal(seal('', KEY, 'place', randomBytes), KEY, 'place')).toBe('');
    refused(sealed, randomBytes(32));
    refused(sealed, KEY, 'other place');
    expect(() => unseal('v1.', KEY, 'place')).toThrow(
      expect.objectContaining({
        name: 'UnsealError',
        message: expect.stringContaining('does not open'),
      }),
    );
  });

  it('is other text each time', () => {
    expect(seal('the secret, é', KEY, 'place', randomBytes)).not.toBe(sealed);
    expect(sealed).toMatch(/^v1\.[\w-]+$/);
    expect(sealed).not.toContain('secret');
    // 12 bytes of nonce and 16 of tag around it.
    expect(Buffer.from(sealed.slice(3), 'base64url')).toHaveLength(12 + 14 + 16);
  });

  it('is of a version that is known, and nothing before or behind it', () => {
    const text = sealed.slice(3);
    for (const other of [`v2.${text}`, `.${text}`, text, `v1.${text}.x`, `v1.${text}.`, '', 'v1']) {
      refused(other);
    }
  });

  it('is refused where a byte of it was changed or is missing', () => {
    const bytes = Buffer.from(sealed.slice(3), 'base64url');
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      refused(`v1.${changed.toString('base64url')}`);
      refused(`v1.${bytes.subarray(0, at).toString('base64url')}`);
    }
  });
});
