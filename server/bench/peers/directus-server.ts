/**
 * Directus, started by its own command. It runs on the Node.js of the peers, with the settings of its
 * environment. Argument: the folder of its packages.
 */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

const [folder = ''] = process.argv.slice(2);
const command = join(folder, 'node_modules', 'directus', 'cli.js');
const url = `http://127.0.0.1:${process.env.PORT}`;
process.argv = [process.argv0, command, 'start'];
await import(pathToFileURL(command).href);
while (!(await answers())) await sleep(100);
process.stdout.write(`${JSON.stringify({ url })}\n`);

async function answers(): Promise<boolean> {
  try {
    return (await fetch(`${url}/server/ping`)).ok;
  } catch {
    return false;
  }
}
