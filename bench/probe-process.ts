/**
 * Asks the first page of rentals at a steady pace, as a handful of visitors do, and times each answer.
 * Arguments: the server's URL, the file of keys, and seconds. Prints the milliseconds of all answers
 * as one line of JSON.
 */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, get, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

const EVERY_MS = 20;

const [url = '', keysFile = '', seconds] = process.argv.slice(2);
// The last ones: the first are those that members are registered with.
const keys = (JSON.parse(readFileSync(keysFile, 'utf8')) as string[]).slice(-20);
const agent = new Agent({ keepAlive: true });
const headers = { 'x-forwarded-proto': 'https' };
const took: number[] = [];
const ends = performance.now() + Number(seconds) * 1000;
for (let sent = 0; performance.now() < ends; sent += 1) {
  const next = sleep(EVERY_MS);
  const start = performance.now();
  const path = `/properties?page=${(sent % 5) + 1}&apiKey=${keys[sent % keys.length]}`;
  const [response] = (await once(get(url + path, { agent, headers }), 'response')) as [
    IncomingMessage,
  ];
  response.resume();
  await once(response, 'end');
  if (response.statusCode !== 200) throw new Error(`A search got ${response.statusCode}.`);
  took.push(performance.now() - start);
  await next;
}
agent.destroy();
process.stdout.write(`${JSON.stringify(took)}\n`);
