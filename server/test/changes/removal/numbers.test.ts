import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RemovableKind } from '../../../src/changes/removal/removals.js';
import { importResources } from '../../../src/changes/transfers.js';
import { ManualClock, systemClock } from '../../../src/lib/clock.js';
import { addPost } from '../../../src/resources/content/blog-write.queries.js';
import { lead } from '../../../src/resources/leads/lead.js';
import { register } from '../../../src/resources/members/client.registration.js';
import type { TenantDatabase } from '../../../src/store/tenant/open.js';
import { FIRST_KEY_NUMBER, LARGEST_NUMBER } from '../../../src/store/tenant/source-keys.js';
import { command, type Place, type Served, served } from '../../commands/backup/installation.js';
import { forEachDatabase } from '../../rig/databases.js';
import { NOON } from '../../rig/server.js';
import { temporaryFolder } from '../../rig/temp.js';

forEachDatabase('the numbers of records', (database) => {
  const clock = new ManualClock(NOON);
  const place: Place = { ...database, secretKey: randomBytes(32), clock };
  const held: { server?: Served } = {};
  const open = async (name: string): Promise<TenantDatabase> => {
    const tenant = await held.server?.services.tenants.tenant(name);
    if (tenant === undefined) throw new Error(`There is no client ${name}.`);
    return tenant.database;
  };
  const run = async (...args: string[]) => {
    const { code, errors } = await command(place, ...args);
    if (code !== 0) throw new Error(`${args.join(' ')}: ${errors}`);
  };
  let people = 0;
  const signUp = async (target: TenantDatabase) => {
    people += 1;
    const email = `person${people}@example.com`;
    const registrant = { firstName: 'Ann', lastName: 'Lee', email, passwordHash: '', code: 'c' };
    const stored = await register(target, registrant, NOON, async () => {});
    return stored?.id ?? 0;
  };
  const askAbout = (target: TenantDatabase) =>
    target.write(async (transaction) => {
      const { id: _, ...row } = lead.defaults;
      const insert = transaction.insertInto('alert').values(row).returning('id');
      return (await insert.executeTakeFirstOrThrow()).id;
    });
  const post = async (target: TenantDatabase) => {
    const values = { title: 'A post' };
    return (await addPost(target, { values, labels: undefined, buildings: undefined })).row.id;
  };
  const imported = async (target: TenantDatabase, kind: RemovableKind, record: object) => {
    const resource = importResources(target, 'UTC', systemClock).get(kind);
    const [ready] = (await resource?.numberKeys?.([record as never], false)) ?? [];
    const outcome = await resource?.write([resource.parse(ready as never)]);
    expect(outcome?.refused).toEqual([]);
  };

  beforeAll(async () => {
    held.server = await served(place);
  });
  afterAll(() => held.server?.close());

  it('begin a million above those of a backup, those of keys, too', async () => {
    await run('client', 'add', 'before');
    const target = await open('before');
    await imported(target, 'clients', { id: 74, email: 'old@example.com' });
    expect(await post(target)).toBe(1);
    const folder = join(temporaryFolder(), 'backup');
    await run('backup', folder);
    await imported(target, 'deals', { id: { key: 'D-1' }, client_id: 74 });
    await run('restore', folder, '--client', 'before', '--as', 'after');
    const restored = await open('after');
    expect(await signUp(restored)).toBe(1_000_074);
    expect(await post(restored)).toBe(1_000_001);
    expect(await askAbout(restored)).toBe(1_000_000);
    await imported(restored, 'deals', { id: { key: 'D-2' }, client_id: 74 });
    const deals = await restored.db.selectFrom('deal').select('id').execute();
    expect(deals).toEqual([{ id: FIRST_KEY_NUMBER + 1_000_000 }]);

    // The same backup again: what was given after the first restore is not given once more.
    clock.advance(90 * 60_000);
    await run('restore', folder, '--client', 'before', '--as', 'later');
    const again = await open('later');
    expect(await signUp(again)).toBe(2_000_074);
    expect(await post(again)).toBe(2_000_001);

    // At once, and under the name that the client has by now: no minute has passed, and much may have been given.
    await run('restore', folder, '--client', 'before', '--as', 'third');
    const third = await open('third');
    expect(await signUp(third)).toBe(3_000_074);
    expect(await askAbout(third)).toBe(3_000_000);
    await imported(third, 'deals', { id: { key: 'D-3' }, client_id: 74 });
    const others = await third.db.selectFrom('deal').select('id').execute();
    expect(others[0]?.id).toBeGreaterThanOrEqual(FIRST_KEY_NUMBER + 3_000_000);
  }, 90_000);

  it('leave room above those of files', async () => {
    const target = await open('before');
    const resource = importResources(target, 'UTC', systemClock).get('clients');
    for (const id of [LARGEST_NUMBER + 1, FIRST_KEY_NUMBER - 1, Number.MAX_SAFE_INTEGER]) {
      expect(() => resource?.parse({ id })).toThrow(
        expect.objectContaining({
          field: 'id',
          message: `"${id}" was given; accepted is a whole number from 1 to ${LARGEST_NUMBER}`,
        }),
      );
    }
    await imported(target, 'clients', { id: LARGEST_NUMBER });
    expect(await signUp(target)).toBe(LARGEST_NUMBER + 1);
  });
});
