/**
 * Requests the first page at a steady pace, whatever the time of the answers. Arguments: the
 * server's URL, the file of keys, the first key to use, the number of keys, calls per second, and
 * seconds. Prints one line of JSON: the number of answers of each status, and the milliseconds of
 * each 200.
 */
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { BareCaller } from './bare-caller.js';
import type { PaceFigures } from './neighbour.js';

const [url = '', keysFile = '', from, count, perSecond, seconds] = process.argv.slice(2);
const all = JSON.parse(readFileSync(keysFile, 'utf8')) as string[];
const keys = all.slice(Number(from), Number(from) + Number(count));
const idle: BareCaller[] = [];
const figures: { took: number[]; statuses: Record<number, number> } = { took: [], statuses: {} };

async function ask(key: string): Promise<void> {
  const began = performance.now();
  const caller = idle.pop() ?? (await BareCaller.to(url));
  const { status } = await caller.call(`/properties?apiKey=${key}`);
  if (status === 200) figures.took.push(performance.now() - began);
  figures.statuses[status] = (figures.statuses[status] ?? 0) + 1;
  idle.push(caller);
}

const began = performance.now();
const underWay = new Set<Promise<void>>();
for (let call = 0; call < Number(perSecond) * Number(seconds); call += 1) {
  const wait = began + (call * 1000) / Number(perSecond) - performance.now();
  if (wait > 1) await sleep(wait);
  const answer = ask(keys[call % keys.length] as string);
  underWay.add(answer);
  void answer.finally(() => underWay.delete(answer));
}
await Promise.all(underWay);
for (const caller of idle) caller.close();
process.stdout.write(`${JSON.stringify(figures satisfies PaceFigures)}\n`);
