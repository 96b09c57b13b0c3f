/**
 * Registers members, a few at a time, each with the next key. Arguments: the server's URL, the file
 * of keys, a name that no other run has, and seconds. Prints the members per second as one line of
 * JSON.
 */
import { readFileSync } from 'node:fs';
import { BareCaller } from './bare-caller.js';

/**
 * Enough to keep every core hashing while others wait for the disk: the measurement is the rate
 * that the server accepts, and not its time for one.
 */
const AT_ONCE = 16;

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
  const caller = await BareCaller.to(url);
  while (performance.now() < ends) {
    const number = sent;
    sent += 1;
    const member = {
      firstname: 'Mia',
      lastname: 'Moore',
      email: `${name}-${number}@example.com`,
      password: `correct horse ${number}`,
    };
    const path = `/clients?apiKey=${keys[number % keys.length]}`;
    const { body } = await caller.call(path, JSON.stringify(member));
    if (!body.includes('"STATUS":"Success"')) {
      throw new Error(`A member was not registered: ${body}`);
    }
    registered += 1;
  }
  caller.close();
}
