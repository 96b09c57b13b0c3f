/**
 * Hashes passwords as fast as this machine can, with nothing around it, on as many threads as there
 * are cores. Argument: seconds. Prints the passwords per second as one line of JSON.
 */
import { availableParallelism } from 'node:os';
import { hash } from '@node-rs/argon2';

const ends = performance.now() + Number(process.argv[2]) * 1000;
const start = performance.now();
let hashed = 0;
await Promise.all(
  Array.from({ length: availableParallelism() }, async () => {
    while (performance.now() < ends) {
      await hash(`a password ${hashed}`, { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 });
      hashed += 1;
    }
  }),
);
process.stdout.write(
  `${JSON.stringify({ perSecond: hashed / ((performance.now() - start) / 1000) })}\n`,
);
