import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { DiskReserve } from '../../../../src/store/engines/sqlite/disk-reserve.js';
import { temporaryFolder } from '../../../rig/temp.js';

test('gives up as much as work needs, and is made up where there is room', async () => {
  const folder = temporaryFolder();
  const lines: string[] = [];
  const log = pino({}, { write: (line) => void lines.push(JSON.parse(line).msg) });
  const reserve = new DiskReserve(folder, log);
  const size = () => statSync(join(folder, 'reserve')).size;
  const failure = (code: string) => Object.assign(new Error(code), { code });
  const full = failure('SQLITE_FULL');
  const failing = (error: Error, times: number) => () => {
    times -= 1;
    if (times >= 0) throw error;
    return 'done';
  };

  // None is there yet.
  expect(() => reserve.makeRoom(failing(full, 1))).toThrow(full);
  reserve.keep();
  await reserve.close();
  const whole = size();
  expect(whole).toBeGreaterThan(30_000_000);

  expect(reserve.makeRoom(failing(full, 3))).toBe('done');
  const given = whole - size();
  expect(given).toBeGreaterThan(0);
  expect(reserve.makeRoom(failing(full, 1))).toBe('done');
  expect(whole - size()).toBe((given * 4) / 3);
  // Another fault, and one that comes of other things than a disk with as much room as this one.
  for (const code of ['SQLITE_CORRUPT', 'SQLITE_IOERR_SHMSIZE']) {
    expect(() => reserve.makeRoom(failing(failure(code), 1))).toThrow(code);
  }
  expect(whole - size()).toBe((given * 4) / 3);

  expect(() => reserve.makeRoom(failing(full, Number.POSITIVE_INFINITY))).toThrow(full);
  expect(size()).toBe(0);
  expect(lines).toEqual([expect.stringContaining('the disk is full')]);
  reserve.keep();
  await reserve.close();
  expect(size()).toBe(whole);
  expect(lines).toEqual([lines[0], expect.stringContaining('there is room on the disk again')]);
  rmSync(join(folder, 'reserve'));
});
