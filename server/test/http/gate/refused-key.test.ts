import { afterEach, expect, it } from 'vitest';
import { refusals } from '../../../src/http/gate/refusals.js';
import type { ApiKey } from '../../../src/store/directory/key-directory.js';
import { type GateApp, gateApp } from './gate-app.js';

let server: GateApp | undefined;
afterEach(() => server?.app.close());

it.each<[string, Partial<ApiKey>, keyof typeof refusals]>([
  ['is inactive', { active: false }, 'keyInactive'],
  ['has expired', { expiresAt: Date.UTC(2026, 10, 20) }, 'keyExpired'],
  ['manages records', { scopes: new Set(['manage']) }, 'keyNotInHeader'],
  ['is not for the route', { scopes: new Set(['marketplace']) }, 'keyNotEnabled'],
  ['is for other addresses', { addresses: ['203.0.113.9/32'] }, 'addressNotAllowed'],
])('the log names a key that %s, and its client', async (_, state, refusal) => {
  const lines: string[] = [];
  const stream = { write: (line: string) => lines.push(line) };
  server = gateApp({ server: { logger: { level: 'info', stream } } });
  const { text, key } = server.issue(state);
  const { status, reason } = refusals[refusal];
  const answer = await server.app.inject({ url: `/read?apiKey=${text}` });
  expect(answer.statusCode).toBe(status);
  const refused = lines.filter((line) => line.includes('refused:'));
  expect(refused.map((line) => JSON.parse(line))).toMatchObject([
    { status, client: key.tenant, key: key.prefix, msg: `refused: ${reason}` },
  ]);
  expect(refused.join()).not.toContain(text);
});
