/**
 * Registers members, a few at a time, each with the next key. Arguments: the server's URL, the file
 * of keys, a name that no other run has, and seconds. Prints how many a second as one line of JSON.
 */
import { readFileSync } from 'node:fs';

/** As many as keep every core hashing, and one that waits. */
const AT_ONCE = 5;

const [url = '', keysFile = '', name = '', seconds] = process.argv.slice(2);
const keys = JSON.parse(readFileSync(keysFile, 'utf8')) as string[];
const start = performance.now();
const ends = start + Number(seconds) * 1000;
let sent = 0;
let registered = 0;
await Promise.all(Array.from({ length: AT_ONCE }, registerOnAndOn));
process.stdout.write(
  `${JSON.stringify({ perSecond: registered / ((performance.now() - start) / 1000) })}\n`,
);

async function registerOnAndOn(): Promise<void> {
  while (performance.now() < ends) {
    const number = sent;
    sent += 1;
    const response = await fetch(`${url}/clients?apiKey=${keys[number % keys.length]}`, {
      method: 'POST',
      headers: { 'x-forwarded-proto': 'https', 'content-type': 'application/json' },
      body: JSON.stringify({
        firstname: 'Mia',
        lastname: 'Moore',
        email: `${name}-${number}@example.com`,
        password: `correct horse ${number}`,
      }),
    });
    const { STATUS, MESSAGE } = (await response.json()) as Record<string, string>;
    if (STATUS !== 'Success') throw new Error(`A member was not registered: ${MESSAGE}`);
    registered += 1;
  }
}
