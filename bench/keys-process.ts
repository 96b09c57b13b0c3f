/** Makes API keys of the client. Argument: how many. Prints them as one line of JSON. */
import { randomBytes } from 'node:crypto';
import { issueKey } from '../src/operator/keys.js';
import { openProduct } from './product.js';
import { CLIENT } from './workspace.js';

const [count] = process.argv.slice(2);
const { services } = await openProduct();
const request = { client: CLIENT, scopes: ['website'], addresses: [], privateAccess: false } as const;
const keys: string[] = [];
while (keys.length < Number(count)) {
  keys.push((await issueKey(services, request, randomBytes)).apiKey);
}
await services.close();
process.stdout.write(`${JSON.stringify(keys)}\n`);
