import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { beforeAll, expect, test } from 'vitest';
import { loadConfig } from '../../../src/config/config.js';
import { ManualClock } from '../../../src/lib/clock.js';
import { openServices, type Services } from '../../../src/services.js';
import { unseal } from '../../../src/store/secrets/seal.js';
import { forEachDatabase } from '../../rig/databases.js';
import { type Place, portico, porticoJson, type Run } from '../portico.js';

interface ListedKey {
  readonly prefix: string;
  readonly name: string;
  readonly active: boolean;
  readonly expired: boolean;
  readonly rate: number;
  readonly inFlight: number;
  readonly expires: string | null;
  readonly lastUsed: string | null;
  readonly scopes: string[];
  readonly private: boolean;
  readonly clientID: number | null;
  readonly addresses: string[];
  readonly created: string;
}

const NO_KEY =
  'There is no such key. Name it whole, or by the prefix that `portico key list` shows.';

forEachDatabase('key commands', ({ dataFolder, databaseUrl }) => {
  const place: Place = {
    folder: dataFolder,
    environment: { PORTICO_DATA: 'data', PORTICO_DATABASE_URL: databaseUrl },
  };

  beforeAll(async () => {
    for (const tenant of ['acme', 'brown', 'clean']) {
      expect((await portico(place, 'client', 'add', tenant)).code).toBe(0);
    }
  });

  async function listed(tenant: string): Promise<ListedKey[]> {
    const { json } = await porticoJson(place, 'key', 'list', tenant);
    return json.keys as ListedKey[];
  }

  async function withServices<T>(work: (services: Services) => Promise<T>): Promise<T> {
    const config = loadConfig({ ...place.environment }, dataFolder);
    const services = await openServices(config, new ManualClock(0), pino({ level: 'silent' }));
    try {
      return await work(services);
    } finally {
      await services.close();
    }
  }

  async function add(...args: string[]): Promise<Run & { apiKey: string; json: object }> {
    const run = await porticoJson(place, 'key', 'add', ...args);
    expect(run.code).toBe(0);
    return { ...run, apiKey: String(run.json.apiKey) };
  }

  test('a client without keys is told how to make one', async () => {
    const { stdout } = await portico(place, 'key', 'list', 'clean');
    expect(stdout).toBe('clean has no keys. Make one with `portico key add clean --private`.\n');
  });

  test('a plain key is printed alone, with a warning beside it', async () => {
    const { json, stderr, apiKey } = await add('acme');
    expect(json).toEqual({ apiKey });
    expect(apiKey).toMatch(/^pk_[A-Za-z0-9_-]{32}$/);
    expect(stderr).toMatch(/^Warning: this key has no private access\..*--private\.\n$/);
    const people = await portico(place, 'key', 'add', 'acme');
    expect(people.stdout).toContain('Warning: this key has no private access.');
    expect(people.stderr).toBe('');
    expect((await listed('acme'))[0]).toMatchObject({
      prefix: apiKey.slice(0, 11),
      active: true,
      scopes: ['website'],
      private: false,
      clientID: null,
      addresses: [],
    });
  });

  test('a private key comes with a number and a secret, and without a warning', async () => {
    const { json, stderr } = await add('acme', '--private');
    expect(json).toEqual({
      apiKey: expect.stringMatching(/^pk_/),
      keyID: 1001,
      clientID: 1001,
      secret: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(stderr).toBe('');
    const second = await add('brown', '--private');
    expect(second.json).toMatchObject({ clientID: 1002 });
  });

  test('scopes and addresses are kept as given, each once', async () => {
    const scopes = ['--scope', 'marketplace', '--scope', 'website', '--scope', 'marketplace'];
    const addresses = ['203.0.113.7', '2001:DB8::/32', '::ffff:203.0.113.7', '10.0.0.0/8'];
    const args = addresses.flatMap((address) => ['--address', address]);
    const { apiKey } = await add('brown', ...scopes, ...args);
    const key = (await listed('brown')).find(({ prefix }) => apiKey.startsWith(prefix));
    expect(key).toMatchObject({
      scopes: ['website', 'marketplace'],
      addresses: ['203.0.113.7', '2001:db8::/32', '10.0.0.0/8'],
    });
    const { stdout } = await portico(place, 'key', 'list', 'brown');
    expect(stdout).toContain('203.0.113.7, 2001:db8::/32, 10.0.0.0/8');
    expect(stdout).not.toContain(apiKey);
  });

  test('neither key nor secret is stored in the clear', async () => {
    const { apiKey, json } = await add('acme', '--private');
    const { secret } = json as { secret: string };
    const hash = createHash('sha256').update(apiKey).digest('hex');
    const entry = await withServices(({ directory }) => directory.keys.byHash(hash));
    expect(JSON.stringify(entry)).not.toContain(apiKey);
    expect(JSON.stringify(entry)).not.toContain(secret);
    const file = join(dataFolder, 'data', 'secret-key');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const secretKey = Buffer.from(readFileSync(file, 'utf8'), 'base64');
    expect(unseal(entry?.sealed_secret ?? '', secretKey, hash)).toBe(secret);
  });

  test('a secret is sealed under PORTICO_SECRET_KEY where that is set', async () => {
    const secretKey = randomBytes(32);
    const environment = {
      PORTICO_DATA: 'elsewhere',
      PORTICO_DATABASE_URL: databaseUrl,
      PORTICO_SECRET_KEY: secretKey.toString('base64'),
    };
    const other: Place = { folder: dataFolder, environment };
    await portico(other, 'client', 'add', 'acme');
    const { json } = await porticoJson(other, 'key', 'add', 'acme', '--private');
    expect(existsSync(join(dataFolder, 'elsewhere', 'secret-key'))).toBe(false);
    const hash = createHash('sha256').update(String(json.apiKey)).digest('hex');
    const config = loadConfig(environment, dataFolder);
    const services = await openServices(config, new ManualClock(0), pino({ level: 'silent' }));
    const entry = await services.directory.keys.byHash(hash);
    await services.close();
    expect(unseal(entry?.sealed_secret ?? '', secretKey, hash)).toBe(json.secret);
  });

  test('a key is revoked by itself or by its prefix, and never repeated', async () => {
    const whole = await add('clean');
    const other = await add('clean');
    const byKey = await porticoJson(place, 'key', 'revoke', whole.apiKey);
    expect([byKey.code, byKey.json]).toEqual([
      0,
      { revoked: whole.apiKey.slice(0, 11), client: 'clean' },
    ]);
    const again = await portico(place, 'key', 'revoke', whole.apiKey);
    expect(again.stdout).toBe(
      `The key ${whole.apiKey.slice(0, 11)}… of clean had been revoked before.\n`,
    );
    const byPrefix = await portico(place, 'key', 'revoke', other.apiKey.slice(0, 11));
    expect(byPrefix.stdout).toBe(`Revoked the key ${other.apiKey.slice(0, 11)}… of clean.\n`);
    expect((await listed('clean')).map(({ active }) => active)).toEqual([false, false]);
    for (const run of [byKey, again, byPrefix]) {
      expect(run.stdout + run.stderr).not.toContain(whole.apiKey.slice(11));
      expect(run.stdout + run.stderr).not.toContain(other.apiKey.slice(11));
    }
  });

  test('an unknown key is a failure that does not repeat it', async () => {
    const unknown = `pk_${randomBytes(24).toString('base64url')}`;
    for (const args of [
      ['key', 'revoke', unknown],
      ['key', 'rotate', unknown],
      ['key', 'revoke', unknown.slice(0, 8)],
    ]) {
      const run = await porticoJson(place, ...args);
      expect([run.code, run.json]).toEqual([1, { error: { code: 'failed', message: NO_KEY } }]);
      expect(run.stdout + run.stderr).not.toContain(unknown.slice(3, 8));
    }
  });

  test('a key in the place of a command or a client is not repeated whole', async () => {
    const misplaced = `pk_${randomBytes(24).toString('base64url')}`;
    for (const [code, ...args] of [
      [2, misplaced],
      [2, 'key', misplaced],
      [1, 'key', 'list', misplaced],
    ] as const) {
      const run = await porticoJson(place, ...args);
      expect(run.code).toBe(code);
      expect(run.stdout + run.stderr).not.toContain(misplaced.slice(11));
      expect(run.stdout + run.stderr).toContain(misplaced.slice(0, 11));
    }
  });

  test('rotate makes a key with the same settings, and revokes the old one', async () => {
    const old = await add('brown', '--private', '--scope', 'marketplace', '--address', '10.0.0.1');
    const run = await porticoJson(place, 'key', 'rotate', old.apiKey);
    expect(run.code).toBe(0);
    expect(run.json).toMatchObject({ replaced: old.apiKey.slice(0, 11), revoked: true });
    const fresh = run.json as unknown as { apiKey: string; clientID: number; secret: string };
    const before = old.json as unknown as { clientID: number; secret: string };
    expect(fresh.apiKey).not.toBe(old.apiKey);
    expect(fresh.clientID).toBeGreaterThan(before.clientID);
    expect(fresh.secret).toMatch(/^[0-9a-f]{64}$/);
    expect(fresh.secret).not.toBe(before.secret);
    const keys = await listed('brown');
    const [then, now] = [old.apiKey, fresh.apiKey].map((key) =>
      keys.find(({ prefix }) => key.startsWith(prefix)),
    );
    expect(then).toMatchObject({ active: false });
    expect(now).toMatchObject({
      active: true,
      private: true,
      scopes: ['marketplace'],
      addresses: ['10.0.0.1'],
    });

    const revoked = await porticoJson(place, 'key', 'rotate', old.apiKey);
    expect(revoked.code).toBe(1);
    expect(JSON.stringify(revoked.json)).toContain('is revoked, and a revoked key is not rotated');
  });

  test('rotate --keep-old leaves the old key at work', async () => {
    const old = await add('brown');
    const run = await porticoJson(place, 'key', 'rotate', old.apiKey.slice(0, 11), '--keep-old');
    expect(run.json).toEqual({
      apiKey: expect.stringMatching(/^pk_/),
      replaced: old.apiKey.slice(0, 11),
      revoked: false,
    });
    expect(run.stderr).toContain('Warning: this key has no private access.');
    const then = (await listed('brown')).find(({ prefix }) => old.apiKey.startsWith(prefix));
    expect(then).toMatchObject({ active: true });
  });

  test('a key has a name, an expiry and limits, which are shown', async () => {
    const settings = ['--name', 'www.brown.example', '--expires', '2099-01-31 18:00'];
    const limits = ['--rate', '50', '--in-flight', '15'];
    const { apiKey } = await add('brown', '--private', ...settings, ...limits);
    const prefix = apiKey.slice(0, 11);
    const details = {
      name: 'www.brown.example',
      active: true,
      expired: false,
      rate: 50,
      inFlight: 15,
      // On the clock of the tenant, in New York.
      expires: '2099-01-31T23:00:00.000Z',
      lastUsed: null,
    };
    expect((await listed('brown')).find((key) => key.prefix === prefix)).toMatchObject(details);
    const shown = await porticoJson(place, 'key', 'show', apiKey);
    expect([shown.code, shown.json]).toMatchObject([0, { client: 'brown', prefix, ...details }]);
    const people = await portico(place, 'key', 'show', prefix);
    expect(people.stdout).toMatch(/^name +www\.brown\.example\nstate +active$/m);
    expect(people.stdout).toMatch(/^access +private, clientID \d+$/m);
    expect(people.stdout).toMatch(/^calls +50 in a second, 15 at once$/m);
    expect(people.stdout).toMatch(/^expires +2099-01-31 23:00 UTC\nlast used +never$/m);
    expect(people.stdout).not.toContain(apiKey);
    const { stdout } = await portico(place, 'key', 'list', 'brown');
    expect(stdout).toMatch(/^KEY .*NAME .*STATE .*ACCESS .*LAST USED .*EXPIRES$/m);
    expect(stdout).toMatch(
      new RegExp(`^${prefix} +www.* active +website +private .* never +2099-01-31 23:00 UTC$`, 'm'),
    );
  });

  test('a key that has nothing of this is a public one with the usual limits', async () => {
    const { apiKey } = await add('clean');
    const key = (await listed('clean')).find(({ prefix }) => apiKey.startsWith(prefix));
    expect(key).toMatchObject({ name: '', expired: false, rate: 10, inFlight: 3, expires: null });
    const { stdout } = await portico(place, 'key', 'list', 'clean');
    expect(stdout).toMatch(new RegExp(`^${key?.prefix} +active +website +public +any `, 'm'));
  });

  test('what a key may do is changed, and the rest of it stays', async () => {
    const old = await add('acme', '--private', '--address', '10.0.0.1', '--name', 'before');
    const prefix = old.apiKey.slice(0, 11);
    const shown = async () => (await porticoJson(place, 'key', 'show', prefix)).json;
    const before = await shown();
    const set = async (...args: string[]) => {
      const run = await porticoJson(place, 'key', 'set', prefix, ...args);
      expect([run.code, run.json]).toEqual([0, await shown()]);
      return run.json;
    };
    expect(await set('--name', 'after')).toEqual({ ...before, name: 'after' });
    const scopes = ['--scope', 'marketplace', '--scope', 'website'];
    expect(await set(...scopes, '--address', '10.0.0.2', '--address', '10.0.0.3')).toEqual({
      ...before,
      name: 'after',
      scopes: ['website', 'marketplace'],
      addresses: ['10.0.0.2', '10.0.0.3'],
    });
    expect(await set('--name', '', '--any-address', '--rate', '1', '--in-flight', '100')).toEqual({
      ...before,
      name: '',
      scopes: ['website', 'marketplace'],
      addresses: [],
      rate: 1,
      inFlight: 100,
    });
    expect(await set('--expires', '2099-06-01')).toMatchObject({
      expires: '2099-06-01T04:00:00.000Z',
    });
    expect(await set('--no-expires')).toMatchObject({ expires: null });
    const people = await portico(place, 'key', 'set', prefix, '--rate', '10');
    expect(people.stdout).toMatch(new RegExp(`^Changed the key ${prefix}… of acme\\.\n\nkey `));
  });

  test('a change that cannot be made is refused, and changes nothing', async () => {
    const { apiKey } = await add('acme');
    const prefix = apiKey.slice(0, 11);
    for (const [code, words, ...args] of [
      [2, 'Nothing to change', []],
      [2, '--address and --any-address exclude', ['--any-address', '--address', '10.0.0.1']],
      [2, 'is not a name for a key', ['--name', ' ']],
      [2, 'is not a name for a key', ['--name', 'x'.repeat(101)]],
      [2, 'is not a name for a key', ['--name', 'two\nlines']],
      [2, 'Accepted is a whole number from 1 to 1000.', ['--rate', '0']],
      [2, 'Accepted is a whole number from 1 to 1000.', ['--rate', '1001']],
      [2, 'Accepted is a whole number from 1 to 100.', ['--in-flight', '2.5']],
      [2, 'Accepted is a whole number from 1 to 100.', ['--in-flight', '101']],
      [2, '--expires: "tomorrow" is not a date. Accepted are', ['--expires', 'tomorrow']],
      [2, '"2020-01-01" has passed: that is 2020-01-01 05:00 UTC', ['--expires', '2020-01-01']],
    ] as const) {
      const run = await portico(place, 'key', 'set', prefix, ...args.flat());
      expect([run.code, run.stdout, run.stderr]).toEqual([
        code,
        '',
        expect.stringContaining(words),
      ]);
    }
    await portico(place, 'key', 'revoke', prefix);
    const revoked = await portico(place, 'key', 'set', prefix, '--rate', '20');
    expect([revoked.code, revoked.stderr]).toEqual([
      1,
      expect.stringContaining('is revoked for good'),
    ]);
    expect((await porticoJson(place, 'key', 'show', prefix)).json).toMatchObject({ rate: 10 });
  });

  test('rotate takes over name, limits and expiry, unless it names another one', async () => {
    const settings = ['--name', 'site', '--rate', '20', '--in-flight', '6'];
    const old = await add('acme', ...settings, '--expires', '2099-01-01');
    const rotated = async (...args: string[]) => {
      const run = await porticoJson(place, 'key', 'rotate', old.apiKey, '--keep-old', ...args);
      const fresh = String(run.json.apiKey);
      return (await porticoJson(place, 'key', 'show', fresh)).json;
    };
    const taken = { name: 'site', rate: 20, inFlight: 6 };
    expect(await rotated()).toMatchObject({ ...taken, expires: '2099-01-01T05:00:00.000Z' });
    expect(await rotated('--expires', '2100-01-01')).toMatchObject({
      ...taken,
      expires: '2100-01-01T05:00:00.000Z',
    });
    expect(await rotated('--no-expires')).toMatchObject({ ...taken, expires: null });
  });

  test('a key that has expired is shown so, and is rotated to another expiry alone', async () => {
    const { apiKey } = await add('acme', '--expires', '2099-01-01');
    await withServices(async ({ directory }) => {
      const [key] = await directory.keys.byPrefix(apiKey.slice(0, 11));
      await directory.keys.set(key?.id ?? 0, { expiresAt: Date.UTC(2026, 0, 2, 3, 4) });
    });
    const { stdout } = await portico(place, 'key', 'show', apiKey);
    expect(stdout).toMatch(/^state +expired$/m);
    const shown = await porticoJson(place, 'key', 'show', apiKey);
    expect(shown.json).toMatchObject({ active: true, expired: true });
    const refused = await portico(place, 'key', 'rotate', apiKey);
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringContaining('expired on 2026-01-02 03:04 UTC. Say when the new one expires'),
    ]);
    const rotated = await porticoJson(place, 'key', 'rotate', apiKey, '--no-expires');
    expect([rotated.code, rotated.json]).toMatchObject([0, { revoked: true }]);
  });

  test('numbers issued at once are different ones', async () => {
    const issued = await withServices(({ directory }) =>
      Promise.all(
        Array.from({ length: 12 }, async (_, index) => {
          const entry = await directory.keys.add({
            tenant: 'acme',
            hash: `hash ${index}`,
            prefix: `prefix ${index}`,
            scopes: ['website'],
            addresses: [],
            privateAccess: true,
            sealedSecret: null,
            createdAt: 0,
          });
          return entry.issued_client_id;
        }),
      ),
    );
    expect(new Set(issued).size).toBe(12);
  });
});
