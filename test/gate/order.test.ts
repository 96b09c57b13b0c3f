import { afterAll, describe, expect, it } from 'vitest';
import type { Scope } from '../../src/gate/key-directory.js';
import { RATE_LIMITS, rateSubject } from '../../src/gate/rates.js';
import { GOOD_BASIC, gateApp } from './gate-app.js';

/*
 * Every state of a key × scopes × address × rate × private access × proof × route class, against
 * an oracle that is written from the specification and knows nothing of the gate.
 */

const ROUTES = {
  open: { method: 'GET', path: '/open' },
  read: { method: 'GET', path: '/read' },
  head: { method: 'HEAD', path: '/read' },
  key: { method: 'POST', path: '/key' },
  signed: { method: 'POST', path: '/signed' },
  private: { method: 'POST', path: '/private' },
  partner: { method: 'POST', path: '/partner' },
  unknown: { method: 'GET', path: '/nowhere' },
  wrongMethod: { method: 'DELETE', path: '/read' },
} as const;

const SCOPES: readonly (readonly Scope[])[] = [
  [],
  ['website'],
  ['marketplace'],
  ['website', 'marketplace'],
];

interface Case {
  readonly route: keyof typeof ROUTES;
  readonly key: 'absent' | 'unknown' | 'inactive' | 'active';
  readonly scopes: readonly Scope[];
  readonly address: 'any' | 'listed' | 'unlisted';
  readonly rate: 'free' | 'second full' | 'slots full';
  readonly privateAccess: boolean;
  readonly proof: 'none' | 'good' | 'bad';
}

/** Decision 7, read as a list. */
function oracle(call: Case): number {
  if (call.route === 'open') return 200;
  if (call.key === 'absent') return 401;
  if (call.key === 'unknown' || call.key === 'inactive') return 403;
  const enabled =
    call.scopes.includes('website') ||
    (call.route === 'partner' && call.scopes.includes('marketplace'));
  if (!enabled) return 403;
  if (call.address === 'unlisted') return 405;
  if (call.rate !== 'free') return 420;
  if (call.route === 'signed' && call.privateAccess) {
    if (call.proof === 'none') return 401;
    if (call.proof === 'bad') return 403;
  }
  if (call.route === 'partner' && call.proof !== 'good') return 401;
  if (call.route === 'unknown' || call.route === 'wrongMethod') return 404;
  return 200;
}

function* cases(route: keyof typeof ROUTES): Generator<Case> {
  for (const key of ['absent', 'unknown', 'inactive', 'active'] as const)
    for (const scopes of SCOPES)
      for (const address of ['any', 'listed', 'unlisted'] as const)
        for (const rate of ['free', 'second full', 'slots full'] as const)
          for (const privateAccess of [false, true])
            for (const proof of ['none', 'good', 'bad'] as const)
              yield { route, key, scopes, address, rate, privateAccess, proof };
}

describe('the order at the gate', () => {
  const server = gateApp({ guessLimit: 10_000 });
  afterAll(() => server.app.close());

  async function ask(call: Case): Promise<number> {
    const { key, text } = server.issue({
      active: call.key !== 'inactive',
      scopes: new Set(call.scopes),
      privateAccess: call.privateAccess,
      addresses: call.address === 'any' ? [] : ['192.0.2.0/24'],
    });
    const held: (() => void)[] = [];
    const before = { free: 0, 'second full': RATE_LIMITS.perSecond, 'slots full': 3 }[call.rate];
    for (let past = 0; past < before; past += 1) {
      const admission = await server.counters.admit(rateSubject(key), RATE_LIMITS);
      if (!admission.admitted) throw new Error('the preparation was refused');
      if (call.rate === 'slots full') held.push(admission.release);
      else admission.release();
    }
    const presented = { absent: '', unknown: 'nobody', inactive: text, active: text }[call.key];
    const token = call.proof === 'none' ? '' : `&token=${call.proof}`;
    const { method, path } = ROUTES[call.route];
    const response = await server.app.inject({
      method,
      url: `${path}?apiKey=${presented}${token}`,
      remoteAddress: call.address === 'unlisted' ? '198.51.100.7' : '192.0.2.7',
      headers: call.proof === 'good' ? { authorization: GOOD_BASIC } : {},
    });
    for (const release of held) release();
    return response.statusCode;
  }

  it.each(Object.keys(ROUTES) as (keyof typeof ROUTES)[])('%s', async (route) => {
    const wrong: string[] = [];
    let asked = 0;
    for (const call of cases(route)) {
      const status = await ask(call);
      asked += 1;
      const expected = oracle(call);
      if (status !== expected) wrong.push(`${status}, not ${expected}: ${JSON.stringify(call)}`);
    }
    expect(wrong).toEqual([]);
    expect(asked).toBe(864);
  });
});
