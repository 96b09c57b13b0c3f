import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Numbered } from './groups.js';
import { Processor } from './processor.js';
import type { HostileRequest } from './request.js';
import type { Outcome } from './sender.js';
import { SlowRequests } from './slow-requests.js';
import { isSuspicious, lookInto } from './suspects.js';

/** A process that spends as many milliseconds of processor time as each line says, and answers it. */
const SPENDER = `
const spent = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1000; };
process.stdin.setEncoding('utf8').on('data', (lines) => {
  for (const line of lines.trim().split('\\n')) for (const end = spent() + Number(line); spent() < end; );
  process.stdout.write(lines);
});`;

const request: HostileRequest = {
  shape: 'single',
  steps: [],
  methods: ['GET'],
  ending: { kind: 'answered' },
};
const ANSWER = { head: '', body: '', whole: true };

let spender: ChildProcess;
let processor: Processor;

beforeAll(async () => {
  spender = spawn(process.execPath, ['-e', SPENDER], { stdio: ['pipe', 'pipe', 'inherit'] });
  await spend(0);
  processor = new Processor(spender.pid ?? 0);
});
afterAll(() => void spender.kill());

async function spend(ms: number): Promise<void> {
  spender.stdin?.write(`${ms}\n`);
  await once(spender.stdout ?? spender, 'data');
}

const numbered = (number: number): Numbered => ({
  number,
  request: { ...request, shape: `${number}` },
});

/** Numbers of those that are found, and how often each was sent, where request n costs `costs[n]` ms. */
async function found(
  costs: readonly number[],
  { refused = [], refusedOnce = [] }: { refused?: number[]; refusedOnce?: number[] } = {},
): Promise<readonly [readonly number[], number]> {
  const numbers: number[] = [];
  const once420 = new Set(refusedOnce);
  let sent = 0;
  const answer = async (number: number): Promise<Outcome> => {
    sent += 1;
    const isRefused = once420.delete(number) || refused.includes(number);
    await spend(isRefused ? 0 : (costs[number] ?? 0));
    return { answers: [{ ...ANSWER, status: isRefused ? 420 : 200 }], silent: false };
  };
  await lookInto(
    costs.map((_, number) => numbered(number)),
    new Set(refused),
    {
      processor,
      send: async (ones, seen) => {
        for (const one of ones) seen(one, await answer(one.number));
      },
      sendAlone: ({ shape }) => answer(Number(shape)),
      found: (_finding, { number }) => void numbers.push(number),
      isOver: () => false,
    },
  );
  return [numbers, sent];
}

it('finds the one request of a group that costs too much', async () => {
  expect(await found([5, 5, 90, 5, 5, 5, 5, 5])).toMatchObject([[2], expect.any(Number)]);
});

it('clears requests that cost much together only', async () => {
  // Both halves are over the bound of one, their halves are not.
  expect(await found([20, 20, 20, 20, 20, 20, 20, 20])).toEqual([[], 8 + 4 * 2]);
});

it('does not take for cheap what was refused when it was sent again', async () => {
  expect(await found([5, 90, 5, 5], { refusedOnce: [1] })).toMatchObject([[1], expect.any(Number)]);
  // What was refused in the first place had no part in what the group cost.
  expect(await found([5, 90, 5, 5], { refused: [1] })).toEqual([[], 4]);
});

it('suspects a group that costs more than one of its requests may', () => {
  const keyed: Numbered = { number: 1, request: { ...request, key: 'alphaWebsite' } };
  const cost = { front: 60, back: 0 };
  expect(isSuspicious([numbered(0)], cost)).toBe(true);
  expect(isSuspicious([keyed], cost)).toBe(false);
  expect(isSuspicious([keyed, numbered(0)], cost)).toBe(true);
  expect(isSuspicious([numbered(0)], { front: 30, back: 10 })).toBe(false);
});

it('charges a slow request for what is done at its own steps, all of them together', async () => {
  const slow = new SlowRequests(
    async ({ number }, turn) => {
      for (const ms of number === 1 ? [30, 30, 30] : [5]) {
        await turn();
        await spend(ms);
      }
      return { answers: [], silent: false };
    },
    () => {},
  );
  await slow.begin(numbered(1), processor);
  await slow.proceed(processor);
  await slow.proceed(processor);
  await slow.begin(numbered(2), processor);
  expect(slow.expensive()).toMatchObject([{ number: 1 }]);
  await slow.end(processor, 60_000);
  expect(slow.expensive()).toEqual([]);
});
