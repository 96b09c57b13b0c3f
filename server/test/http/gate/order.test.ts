import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hashKey, newPartnerKey } from '../../../src/http/gate/key-check.js';
import { partnerCheck } from '../../../src/http/gate/partner-login.js';
import { signatureCheck } from '../../../src/http/gate/signature.js';
import { ManualClock } from '../../../src/lib/clock.js';
import { MemoryCounters } from '../../../src/limits/counters.js';
import { openServices, type Services } from '../../../src/services.js';
import { CachedKeys } from '../../../src/store/directory/keys.js';
import { forAnyDatabase } from '../../rig/databases.js';
import { NOON, testConfig } from '../../rig/server.js';
import { type GateApp, gateApp } from './gate-app.js';
import { type Holder, issue, signed, spentStamps } from './signing.js';

/*
 * Every state of a key × scopes × address × rate × private access × signature × route class, and
 * HTTP Basic where it is asked for, against an oracle that is written from docs/interface.md and
 * knows nothing of the gate. The keys, the partner and the used stamps are rows of a real directory.
 */

const ROUTES = {
  open: { method: 'GET', path: '/open' },
  read: { method: 'GET', path: '/read' },
  head: { method: 'HEAD', path: '/read' },
  key: { method: 'POST', path: '/key' },
  signed: { method: 'POST', path: '/signed' },
  signedRead: { method: 'GET', path: '/signed' },
  private: { method: 'POST', path: '/private' },
  partner: { method: 'POST', path: '/partner' },
  unknown: { method: 'GET', path: '/nowhere' },
  wrongMethod: { method: 'DELETE', path: '/read' },
} as const;

const SCOPES = [[], ['website'], ['marketplace'], ['website', 'marketplace']] as const;
const ADDRESSES = ['any', 'listed', 'unlisted'] as const;
const RATES = ['free', 'second full', 'slots full'] as const;
const SIGNATURES = [
  'none',
  'token only',
  'stamp only',
  'bad',
  'expired',
  'too early',
  'replayed',
  'good',
] as const;
const LOGINS = ['none', 'bad', 'good'] as const;

interface Case {
  readonly route: keyof typeof ROUTES;
  readonly key: 'absent' | 'unknown' | 'inactive' | 'active';
  readonly scopes: readonly string[];
  readonly address: (typeof ADDRESSES)[number];
  readonly rate: (typeof RATES)[number];
  readonly privateAccess: boolean;
  readonly signature: (typeof SIGNATURES)[number];
  readonly login: (typeof LOGINS)[number];
}

/** The order of the questions, read as a list (R43). */
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
  if ((call.route === 'signed' || call.route === 'signedRead') && call.privateAccess) {
    if (['none', 'token only', 'stamp only'].includes(call.signature)) return 401;
    if (call.signature !== 'good') return 403;
  }
  if (call.route === 'partner' && call.login !== 'good') return 401;
  if (call.route === 'unknown' || call.route === 'wrongMethod') return 404;
  return 200;
}

function* cases(route: keyof typeof ROUTES): Generator<Case> {
  for (const login of route === 'partner' ? LOGINS : (['none'] as const))
    for (const signature of SIGNATURES)
      for (const rate of RATES)
        for (const address of ADDRESSES)
          for (const privateAccess of [false, true])
            for (const scopes of SCOPES)
              for (const key of ['absent', 'unknown', 'inactive', 'active'] as const)
                yield { route, key, scopes, address, rate, privateAccess, signature, login };
}

const CASES_PER_ROUTE = 8 * 3 * 3 * 2 * 4 * 4;

