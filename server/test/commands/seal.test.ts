import { createCipheriv, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { seal, UnsealError, unseal } from '../../src/store/secrets/seal.js';

const KEY = Buffer.alloc(32, 7);

test('a sealed secret opens under its key, in its place', () => {
  const sealed = seal('a secret of ü and 語', KEY, 'place', randomBytes);
  expect(sealed).toMatch(/^v1\.[A-Za-z0-9_-]+$/);
  expect(unseal(sealed, KEY, 'place')).toBe('a secret of ü and 語');
});

test('its form is that of AES-256-GCM: nonce, cipher text, tag', () => {
  const nonce = Buffer.alloc(12, 1);
  const cipher = createCipheriv('aes-256-gcm', KEY, nonce);
  cipher.setAAD(Buffer.from('portico v1 place'));
  const text = Buffer.concat([cipher.update('secret'), cipher.final()]);
  const expected = Buffer.concat([nonce, text, cipher.getAuthTag()]).toString('base64url');
  expect(seal('secret', KEY, 'place', () => nonce)).toBe(`v1.${expected}`);
});

test('the same secret is sealed differently each time', () => {
  const sealed = Array.from({ length: 20 }, () => seal('secret', KEY, 'place', randomBytes));
  expect(new Set(sealed).size).toBe(20);
});

test('it opens under no other key and in no other place', () => {
  const sealed = seal('secret', KEY, 'place', randomBytes);
  expect(() => unseal(sealed, Buffer.alloc(32, 8), 'place')).toThrow(UnsealError);
  expect(() => unseal(sealed, KEY, 'elsewhere')).toThrow(UnsealError);
});

test('it opens after no change of any byte', () => {
  const bytes = Buffer.from(seal('secret', KEY, 'place', randomBytes).slice(3), 'base64url');
  for (let index = 0; index < bytes.length; index += 1) {
    const changed = Buffer.from(bytes);
    changed[index] = (changed[index] ?? 0) ^ 1;
    expect(() => unseal(`v1.${changed.toString('base64url')}`, KEY, 'place')).toThrow(UnsealError);
  }
});

test.each(['', 'v1', 'v1.', 'v2.AAAA', 'v1.AAAA', 'v1.AAAA.AAAA', 'secret'])(
  '%j is no sealed secret',
  (text) => {
    expect(() => unseal(text, KEY, 'place')).toThrow(UnsealError);
  },
);

test('a tag that was cut short does not count', () => {
  const bytes = Buffer.from(seal('', KEY, 'place', randomBytes).slice(3), 'base64url');
  const cut = bytes.subarray(0, -4).toString('base64url');
  expect(() => unseal(`v1.${cut}`, KEY, 'place')).toThrow(UnsealError);
});
