import { randomBytes } from 'node:crypto';
import { parseOptions, verify } from '@node-rs/argon2';
import { afterEach, expect, it } from 'vitest';
import { ManualClock } from '../../src/lib/clock.js';
import { QueueFull } from '../../src/lib/queues.js';
import { Passwords, passwordLength } from '../../src/passwords/passwords.js';

const PASSWORD = 'correct horse battery';
const opened: Passwords[] = [];

function open(...parameters: ConstructorParameters<typeof Passwords>): Passwords {
  const passwords = new Passwords(...parameters);
  opened.push(passwords);
  return passwords;
}

afterEach(async () => {
  for (const passwords of opened.splice(0)) await passwords.close();
});

it('stores Argon2id with 19 MiB, two passes, one lane, and a salt of its own', async () => {
  const passwords = open(randomBytes);
  const [one, two] = [await passwords.hash(PASSWORD), await passwords.hash(PASSWORD)];
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(parseOptions(one)).toMatchObject({ saltLen: 16, outputLen: 32 });
  expect(one).not.toBe(two);
  expect(await verify(one, PASSWORD)).toBe(true);
});

it('takes the salt from the randomness it is given', async () => {
  const passwords = open((size) => Buffer.alloc(size, 7));
  const stored = await passwords.hash(PASSWORD);
  expect(stored.split('$')[4]).toBe(Buffer.alloc(16, 7).toString('base64').replace('==', ''));
  expect(await passwords.hash(PASSWORD)).toBe(stored);
});

it('knows the password that was stored from every other', async () => {
  const passwords = open(randomBytes);
  const stored = await passwords.hash(PASSWORD);
  expect(await passwords.matches(stored, PASSWORD)).toBe(true);
  for (const other of [
    '',
    ' ',
    `${PASSWORD} `,
    PASSWORD.toUpperCase(),
    PASSWORD.slice(1),
    stored,
  ]) {
    expect([other, await passwords.matches(stored, other)]).toEqual([other, false]);
  }
});

it('matches nothing where no password was stored, at the same cost', async () => {
  const passwords = open(randomBytes, { atOnce: 1, mostWaiting: 0 });
  for (const nothing of [undefined, '']) {
    expect(await passwords.matches(nothing, PASSWORD)).toBe(false);
    // It queues and hashes like any other: there is no room for a second one meanwhile.
    const compared = passwords.matches(nothing, PASSWORD);
    await expect(passwords.matches(nothing, PASSWORD)).rejects.toThrow(QueueFull);
    expect(await compared).toBe(false);
  }
});

it('takes texts that look the same for the same', async () => {
  const passwords = open(randomBytes);
  const stored = await passwords.hash('caf\u00e9 au lait');
  expect(await passwords.matches(stored, 'cafe\u0301 au lait')).toBe(true);
  expect(await passwords.matches(stored, 'cafe au lait')).toBe(false);
});

it('counts characters as people do', () => {
  expect(passwordLength('12345678')).toBe(8);
  expect(passwordLength('🔑🔑')).toBe(2);
  expect(passwordLength('e\u0301')).toBe(1);
  expect(passwordLength('')).toBe(0);
});

it('refuses more than may wait', async () => {
  const passwords = open(randomBytes, { atOnce: 1, mostWaiting: 1 });
  const asked = [1, 2, 3, 4].map(() => passwords.hash(PASSWORD));
  const outcomes = await Promise.allSettled(asked);
  expect(outcomes.map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'rejected',
    'rejected',
  ]);
  expect(outcomes[3]).toMatchObject({ reason: expect.any(QueueFull) });
  expect(await passwords.hash(PASSWORD)).toMatch(/^\$argon2id/);
});

it('refuses what would wait for too long, and no longer once it is faster', async () => {
  const clock = new ManualClock(0);
  const passwords = open(randomBytes, { atOnce: 1, mostWaiting: 100 }, clock);
  // The first starts a thread, and says nothing of those that follow.
  await passwords.hash(PASSWORD);
  const slow = passwords.hash(PASSWORD);
  // It has begun, and takes some milliseconds at the least.
  await new Promise((resolve) => setImmediate(resolve));
  clock.advance(10_000);
  await slow;
  const [first, second, third] = [1, 2, 3].map(() => passwords.hash(PASSWORD));
  await expect(third).rejects.toThrow(QueueFull);
  // The clock stands still: these take no time.
  await Promise.all([first, second]);
  await expect(Promise.all([1, 2, 3].map(() => passwords.hash(PASSWORD)))).resolves.toHaveLength(3);
});