forAnyDatabase('the order at the gate', (database) => {
  const clock = new ManualClock(NOON);
  const keys = new Map<string, Holder>();
  /** By the number issued with the key: the stamps that have let a call in. */
  const letIn = new Map<number, number[]>();
  let services: Services;
  let server: GateApp;
  let basic: Record<Case['login'], string>;
  /** What counts in one case, and in no other. */
  let counters = new MemoryCounters(clock);
  let lastStamp = NOON;

  beforeAll(async () => {
    services = await openServices(testConfig(database), clock, pino({ level: 'silent' }));
    const { config, directory } = services;
    for (const active of [true, false])
      for (const scopes of SCOPES)
        for (const listed of [true, false])
          for (const privateAccess of [true, false]) {
            const addresses = listed ? ['192.0.2.0/24'] : [];
            const holder = await issue(services, { active, scopes, addresses, privateAccess });
            keys.set(JSON.stringify([active, scopes, listed, privateAccess]), holder);
            if (!privateAccess) continue;
            letIn.set(holder.clientID, [NOON]);
            expect(await directory.spentStamps.spend(holder.clientID, NOON, 0)).toBe(true);
          }
    basic = { none: '', bad: '', good: '' };
    const partnerKey = newPartnerKey(randomBytes);
    await directory.partners.add({
      name: 'StreetWise',
      key_hash: hashKey(partnerKey),
      prefix: partnerKey,
      secret_hash: hashKey('right'),
      created_at: NOON,
    });
    basic.good = `Basic ${btoa(`${partnerKey}:right`)}`;
    basic.bad = `Basic ${btoa(`${partnerKey}:wrong`)}`;
    server = gateApp({
      clock,
      keys: new CachedKeys(directory, clock, config.secretKey ?? Buffer.alloc(0)),
      counters: {
        admit: (subject, limits) => counters.admit(subject, limits),
        close: async () => {},
      },
      failedAttemptsLimit: 100_000,
      verifySignature: signatureCheck(directory.spentStamps, clock),
      verifyPartner: partnerCheck({
        partners: directory.partners,
        clock,
        trustedProxies: [],
        failedAttemptsLimit: 100_000,
        envelope: (_key, words) => words,
      }),
    });
  });
  afterAll(async () => {
    await server.app.close();
    await services.close();
  });

  /** The stamp of a case: one that no other has, but for the replayed. */
  function stampOf(signature: Case['signature']): number {
    if (signature === 'replayed') return NOON;
    if (signature === 'expired') return NOON - 3 * 60 * 60 * 1000 - 1;
    if (signature === 'too early') return NOON + 5 * 60 * 1000 + 1;
    lastStamp -= 1;
    return lastStamp;
  }

  function parametersOf(call: Case, holder: Holder, stamp: number): URLSearchParams {
    const made = signed(holder, stamp);
    const parameters = new URLSearchParams();
    if (call.key === 'unknown') parameters.set('apiKey', 'nobody');
    else if (call.key !== 'absent') parameters.set('apiKey', holder.apiKey);
    if (call.signature === 'none') return parameters;
    if (call.signature !== 'token only') parameters.set('stamp', made.stamp);
    const token = call.signature === 'bad' ? '0'.repeat(64) : made.token;
    if (call.signature !== 'stamp only') parameters.set('token', token);
    return parameters;
  }

  async function ask(call: Case): Promise<number> {
    const { privateAccess, scopes } = call;
    const state = [call.key !== 'inactive', scopes, call.address !== 'any', privateAccess];
    const holder = keys.get(JSON.stringify(state));
    if (holder === undefined) throw new Error('There is no such key.');
    counters = new MemoryCounters(clock);
    const before = { free: 0, 'second full': 10, 'slots full': 3 }[call.rate];
    for (let past = 0; past < before; past += 1) {
      const admission = await counters.admit(`key:${holder.id}`, { perSecond: 10, inFlight: 3 });
      if (!admission.admitted) throw new Error('the preparation was refused');
      if (call.rate === 'second full') admission.release();
    }
    const stamp = stampOf(call.signature);
    const { method, path } = ROUTES[call.route];
    const response = await server.app.inject({
      method,
      url: `${path}?${parametersOf(call, holder, stamp)}`,
      remoteAddress: call.address === 'unlisted' ? '198.51.100.7' : '192.0.2.7',
      headers: call.login === 'none' ? {} : { authorization: basic[call.login] },
    });
    const isSigned = call.route === 'signed' || call.route === 'signedRead';
    if (oracle(call) === 200 && isSigned && privateAccess) letIn.get(holder.clientID)?.push(stamp);
    return response.statusCode;
  }

  it.each(Object.keys(ROUTES) as (keyof typeof ROUTES)[])('on route %s', async (route) => {
    const wrong: string[] = [];
    let asked = 0;
    for (const call of cases(route)) {
      const status = await ask(call);
      asked += 1;
      const expected = oracle(call);
      if (status !== expected) wrong.push(`${status}, not ${expected}: ${JSON.stringify(call)}`);
    }
    expect(wrong).toEqual([]);
    expect(asked).toBe(CASES_PER_ROUTE * (route === 'partner' ? 3 : 1));
  });

  it('uses up the stamps of the calls that it lets in, and no others', async () => {
    let good = 0;
    for (const [clientID, stamps] of letIn) {
      expect(await spentStamps(database, clientID)).toEqual(stamps.sort((a, b) => a - b));
      good += stamps.length - 1;
    }
    // Two routes; two scopes that open them; any address, and a listed one.
    expect(good).toBe(2 * 2 * 2);
  });
});
