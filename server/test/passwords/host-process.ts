/** Hashes a password, prints the id of the process that hashed it, and stays for as long as that is at work on another. */
import { Hasher } from '../../src/passwords/passwords.js';

const hasher = new Hasher();
const password = new TextEncoder().encode('one');
await hasher.run({ password, options: { memoryCost: 1024, timeCost: 1 } });
process.stdout.write(`${hasher.pid}\n`);
await hasher.run({ password, options: { timeCost: 2_000 } });
