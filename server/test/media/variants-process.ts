/**
 * Makes all variants of the pictures of a folder, with so many asking at a time, as a server does. Arguments:
 * the folder of media, which has a tenant `acme`, and how many ask. Prints what came of it.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DiskStore } from 'portico-media/disk-store.js';
import { OriginalFiles } from 'portico-media/original-files.js';
import { PictureProcesses } from 'portico-media/picture-processes.js';
import { contentHash, VARIANTS } from 'portico-media/picture-store.js';
import { VARIANT_FORMATS, variantName, WIDTHS } from 'portico-media/variant.js';
import { VariantCache } from 'portico-media/variant-cache.js';
import { Variants } from 'portico-media/variants.js';
import { systemClock } from '../../src/lib/clock.js';
import { peakMemoryBytes } from '../rig/peak-memory.js';

const [folder = '', callers = '50'] = process.argv.slice(2);
const files = new Map(
  readdirSync(join(folder, 'acme')).map((name) => [
    contentHash(readFileSync(join(folder, 'acme', name))),
    name,
  ]),
);

/** A store that counts how often each variant was stored. */
class CountingStore extends DiskStore {
  readonly stored = new Map<string, number>();

  override async put(tenant: string, name: string, bytes: Buffer): Promise<void> {
    await super.put(tenant, name, bytes);
    this.stored.set(name, (this.stored.get(name) ?? 0) + 1);
    if (this.stored.size === 20) process.stdout.write('begun\n');
  }
}

const store = new CountingStore(folder, VARIANTS);
const processes = new PictureProcesses();
const variants = new Variants({
  clock: systemClock,
  processes,
  cache: new VariantCache({
    store,
    mostBytes: 1e12,
    tenants: async () => ['acme'],
    isThere: async () => true,
    clock: systemClock,
    log: { warn: () => {} },
  }),
  originals: new OriginalFiles(folder, []),
  filesOf: async (_tenant, hash) => [files.get(hash) ?? ''],
});

const formats = Object.keys(VARIANT_FORMATS) as (keyof typeof VARIANT_FORMATS)[];
const names = [...files.keys()].flatMap((hash) =>
  WIDTHS.flatMap((width) => formats.map((format) => variantName({ hash, width, format }))),
);
// Each is asked for by two, one after the other in the list, and so at the same time.
const wanted = names.flatMap((name) => [name, name]).values();
let missing = 0;
let refused = 0;
await Promise.all(
  Array.from({ length: Number(callers) }, async () => {
    for (const name of wanted) {
      const found = await variants.read('acme', name).catch(() => {
        refused += 1;
        return undefined;
      });
      if (found === undefined) missing += 1;
      else if ('content' in found) found.content.destroy();
    }
  }),
);
await processes.close();
await variants.close();
const times = [...store.stored.values()];
const report = {
  asked: names.length,
  made: times.length,
  twice: times.filter((number) => number > 1).length,
  missing,
  refused,
  megabytes: peakMemoryBytes() / 1024 ** 2,
};
process.stdout.write(`${JSON.stringify(report)}\n`);
