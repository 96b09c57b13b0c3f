import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { hashKey, newApiKey, publicPrefix } from '../../src/gate/api-key.js';

describe('API keys', () => {
  it('are recognisable, need no escaping, and hold 192 bits', () => {
    const key = newApiKey(randomBytes);
    expect(key).toMatch(/^pk_[\w-]{32}$/);
    expect(encodeURIComponent(key)).toBe(key);
    expect(Buffer.from(key.slice(3), 'base64url')).toHaveLength(24);
  });

  it('use every bit they are given', () => {
    expect(newApiKey((size) => new Uint8Array(size))).toBe(`pk_${'A'.repeat(32)}`);
    expect(newApiKey((size) => new Uint8Array(size).fill(0xff))).toBe(`pk_${'_'.repeat(32)}`);
  });

  it('show eight characters and keep 144 bits to themselves', () => {
    const key = 'pk_abcdefghijklmnopqrstuvwxyzABCDEF';
    expect(publicPrefix(key)).toBe('pk_abcdefgh');
    expect((key.length - publicPrefix(key).length) * 6).toBe(144);
  });

  it('are stored as SHA-256', () => {
    // The digest of "abc" that FIPS 180-2 gives.
    expect(hashKey('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });
});
