/**
 * Asks the first page at a steady pace, whatever the answers take. Arguments: the server's URL, the
 * file of keys, the first of them to use, how many, calls a second, and seconds. Prints as one line
 * of JSON how many answers of each status there were, and how many milliseconds each 200 took.
 */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, get, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PaceFigures } from './neighbour.js';

const [url = '', keysFile = '', from, count, perSecond, seconds] = process.argv.slice(2);
const all = JSON.parse(readFileSync(keysFile, 'utf8')) as string[];
const keys = all.slice(Number(from), Number(from) + Number(count));
const agent = new Agent({ keepAlive: true, maxSockets: 64 });
const headers = { 'x-forwarded-proto': 'https' };
const figures: { took: number[]; statuses: Record<number, number> } = { took: [], statuses: {} };

async function ask(key: string): Promise<void> {
  const began = performance.now();
  const [answer] = (await once(
    get(`${url}/properties?apiKey=${key}`, { agent, headers }),
    'response',
  )) as [IncomingMessage];
  answer.resume();
  await once(answer, 'end');
  const { statusCode = 0 } = answer;
  if (statusCode === 200) figures.took.push(performance.now() - began);
  figures.statuses[statusCode] = (figures.statuses[statusCode] ?? 0) + 1;
}

const began = performance.now();
const underWay = new Set<Promise<void>>();
for (let call = 0; call < Number(perSecond) * Number(seconds); call += 1) {
  const wait = began + (call * 1000) / Number(perSecond) - performance.now();
  if (wait > 1) await sleep(wait);
  const asked = ask(keys[call % keys.length] as string);
  underWay.add(asked);
  void asked.finally(() => underWay.delete(asked));
}
await Promise.all(underWay);
agent.destroy();
process.stdout.write(`${JSON.stringify(figures satisfies PaceFigures)}\n`);
