import { expect, test } from 'vitest';
import { type Place, portico, porticoJson } from '../commands/portico.js';
import { forEachDatabase } from '../rig/databases.js';
import { codeAt, consoleFor, PASSWORD } from './console.js';

forEachDatabase('operator commands on accounts', (database) => {
  const console = consoleFor(database);
  const place: Place = {
    folder: database.dataFolder,
    environment: {
      PORTICO_DATA: database.dataFolder,
      PORTICO_DATABASE_URL: database.databaseUrl,
      PORTICO_CONSOLE: '127.0.0.1:8444',
    },
  };
  const operator = (...args: string[]) => porticoJson(place, 'operator', ...args);

  test('list, give a role, reset and remove an account', async () => {
    const { clock } = console.server;
    await console.server.addTenant('acme');
    const owner = await console.person('owner@example.com', 'owner');
    const kept = await portico(place, 'operator', 'remove', 'owner@example.com');
    expect([kept.code, kept.stderr]).toEqual([1, expect.stringContaining('the last owner')]);

    const person = await console.person('tim@example.com', 'viewer');
    const given = await operator('add', 'TIM@example.com', '--client', 'acme', '--role', 'editor');
    expect(given.json).toEqual({ email: 'TIM@example.com', role: 'editor', client: 'acme' });
    const { secret } = (
      await person.call('POST', '/api/second-factor', { password: PASSWORD })
    ).json();
    await person.call('POST', '/api/second-factor/confirm', { code: codeAt(secret, clock.now()) });
    const { json } = await operator('list');
    expect(json.operators).toEqual([
      expect.objectContaining({ email: 'owner@example.com', role: 'owner', clients: {} }),
      expect.objectContaining({
        ...{ email: 'tim@example.com', role: 'viewer', clients: { acme: 'editor' } },
        secondFactor: true,
      }),
    ]);

    const reset = await operator('reset', 'tim@example.com', '--second-factor');
    const token = String(reset.json.link).split('#')[1];
    const accepted = { token, password: 'a new long password' };
    expect((await person.get('/api/session')).statusCode).toBe(401);
    const browser = console.browser();
    const entered = await browser.call('POST', '/api/links/accept', accepted);
    expect(entered.json()).toMatchObject({ secondFactor: false, recoveryCodesLeft: 0 });

    await operator('remove', 'tim@example.com');
    expect((await browser.get('/api/session')).statusCode).toBe(401);
    expect((await owner.get('/api/session')).statusCode).toBe(200);
  });
});
