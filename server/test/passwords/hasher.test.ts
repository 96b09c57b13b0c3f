import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { verifySync } from '@node-rs/argon2';
import { afterEach, expect, it } from 'vitest';
import { Hasher } from '../../src/passwords/passwords.js';
import { testProgram } from '../rig/test-program.js';

const hasher = new Hasher();
const bytes = (text: string) => new TextEncoder().encode(text);
const cheap = { memoryCost: 1024, timeCost: 1 };
/** Takes so long that a test can end the process before it is done. */
const slow = { timeCost: 200 };

afterEach(() => hasher.close());

/** The process of a hasher that has started: it answers. */
async function processOf(hasher: Hasher): Promise<number> {
  await hasher.run({ password: bytes('one'), options: cheap });
  return hasher.pid ?? 0;
}

/** Whether there is such a process, and it has not ended: one whose parent is gone may stay in the list for a while. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    if (process.platform !== 'linux') return true;
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

it('hashes and compares, several at a time, in one process', async () => {
  const names = ['one', 'two', 'three'];
  const hashes = await Promise.all(
    names.map((name) => hasher.run({ password: bytes(name), options: cheap })),
  );
  const { pid } = hasher;
  for (const [index, name] of names.entries()) {
    expect(verifySync(String(hashes[index]), name)).toBe(true);
  }
  const stored = String(hashes[0]);
  const compared = names.map((name) => hasher.run({ password: bytes(name), stored }));
  expect(await Promise.all(compared)).toEqual([true, false, false]);
  expect(hasher.pid).toBe(pid);
});

it('answers what takes less time first', async () => {
  await processOf(hasher);
  const ended: string[] = [];
  const works = Object.entries({ slow: { timeCost: 20 }, cheap }).map(async ([name, options]) => {
    await hasher.run({ password: bytes('one'), options });
    ended.push(name);
  });
  await Promise.all(works);
  expect(ended).toEqual(['cheap', 'slow']);
});

it.runIf(process.platform === 'linux')(
  'stands back, while no thread of this process does',
  async () => {
    const before = getPriority(process.pid);
    const pid = await processOf(hasher);
    expect(getPriority(pid)).toBe(Math.max(before, 5));
    // Priority is a thread's own: those that hash, as well.
    const threads = readdirSync(`/proc/${pid}/task`);
    expect(threads.map((thread) => getPriority(Number(thread)))).toEqual(
      threads.map(() => Math.max(before, 5)),
    );
    expect(getPriority(process.pid)).toBe(before);
  },
);

it.runIf(process.platform === 'linux')('is given no environment', async () => {
  const pid = await processOf(hasher);
  const names = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').filter(Boolean);
  // The channel alone.
  expect(names.filter((name) => !name.startsWith('NODE_CHANNEL_'))).toEqual([]);
});

it('says so when the work cannot be done, and goes on', async () => {
  const work = hasher.run({ password: bytes('one'), stored: 'no hash' });
  await expect(work).rejects.toThrow(/^A password could not be hashed: /);
  expect(await hasher.run({ password: bytes('one'), options: cheap })).toMatch(/^\$argon2id/);
});

it('fails what is under way when it is closed, and starts again when there is more', async () => {
  const pid = await processOf(hasher);
  const failed = expect(hasher.run({ password: bytes('one'), options: slow })).rejects.toThrow(
    'The process that hashes passwords was stopped.',
  );
  await hasher.close();
  await failed;
  expect(isRunning(pid)).toBe(false);
  expect(await hasher.run({ password: bytes('one'), options: cheap })).toMatch(/^\$argon2id/);
});

it('fails what is under way when its process breaks, and starts another for what comes after', async () => {
  const pid = await processOf(hasher);
  const works = [1, 2].map(() => hasher.run({ password: bytes('one'), options: slow }));
  const failures = Promise.allSettled(works);
  process.kill(pid, 'SIGSEGV');
  expect(await failures).toMatchObject([
    { reason: { message: 'The process that hashes passwords was stopped (SIGSEGV).' } },
    { status: 'rejected' },
  ]);
  expect(await processOf(hasher)).not.toBe(pid);
});

it('leaves the signals of a terminal and of a service to the process that it works for', async () => {
  const pid = await processOf(hasher);
  const work = hasher.run({ password: bytes('one'), options: { timeCost: 20 } });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.kill(pid, signal);
  expect(await work).toMatch(/^\$argon2id/);
  expect(hasher.pid).toBe(pid);
});

it('ends its process when there was no work for a while, and starts another', async () => {
  const brief = new Hasher(1);
  const pid = await processOf(brief);
  await expect.poll(() => isRunning(pid), { timeout: 30_000 }).toBe(false);
  expect(await processOf(brief)).not.toBe(pid);
  await brief.close();
});

it('ends with the process that it works for, however that ends', async () => {
  const program = fileURLToPath(new URL('./host-process.ts', import.meta.url));
  const host = spawn(process.execPath, [await testProgram(program)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [printed] = (await once(host.stdout, 'data')) as [Buffer];
  const pid = Number(printed.toString());
  expect(isRunning(pid)).toBe(true);
  host.kill('SIGKILL');
  await expect.poll(() => isRunning(pid), { timeout: 30_000 }).toBe(false);
});
