import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { ask, startServing } from '../../rig/serving.js';
import { stepAside } from '../../rig/step-aside.js';
import { temporaryFolder } from '../../rig/temp.js';
import { type Place, portico, porticoJson } from '../portico.js';

const PROGRAMS = ['bash', 'openssl', 'curl'];

function areThere(): boolean {
  const missing = PROGRAMS.filter((name) => spawnSync('which', [name]).status !== 0);
  for (const name of missing) stepAside(name, 'the call that `portico key add` shows');
  return missing.length === 0;
}

/** The lines of a text that are set in: what a reader copies. */
function copied(text: string): string {
  return text
    .split('\n')
    .filter((line) => line.startsWith('  '))
    .join('\n');
}

test.skipIf(!areThere())(
  'the call that a new private key is shown with is signed, and answered',
  async () => {
    const place: Place = { folder: temporaryFolder() };
    await portico(place, 'client', 'add', 'acme');
    const { url } = await startServing(place);
    const { port } = new URL(url);
    const environment = { ...place.environment, PORTICO_PORT: port };
    const made = await portico({ ...place, environment }, 'key', 'add', 'acme', '--private');
    expect(made.stdout).toContain('docs/signatures.md');
    const { status, stdout, stderr } = spawnSync('bash', ['-euc', copied(made.stdout)], {
      // The shell of an operator is elsewhere than the settings.
      cwd: '/',
      encoding: 'utf8',
    });
    expect(status, stderr).toBe(0);
    expect(JSON.parse(stdout)).toEqual({ TOTAL_COUNT: 0, CLIENTS: [] });
  },
);

test('only a key that signs calls of websites is shown one', async () => {
  const place: Place = {
    folder: temporaryFolder(),
    environment: { PORTICO_BASE_URL: 'https://api.example.com', PORTICO_TRUST_PROXY: '10.0.0.1' },
  };
  await portico(place, 'client', 'add', 'acme');
  const shown = async (...args: string[]) =>
    (await portico(place, 'key', 'add', 'acme', ...args)).stdout;
  expect(await shown()).not.toContain('signatures.md');
  expect(await shown('--private', '--scope', 'marketplace')).not.toContain('signatures.md');
  const text = await shown('--private', '--scope', 'marketplace', '--scope', 'website');
  expect(text).toContain('  curl --get "https://api.example.com/clients/list" \\');
  expect((await porticoJson(place, 'key', 'add', 'acme', '--private')).stderr).toBe('');
});

test('a server that ends has noted which keys were used', async () => {
  const place: Place = { folder: temporaryFolder() };
  await portico(place, 'client', 'add', 'acme');
  const { json } = await porticoJson(place, 'key', 'add', 'acme');
  const { run, url } = await startServing(place);
  const before = Date.now();
  expect((await ask(url, `/labels?apiKey=${json.apiKey}`)).status).toBe(200);
  run.child.kill('SIGTERM');
  expect((await run.ended).code).toBe(0);
  const shown = await porticoJson(place, 'key', 'show', String(json.apiKey));
  const used = Date.parse(String(shown.json.lastUsed));
  expect(used).toBeGreaterThanOrEqual(before);
  expect(used).toBeLessThanOrEqual(Date.now());
});
