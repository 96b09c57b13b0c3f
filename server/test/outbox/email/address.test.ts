import { describe, expect, it } from 'vitest';
import { isEmail, isMailbox } from '../../../src/outbox/email/email.js';

const LOCAL = 'a'.repeat(64);
const DOMAIN = `${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(57)}.com`;

describe('an email address of a visitor', () => {
  it.each([
    'ann@example.com',
    'Ann.Able@Example.COM',
    'ann+homes@mail.example.co.uk',
    "o'hara_1-2@example.museum",
    'a@b.co',
    'x@1.example.com',
    'x@xn--bcher-kva.example',
    'x@example.xn--p1ai',
    `${LOCAL}@example.com`,
    `${LOCAL}@${DOMAIN}`,
  ])('%s is one', (text) => {
    expect(isEmail(text)).toBe(true);
    expect(isMailbox(text)).toBe(true);
  });

  it.each([
    '',
    'ann',
    '@example.com',
    'ann@',
    'ann@example',
    'ann@localhost',
    'ann@@example.com',
    'ann@example.com@example.org',
    'ann@example.com,bob@example.com',
    'ann@example.com;bob@example.com',
    'ann@example.com bob@example.com',
    ' ann@example.com',
    'ann@example.com ',
    'ann@example.com\n',
    'ann@example.com\r\nBcc: bob@example.com',
    'ann\0@example.com',
    'ann@exam\tple.com',
    'Ann <ann@example.com>',
    '<ann@example.com>',
    '"ann"@example.com',
    'ann(home)@example.com',
    'ann@[192.0.2.1]',
    'ann@192.0.2.1',
    '.ann@example.com',
    'ann.@example.com',
    'an..n@example.com',
    'ann@example..com',
    'ann@.example.com',
    'ann@example.com.',
    'ann@-example.com',
    'ann@example-.com',
    'ann@exa_mple.com',
    'ann@example.c',
    'zoë@example.com',
    'ann@exämple.com',
    'ann@example.com\u2028',
    `${LOCAL}a@example.com`,
    `ann@${'b'.repeat(64)}.com`,
    `${LOCAL}@e${DOMAIN}`,
  ])('%j is none', (text) => {
    expect(isEmail(text)).toBe(false);
  });

  it('is found out about at once, however long what was given is', () => {
    expect(isEmail(`${'a.'.repeat(500_000)}@example.com`)).toBe(false);
    expect(isEmail('@'.repeat(1_000_000))).toBe(false);
  });
});

describe('an address that mail can be sent to', () => {
  it.each(['operator@localhost', 'zoë@example.com', 'ann@exämple.com', 'a!b@example.com'])(
    '%s is one',
    (text) => {
      expect(isMailbox(text)).toBe(true);
    },
  );

  it.each([
    '',
    'ann',
    'ann@',
    '@example.com',
    'ann@a@b',
    'ann@example.com,bob@example.com',
    'ann@example.com bob@example.com',
    'ann@example.com\nbob@example.com',
    'ann\0@example.com',
    'ann\u202e@example.com',
    'Ann <ann@example.com>',
    '"a"@example.com',
    'ann@example..com',
    'ann@[192.0.2.1]',
    `${LOCAL}@e${DOMAIN}`,
  ])('%j is none', (text) => {
    expect(isMailbox(text)).toBe(false);
  });
});
