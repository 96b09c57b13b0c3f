/**
 * Registers members, a few at a time, each with the next key. Arguments: the server's URL, the file
 * of keys, a name that no other run has, and seconds. Prints how many a second as one line of JSON.
 */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';

/** As many as keep every core hashing, and one that waits. */
const AT_ONCE = 5;

const [url = '', keysFile = '', name = '', seconds] = process.argv.slice(2);
const keys = JSON.parse(readFileSync(keysFile, 'utf8')) as string[];
// Not `fetch`: what it takes for a call would be taken from the hashing on the same cores.
const agent = new Agent({ keepAlive: true });
const start = performance.now();
const ends = start + Number(seconds) * 1000;
let sent = 0;
let registered = 0;
await Promise.all(Array.from({ length: AT_ONCE }, registerOnAndOn));
agent.destroy();
process.stdout.write(
  `${JSON.stringify({ perSecond: registered / ((performance.now() - start) / 1000) })}\n`,
);

async function registerOnAndOn(): Promise<void> {
  while (performance.now() < ends) {
    const number = sent;
    sent += 1;
    const body = JSON.stringify({
      firstname: 'Mia',
      lastname: 'Moore',
      email: `${name}-${number}@example.com`,
      password: `correct horse ${number}`,
    });
    const headers = {
      'x-forwarded-proto': 'https',
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    };
    const path = `${url}/clients?apiKey=${keys[number % keys.length]}`;
    const asked = request(path, { method: 'POST', agent, headers });
    asked.end(body);
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    const { STATUS, MESSAGE } = JSON.parse(await text(response)) as Record<string, string>;
    if (STATUS !== 'Success') throw new Error(`A member was not registered: ${MESSAGE}`);
    registered += 1;
  }
}
