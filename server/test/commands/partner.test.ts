import { createHash } from 'node:crypto';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { loadConfig } from '../../src/config/config.js';
import { ManualClock } from '../../src/lib/clock.js';
import { openServices } from '../../src/services.js';
import { forEachDatabase } from '../rig/databases.js';
import { type Place, portico, porticoJson } from './portico.js';

interface ListedPartner {
  readonly partner: string;
  readonly prefix: string;
  readonly active: boolean;
  readonly created: string;
}

const NO_PARTNER =
  'There is no such partner. Name it as `portico partner list` does, or by its partner key.';

forEachDatabase('partner commands', ({ dataFolder, databaseUrl }) => {
  const place: Place = {
    folder: dataFolder,
    environment: { PORTICO_DATA: 'data', PORTICO_DATABASE_URL: databaseUrl },
  };

  async function add(name: string): Promise<{ partnerKey: string; secret: string }> {
    const run = await porticoJson(place, 'partner', 'add', name);
    expect([run.code, run.stderr]).toEqual([0, '']);
    return run.json as { partnerKey: string; secret: string };
  }

  async function listed(name: string): Promise<ListedPartner[]> {
    const { json } = await porticoJson(place, 'partner', 'list');
    return (json.partners as ListedPartner[]).filter(({ partner }) => partner === name);
  }

  test('where there are none, the list says how to register one', async () => {
    const { stdout } = await portico(place, 'partner', 'list');
    expect(stdout).toBe('There are no partners. Register one with `portico partner add <name>`.\n');
    expect((await porticoJson(place, 'partner', 'list')).json).toEqual({ partners: [] });
  });

  test('add prints key and secret once, and keeps neither', async () => {
    const credentials = await add('StreetWise');
    expect(credentials).toEqual({
      partnerKey: expect.stringMatching(/^mp_[A-Za-z0-9_-]{32}$/),
      secret: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    const { partnerKey, secret } = credentials;
    const list = await portico(place, 'partner', 'list');
    expect(list.stdout).toMatch(/^PARTNER +KEY +STATE +CREATED\nStreetWise +mp_.{8} +active +20/);
    expect(list.stdout).not.toContain(partnerKey.slice(11));

    const config = loadConfig({ ...place.environment }, dataFolder);
    const services = await openServices(config, new ManualClock(0), pino({ level: 'silent' }));
    const hash = createHash('sha256').update(partnerKey).digest('hex');
    const entry = await services.directory.partners.byHash(hash);
    await services.close();
    expect(entry).toMatchObject({
      name: 'StreetWise',
      prefix: partnerKey.slice(0, 11),
      secret_hash: createHash('sha256').update(secret).digest('hex'),
      active: 1,
    });
    expect(JSON.stringify(entry)).not.toContain(secret);
    expect(JSON.stringify(entry)).not.toContain(partnerKey);
  });

  test('people are told to keep what is shown once', async () => {
    const { code, stdout } = await portico(place, 'partner', 'add', 'Town & Country Homes');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^New credentials for Town & Country Homes\. .* keep them now\.\n/);
    expect(stdout).toMatch(/\npartnerKey {2}mp_[\w-]{32}\nsecret {6}[0-9a-f]{64}\n$/);
  });

  test('a name may have several credentials, and each is revoked alone', async () => {
    const first = await add('Twice');
    const second = await add('Twice');
    expect(second.partnerKey).not.toBe(first.partnerKey);
    const byPrefix = await porticoJson(place, 'partner', 'revoke', first.partnerKey.slice(0, 11));
    const revoked = [first.partnerKey.slice(0, 11)];
    expect([byPrefix.code, byPrefix.json]).toEqual([0, { revoked, partner: 'Twice' }]);
    expect((await listed('Twice')).map(({ active }) => active)).toEqual([false, true]);
    const byKey = await portico(place, 'partner', 'revoke', second.partnerKey);
    expect(byKey.stdout).toBe(
      `Revoked the credentials ${second.partnerKey.slice(0, 11)}… of Twice.\n`,
    );
    expect(byKey.stdout + byKey.stderr).not.toContain(second.partnerKey.slice(11));
    expect((await listed('Twice')).map(({ active }) => active)).toEqual([false, false]);
  });

  test('a name is revoked with all that is at work under it', async () => {
    const keys = [await add('Thrice'), await add('Thrice'), await add('Thrice')];
    const [first, ...others] = keys.map(({ partnerKey }) => partnerKey.slice(0, 11));
    await portico(place, 'partner', 'revoke', first ?? '');
    const run = await porticoJson(place, 'partner', 'revoke', 'Thrice');
    expect([run.code, run.json]).toEqual([0, { revoked: others, partner: 'Thrice' }]);
    expect((await listed('Thrice')).map(({ active }) => active)).toEqual([false, false, false]);
    const again = await portico(place, 'partner', 'revoke', 'Thrice');
    expect([again.code, again.stdout]).toEqual([
      0,
      `The credentials ${[first, ...others].map((key) => `${key}…`).join(', ')} of Thrice had been revoked before.\n`,
    ]);
    expect((await listed('StreetWise')).map(({ active }) => active)).toEqual([true]);
  });

  test('an unknown partner is a failure that does not repeat what was given', async () => {
    for (const unknown of [`mp_${'x'.repeat(32)}`, 'mp_xxxxxxxx', 'Nobody', 'streetwise', '']) {
      const run = await porticoJson(place, 'partner', 'revoke', unknown);
      expect([run.code, run.json]).toEqual([1, { error: { code: 'failed', message: NO_PARTNER } }]);
    }
  });
});
