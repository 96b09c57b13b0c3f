import { Readable } from 'node:stream';
import { DiskStore } from 'portico-media/disk-store.js';
import { OriginalFiles } from 'portico-media/original-files.js';
import { contentHash, ORIGINALS, type StoredPicture } from 'portico-media/picture-store.js';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../rig/temp.js';
import { noise } from './making.js';

const NAME = `${'0'.repeat(32)}.jpg`;
const PART = 64 * 1024;

/** A store whose parts are good until the next one is read, as those of a network may be. */
class FleetingStore extends DiskStore {
  override async read(tenant: string, name: string): Promise<StoredPicture | undefined> {
    const stored = await super.read(tenant, name);
    if (stored === undefined) return undefined;
    const part = Buffer.alloc(PART);
    async function* parts() {
      for await (const read of stored?.content ?? []) {
        (read as Buffer).copy(part);
        yield part.subarray(0, (read as Buffer).length);
      }
    }
    return { ...stored, content: Readable.from(parts(), { highWaterMark: 1 }) };
  }
}

it('hashes an original part by part, so that none is in memory or hashed as a whole', async () => {
  const store = new FleetingStore(temporaryFolder(), ORIGINALS);
  const bytes = noise(2_000_000);
  await store.put('acme', NAME, bytes);
  const originals = new OriginalFiles(temporaryFolder(), [{ store, section: ORIGINALS }]);
  expect(await originals.hash('acme', `p/${NAME}`)).toBe(contentHash(bytes));
  // The store keeps no part for the reader.
  const whole = await originals.read('acme', `p/${NAME}`);
  expect(whole?.length).toBe(bytes.length);
  expect(whole?.equals(bytes)).toBe(false);
  expect(await originals.hash('acme', 'p/none.jpg')).toBeUndefined();
});

it('hashes nothing that is larger than a picture may be', async () => {
  const store = new DiskStore(temporaryFolder(), ORIGINALS);
  await store.put('acme', NAME, Buffer.alloc(20 * 1024 * 1024 + 1));
  const originals = new OriginalFiles(temporaryFolder(), [{ store, section: ORIGINALS }]);
  expect(await originals.hash('acme', `p/${NAME}`)).toBeUndefined();
});
