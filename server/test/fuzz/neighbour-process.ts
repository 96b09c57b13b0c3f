/**
 * A well-behaved website beside the fuzzer, in a process of its own: asks a few pages at a steady pace with
 * keys of its own, and whether the server lives. Arguments: the port, and the keys. Its parent says in
 * which phase it is; when the channel ends it ends.
 */
import { Agent, request } from 'node:http';

/** What it is doing, by the parent's word. */
export type Phase = 'alone' | 'beside' | 'silent';

/** The times of the good answers of one phase, in milliseconds, and how many other calls there were. */
export interface Calls {
  readonly took: readonly number[];
  /** Answered with 420. */
  readonly refused: number;
  /** Answered otherwise, or not at all. */
  readonly failed: number;
}

/** What it has seen. */
export interface Seen {
  readonly alone: Calls;
  readonly beside: Calls;
  /** Answers that were not 200, by their status and first words. */
  readonly others: Readonly<Record<string, number>>;
  /** The longest time that the question whether the server lives went without an answer, in milliseconds. */
  readonly longestSilence: number;
}

/** Calls a second of each key: what a key is advised to ask at most. */
const PER_KEY = 8;
const GIVEN_UP_MS = 60_000;
/** So many characters of an answer say why it is not 200. */
const WORDS = 80;

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
const calls = { alone: noCalls(), beside: noCalls() };
const others: Record<string, number> = {};
let phase: Phase = 'silent';
let longestSilence = 0;
let sent = 0;

function noCalls() {
  return { took: [] as number[], refused: 0, failed: 0 };
}

/** Asks for a page. @returns 200, or the status and the first words of another answer. */
function ask(path: string): Promise<string> {
  return new Promise((resolve) => {
    const asked = request(
      { host: '127.0.0.1', port, path, agent, headers, timeout: GIVEN_UP_MS },
      (answer) => {
        let start = '';
        answer.setEncoding('utf8').on('data', (text: string) => {
          if (start.length < WORDS) start += text.slice(0, WORDS);
        });
        const status = answer.statusCode;
        const words = (): string => (status === 200 ? '' : ` ${start.replace(/[.:].*/s, '')}`);
        answer.once('end', () => resolve(`${status}${words()}`));
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
    if (status === '200') {
      // One that began in another phase is of neither.
      if (phase === during) calls[during].took.push(ms);
      return;
    }
    others[status] = (others[status] ?? 0) + 1;
    calls[during][status.startsWith('420') ? 'refused' : 'failed'] += 1;
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
  if (message === 'tell') process.send?.({ ...calls, others, longestSilence } satisfies Seen);
  else phase = message;
});
process.on('disconnect', () => process.exit(0));
