/** The program of a pull that pull.ts kills: `<engine, folder of the pull and moment as JSON>`. */
import { ManualClock } from '../../src/lib/clock.js';
import { pullOnce } from '../pull/pulling.js';
import type { Engine } from './part.js';
import { databaseOf, inStore } from './store.js';

/** The parameters of the program. */
export interface KilledPull {
  readonly engine: Omit<Engine, 'secretKey' | 'clock'> & { readonly secretKey: string };
  readonly feed: string;
  readonly folder: string;
  readonly now: number;
}

const { engine, feed, folder, now }: KilledPull = JSON.parse(process.argv[2] ?? '');
const clock = new ManualClock(now);
const secretKey = Buffer.from(engine.secretKey, 'base64');
await inStore({ ...engine, secretKey, clock }, async (services) =>
  pullOnce({ database: await databaseOf(services, feed), clock, services, folder }),
);
