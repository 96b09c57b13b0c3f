import { spawnSync } from 'node:child_process';
import { closeSync, openSync, writeSync } from 'node:fs';

/**
 * Mounts a small disk in memory at an empty folder.
 *
 * @returns What takes it away again; undefined where this account may mount none.
 */
export function mountSmallDisk(folder: string, bytes: number): (() => void) | undefined {
  const options = ['-t', 'tmpfs', '-o', `size=${bytes},mode=700`, 'tmpfs', folder];
  if (spawnSync('mount', options).status !== 0) return undefined;
  return () => void spawnSync('umount', [folder]);
}

/** Writes to a file until its disk is full to the last byte. */
export function fillDisk(filler: string): void {
  const file = openSync(filler, 'a');
  try {
    for (const size of [65_536, 4_096, 1]) {
      for (;;) if (!hasRoom(file, size)) break;
    }
  } finally {
    closeSync(file);
  }
}

function hasRoom(file: number, size: number): boolean {
  try {
    return writeSync(file, Buffer.alloc(size)) === size;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    return false;
  }
}
