import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

const folders = new Set<string>();

// Registered while the test file is loaded, so that it runs after the hooks of every suite in it.
afterAll(() => {
  // A server that a failed test left behind may still write there.
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  folders.clear();
});

/**
 * Makes a fresh, empty folder. It is removed, with all that is in it, after the last test of the
 * file.
 *
 * @param prefix The beginning of its name, for whoever looks at it while a test is stopped.
 * @returns Its absolute path, free of symbolic links.
 */
export function temporaryFolder(prefix = 'portico-'): string {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), prefix));
  folders.add(folder);
  return folder;
}
