/**
 * An import in a process of its own, with a slow database: for tests that measure its memory or
 * interrupt it. Arguments: a file, rows a batch, milliseconds a batch. Prints a line at each of the
 * first batches, and in the end what came of it.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { runImport } from 'portico-importer/import.js';
import { ShopResource } from '../../../importer/test/shop.js';
import { stopOnInterrupt } from '../../src/commands/stopping.js';
import { peakMemoryBytes } from '../rig/peak-memory.js';

const [file = '', rows = '5000', milliseconds = '0'] = process.argv.slice(2);
const resource = new ShopResource();
resource.beforeWrite = async () => {
  // What was written is let go, as a database would have it on the disk.
  resource.stored.clear();
  if (resource.batches.length < 3) process.stdout.write('batch\n');
  await wait(Number(milliseconds));
};
const summary = await stopOnInterrupt((signal) =>
  runImport({
    sources: [file],
    resources: new Map([[resource.name, resource]]),
    rejects: `${file}.rejects`,
    batchSize: Number(rows),
    signal,
  }),
);
const megabytes = peakMemoryBytes() / 1024 ** 2;
process.stdout.write(`${JSON.stringify({ summary, batches: resource.batches, megabytes })}\n`);
