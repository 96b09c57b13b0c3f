import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { digest } from '../../http/gate/signing.js';
import { ask, eventually, logLines, startServing } from '../../rig/serving.js';
import { fillDisk, mountSmallDisk } from '../../rig/small-disk.js';
import { stepAside } from '../../rig/step-aside.js';
import { temporaryFolder } from '../../rig/temp.js';
import { portico, porticoJson } from '../portico.js';

const folder = temporaryFolder();
const disk = join(folder, 'disk');
mkdirSync(disk);
const unmount = mountSmallDisk(disk, 72 * 1024 ** 2);
const isMounted = unmount !== undefined;
if (!isMounted) stepAside('the right to mount a file system', 'a server on a full disk');
afterAll(() => unmount?.());

const filler = join(disk, 'filler');

test.skipIf(!isMounted)('a server that starts on a full disk answers reads', async () => {
  const environment = { PORTICO_DATA: join(disk, 'data') };
  const place = { folder, environment };
  writeFileSync(join(folder, 'listings.ndjson'), '{"main_id":1,"main_status":"For Rent"}\n');
  const keys: Record<string, string | number>[] = [];
  for (const name of ['acme', 'other']) {
    await portico(place, 'client', 'add', name);
    expect((await portico(place, 'import', name, 'listings.ndjson')).code).toBe(0);
    const made = await porticoJson(place, 'key', 'add', name, '--private', '--rate', '100');
    keys.push(made.json as never);
  }
  const first = await startServing(place);
  const reserve = () => statSync(join(disk, 'data', 'reserve'), { throwIfNoEntry: false })?.size;
  await eventually(async () => (reserve() ?? 0) >= 4_000_000 || undefined);
  first.run.child.kill('SIGTERM');
  await first.run.ended;

  fillDisk(filler);
  const { url, run } = await startServing(place);
  const ready = await ask(url, '/health/ready');
  expect([ready.status, JSON.parse(ready.body)]).toEqual([200, { status: 'ready', disk: 'full' }]);
  let stamp = Date.now();
  const call = ({ apiKey, clientID, secret }: (typeof keys)[number], path: string, at: number) => {
    const token = digest(String(secret), at, Number(clientID)).toString('hex');
    return ask(url, `${path}?apiKey=${apiKey}&stamp=${at}&token=${token}`);
  };
  // More than what is given up at once has room for.
  for (let times = 0; times < 10; times += 1) {
    for (const key of keys) {
      // What is left over of that is gone, as others write to the disk, too.
      fillDisk(filler);
      stamp += 1;
      expect((await ask(url, `/properties/1?apiKey=${key.apiKey}`)).status).toBe(200);
      expect((await call(key, '/clients/list', stamp)).status).toBe(200);
      expect((await call(key, '/clients/list', stamp)).status).toBe(403);
    }
  }
  const write = () => {
    const form = { apiKey: String(keys[0]?.apiKey), id: '1', listingID: '1' };
    return ask(url, '/properties/viewCounter/', { method: 'POST', form });
  };
  fillDisk(filler);
  expect((await write()).status).toBe(500);
  const said = logLines(run).filter(({ msg }) => msg.startsWith('the disk is full'));
  expect(said).toMatchObject([{ level: 50, folder: environment.PORTICO_DATA }]);
  const status = await portico(place, 'status');
  expect([status.code, status.stdout]).toEqual([
    1,
    expect.stringContaining(`The disk of ${environment.PORTICO_DATA} is full`),
  ]);

  rmSync(filler);
  expect((await write()).status).toBe(200);
});
