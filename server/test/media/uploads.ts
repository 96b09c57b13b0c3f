import { randomBytes } from 'node:crypto';
import { DiskStore } from 'portico-media/disk-store.js';
import { PictureProcesses } from 'portico-media/picture-processes.js';
import { Pictures } from 'portico-media/pictures.js';

/** The pictures that websites send, as a server takes them, with the processes that work on them. @param folder Where they go. */
export function uploads(folder: string, timeoutMs?: number) {
  const processes = new PictureProcesses(timeoutMs);
  const store = new DiskStore(folder);
  const pictures = new Pictures({ processes, store, random: randomBytes, log: { warn: () => {} } });
  return { pictures, processes };
}
