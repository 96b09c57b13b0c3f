/**
 * A well-behaved website beside the fuzzer, in a process of its own: asks a few pages at a steady pace with
 * keys of its own, and whether the server lives. Arguments: the port, and the keys. Its parent says in
 * which phase it is; when the channel ends it ends.
 */
import { Agent, request } from 'node:http';

/** What it is doing, by the parent's word. */
export type Phase = 'alone' | 'beside' | 'silent';

/** What it has seen. */
export interface Seen {
  readonly alone: readonly number[];
  readonly beside: readonly number[];
  /** Answers that were not 200, by what they were. */
  readonly others: Readonly<Record<string, number>>;
  /** The longest time that the question whether the server lives went without an answer, in milliseconds. */
  readonly longestSilence: number;
}

/** Calls a second of each key: what a key is advised to ask at most. */
const PER_KEY = 8;
const GIVEN_UP_MS = 60_000;

const PAGES = [
  '/properties?',
  '/properties?beds=2&pageNo=2&',
  '/properties/1010?',
  '/neighborhoods?',
  '/agents/search?',
  '/labels?',
];

const [port, ...keys] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true });
const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '192.0.2.200' };
const took = { alone: [] as number[], beside: [] as number[] };
const others: Record<string, number> = {};
let phase: Phase = 'silent';
let longestSilence = 0;
let sent = 0;

function ask(path: string): Promise<string> {
  return new Promise((resolve) => {
    const asked = request(
      { host: '127.0.0.1', port, path, agent, headers, timeout: GIVEN_UP_MS },
      (answer) => {
        answer.resume();
        answer.once('end', () => resolve(String(answer.statusCode)));
        answer.once('error', () => resolve('broken'));
      },
    );
    asked.once('timeout', () => asked.destroy());
    asked.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'error'));
    asked.end();
  });
}

setInterval(
  async () => {
    if (phase === 'silent') return;
    const during = phase;
    const key = keys[sent % keys.length];
    const page = PAGES[Math.floor(sent / keys.length) % PAGES.length];
    sent += 1;
    const began = performance.now();
    const status = await ask(`${page}apiKey=${key}`);
    const ms = performance.now() - began;
    if (status !== '200') others[status] = (others[status] ?? 0) + 1;
    else if (phase === during) took[during].push(ms);
  },
  1000 / (PER_KEY * keys.length),
);

setInterval(async () => {
  if (phase === 'silent') return;
  const began = performance.now();
  const status = await ask('/health/live');
  longestSilence = Math.max(longestSilence, performance.now() - began);
  if (status !== '200') others[`live ${status}`] = (others[`live ${status}`] ?? 0) + 1;
}, 500);

process.on('message', (message: Phase | 'tell') => {
  if (message === 'tell') process.send?.({ ...took, others, longestSilence } satisfies Seen);
  else phase = message;
});
process.on('disconnect', () => process.exit(0));
