import { expect, test } from 'vitest';
import { forEachDatabase } from '../rig/databases.js';
import { type Place, portico, porticoJson } from './portico.js';

const OWNER = ['operator', 'add', 'Jane@example.com', '--role', 'owner'] as const;

forEachDatabase('operator commands', ({ dataFolder, databaseUrl }) => {
  const place: Place = {
    folder: dataFolder,
    environment: {
      PORTICO_DATA: 'data',
      PORTICO_DATABASE_URL: databaseUrl,
      PORTICO_CONSOLE: '127.0.0.1:8444',
      PORTICO_CONSOLE_URL: 'https://console.example.com',
      PORTICO_TRUST_PROXY: '127.0.0.1',
    },
  };

  test('a link needs a console', async () => {
    const none = { ...place.environment, PORTICO_CONSOLE: '', PORTICO_CONSOLE_URL: '' };
    const run = await portico({ ...place, environment: none }, ...OWNER);
    expect([run.code, run.stderr]).toEqual([1, expect.stringContaining('set PORTICO_CONSOLE')]);
  });

  test('add prints a link, and the list is empty until it is used', async () => {
    const { json } = await porticoJson(place, ...OWNER);
    expect(json).toEqual({
      link: expect.stringMatching(/^https:\/\/console\.example\.com\/welcome#[\w-]{43}$/),
      expires: expect.any(String),
    });
    const list = await portico(place, 'operator', 'list');
    expect(list.stdout).toContain('There are no accounts.');
    const local = { ...place.environment, PORTICO_CONSOLE_URL: '', PORTICO_TRUST_PROXY: '' };
    const here = await portico({ ...place, environment: local }, ...OWNER);
    expect(here.stdout).toContain('  http://localhost:8444/welcome#');
  });

  test('a role must be one, in a client that there is', async () => {
    for (const [args, words] of [
      [['--role', 'editor'], '--role: accepted are owner, operator, viewer.'],
      [['--client', 'acme', '--role', 'owner'], '--role: accepted are editor, viewer.'],
      [['--client', 'acme'], 'There is no client named acme.'],
    ] as const) {
      const run = await portico(place, 'operator', 'add', 'tim@example.com', ...args);
      expect([args, run.code === 0, run.stderr]).toEqual([
        ...[args, false, expect.stringContaining(words)],
      ]);
    }
    const run = await portico(place, 'operator', 'add', 'tim');
    expect([run.code, run.stderr]).toEqual([2, expect.stringContaining('not an email address')]);
  });

  test('whom nobody knows cannot be reset or removed', async () => {
    for (const command of ['reset', 'remove']) {
      const run = await portico(place, 'operator', command, 'nobody@example.com');
      expect([run.code, run.stderr]).toEqual([
        ...[1, expect.stringContaining('There is no account of this address.')],
      ]);
    }
  });
});
