/**
 * Requests pages of rentals at a steady pace, one at a time, like a handful of visitors, and times
 * each answer. Arguments: the server's URL, the file of keys, and seconds. Prints the milliseconds
 * of all answers as one line of JSON.
 */
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { BareCaller } from './bare-caller.js';

const EVERY_MS = 20;

const [url = '', keysFile = '', seconds] = process.argv.slice(2);
// The last keys, because the first ones register members.
const keys = (JSON.parse(readFileSync(keysFile, 'utf8')) as string[]).slice(-20);
const caller = await BareCaller.to(url);
const took: number[] = [];
const ends = performance.now() + Number(seconds) * 1000;
for (let sent = 0; performance.now() < ends; sent += 1) {
  const next = sleep(EVERY_MS);
  const start = performance.now();
  const path = `/properties?page=${(sent % 5) + 1}&apiKey=${keys[sent % keys.length]}`;
  const { status } = await caller.call(path);
  if (status !== 200) throw new Error(`A search got ${status}.`);
  took.push(performance.now() - start);
  await next;
}
caller.close();
process.stdout.write(`${JSON.stringify(took)}\n`);
