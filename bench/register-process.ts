/**
 * Registers members, a few at a time, each with the next key. Arguments: the server's URL, the file
 * of keys, a name that no other run has, and seconds. Prints how many a second as one line of JSON.
 */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';

/**
 * As many as keep every core hashing while others are on their way to and from the disk: what is
 * measured is how many the server takes, not how long it takes for one.
 */
const AT_ONCE = 16;

const [url = '', keysFile = '', name = '', seconds] = process.argv.slice(2);
const { hostname, port, host } = new URL(url);
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
  const socket = connect(Number(port), hostname).setNoDelay(true).setEncoding('latin1');
  await once(socket, 'connect');
  while (performance.now() < ends) {
    const number = sent;
    sent += 1;
    const answer = await exchange(socket, registration(number));
    if (!answer.includes('"STATUS":"Success"')) {
      throw new Error(`A member was not registered: ${answer}`);
    }
    registered += 1;
  }
  socket.destroy();
}

function registration(number: number): string {
  const body = JSON.stringify({
    firstname: 'Mia',
    lastname: 'Moore',
    email: `${name}-${number}@example.com`,
    password: `correct horse ${number}`,
  });
  return [
    `POST /clients?apiKey=${keys[number % keys.length]} HTTP/1.1`,
    `host: ${host}`,
    'x-forwarded-proto: https',
    'content-type: application/json',
    `content-length: ${body.length}`,
    '',
    body,
  ].join('\r\n');
}

/**
 * Sends a request and waits for the whole answer. By hand on a socket: what Node.js' own client, or
 * `fetch`, takes for a call would be taken from the hashing on the same cores.
 */
function exchange(socket: Socket, request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const ended = (error?: Error): void => {
      socket.off('data', read).off('error', ended).off('close', ended);
      if (isWhole(answer)) resolve(answer);
      else reject(error ?? new Error(`The server closed a connection: ${answer}`));
    };
    const read = (part: string): void => {
      answer += part;
      if (isWhole(answer)) ended();
    };
    socket.on('data', read).on('error', ended).on('close', ended);
    socket.write(request);
  });
}

function isWhole(answer: string): boolean {
  const head = answer.indexOf('\r\n\r\n');
  if (head === -1) return false;
  const length = /\r\ncontent-length: (\d+)\r\n/i.exec(answer)?.[1];
  if (length === undefined) throw new Error(`An answer does not tell its length: ${answer}`);
  return answer.length >= head + 4 + Number(length);
}
