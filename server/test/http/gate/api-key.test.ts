import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { AMBIGUOUS } from '../../../src/http/gate/credentials.js';
import {
  callerName,
  hashKey,
  newApiKey,
  newPartnerKey,
  publicPrefix,
} from '../../../src/http/gate/key-check.js';

describe('API keys', () => {
  it('are recognisable, need no escaping, and hold 192 bits', () => {
    const key = newApiKey(randomBytes);
    expect(key).toMatch(/^pk_[\w-]{32}$/);
    expect(encodeURIComponent(key)).toBe(key);
    expect(Buffer.from(key.slice(3), 'base64url')).toHaveLength(24);
  });

  it('of partners begin with letters of their own', () => {
    const key = newPartnerKey(randomBytes);
    expect(key).toMatch(/^mp_[\w-]{32}$/);
    expect(publicPrefix(key)).toBe(key.slice(0, 11));
  });

  it('name their caller by their digest, and what can be no key by nothing', () => {
    expect(callerName('x'.repeat(256))).toBe(hashKey('x'.repeat(256)));
    expect([callerName('x'.repeat(257)), callerName(AMBIGUOUS)]).toEqual(['', '']);
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
