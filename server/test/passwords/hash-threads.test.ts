import { readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { verifySync } from '@node-rs/argon2';
import { afterEach, expect, it } from 'vitest';
import { HashThreads } from '../../src/passwords/hash-threads.js';

const threads = new HashThreads(4);
const bytes = (text: string) => new TextEncoder().encode(text);
const cheap = { memoryCost: 1024, timeCost: 1 };

afterEach(() => threads.close());

it('hashes and compares, several at a time', async () => {
  const names = ['one', 'two', 'three'];
  const hashes = await Promise.all(
    names.map((name) => threads.run({ password: bytes(name), options: cheap })),
  );
  for (const [index, name] of names.entries()) {
    expect(verifySync(String(hashes[index]), name)).toBe(true);
  }
  const stored = String(hashes[0]);
  const compared = names.map((name) => threads.run({ password: bytes(name), stored }));
  expect(await Promise.all(compared)).toEqual([true, false, false]);
});

/** The threads of this process that stand back behind it: field 19 of their lines, behind a name in brackets. */
function standingBack(): Map<string, number> {
  const niceness = (thread: string): number => {
    try {
      const line = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8');
      return Number(line.slice(line.lastIndexOf(')') + 2).split(' ')[16]);
    } catch {
      // It has ended since.
      return Number.NEGATIVE_INFINITY;
    }
  };
  const threads = readdirSync('/proc/self/task').map((id) => [id, niceness(id)] as const);
  return new Map(threads.filter(([, value]) => value > getPriority(process.pid)));
}

it.runIf(process.platform === 'linux')('stands back behind the thread that answers', async () => {
  // Threads of earlier tests in this process may still be there, and end at any moment.
  const earlier = standingBack();
  const own = () => [...standingBack()].filter(([thread]) => !earlier.has(thread));
  await threads.run({ password: bytes('one'), options: cheap });
  const [thread, ...others] = own();
  expect([thread?.[1], others]).toEqual([5, []]);
  // An idle thread is used again.
  await threads.run({ password: bytes('two'), options: cheap });
  expect(own()).toEqual([thread]);
});

it('says so when the work cannot be done, and goes on', async () => {
  const work = threads.run({ password: bytes('one'), stored: 'no hash' });
  await expect(work).rejects.toThrow(/^A password could not be hashed: /);
  expect(await threads.run({ password: bytes('one'), options: cheap })).toMatch(/^\$argon2id/);
});

it('fails what is under way when it is closed, and starts again when it is asked to', async () => {
  await threads.run({ password: bytes('one'), options: cheap });
  const slow = threads.run({ password: bytes('one'), options: { timeCost: 20 } });
  const failed = expect(slow).rejects.toThrow('The thread that hashes passwords was stopped.');
  // The thread has it.
  await new Promise((resolve) => setImmediate(resolve));
  await threads.close();
  await failed;
  expect(await threads.run({ password: bytes('one'), options: cheap })).toMatch(/^\$argon2id/);
});
