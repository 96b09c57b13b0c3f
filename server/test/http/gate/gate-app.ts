import { parse } from 'node:querystring';
import fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify';
import { enter, registerGate } from '../../../src/http/gate/gate.js';
import { hashKey, publicPrefix } from '../../../src/http/gate/key-check.js';
import type { Check, GateOptions } from '../../../src/http/gate/passage.js';
import { answerNotFound, refusals } from '../../../src/http/gate/refusals.js';
import { ManualClock } from '../../../src/lib/clock.js';
import { MemoryCounters } from '../../../src/limits/counters.js';
import type { ApiKey } from '../../../src/store/directory/key-directory.js';

/** A server with the gate in front of one route of every access class, and nothing behind it. */
export interface GateApp {
  readonly app: FastifyInstance;
  readonly clock: ManualClock;
  readonly counters: MemoryCounters;
  /** Gives out a key; what is not named is active, for the website, from anywhere. */
  issue(state?: Partial<ApiKey>): { readonly text: string; readonly key: ApiKey };
}

/** Accepts `token=good`: stands for a signature, of which these tests only need the outcome. */
const tokenCheck: Check = (request) => {
  const { token } = request.query as { token?: string };
  if (token === undefined) return refusals.signatureMissing;
  return token === 'good' ? undefined : refusals.signatureInvalid;
};

/** HTTP Basic credentials of the one partner there is. */
export const GOOD_BASIC = `Basic ${Buffer.from('partner:good').toString('base64')}`;

const basicCheck: Check = (request) =>
  request.headers.authorization === GOOD_BASIC ? undefined : refusals.partnerUnknown;

export function gateApp(
  options: Partial<GateOptions> & {
    readonly server?: FastifyServerOptions;
    readonly clock?: ManualClock;
  } = {},
): GateApp {
  const { server, clock = new ManualClock(Date.UTC(2026, 10, 20)), ...gate } = options;
  const counters = new MemoryCounters(clock);
  const issued = new Map<string, ApiKey>();
  const app = fastify(server ?? {});
  registerGate(app, {
    keys: { findByHash: async (hash) => issued.get(hash) },
    counters,
    clock,
    trustedProxies: [],
    verifySignature: tokenCheck,
    verifyPartner: basicCheck,
    ...gate,
  });
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: unknown, body: string | Buffer) => parse(String(body)),
  );
  app.setNotFoundHandler(answerNotFound);
  app.setErrorHandler(async (_error, request, reply) => {
    if (!(await enter(request, reply))) return reply;
    return reply.code(200).send({ STATUS: 'Error', STATUS_CODE: '256' });
  });

  app.get('/open', { config: { access: 'open' } }, async () => ({ open: true }));
  app.get('/read', { config: { access: 'key' } }, async (request) => who(request.caller.key));
  for (const access of ['key', 'signed', 'private', 'partner', 'manage'] as const) {
    app.post(`/${access}`, { config: { access } }, async (request) => who(request.caller.key));
  }
  app.get('/signed', { config: { access: 'signed' } }, async (request) => who(request.caller.key));
  app.get('/passed-on', { config: { access: 'key' } }, (_request, reply) => reply.callNotFound());
  return {
    app,
    clock,
    counters,
    issue: (state = {}) => {
      const id = issued.size + 1;
      const text = `pk_${String(id).padStart(8, '0')}${'x'.repeat(24)}`;
      const key: ApiKey = {
        id,
        prefix: publicPrefix(text),
        tenant: `client-${id}`,
        name: '',
        scopes: new Set(['website']),
        active: true,
        expiresAt: null,
        perSecond: null,
        inFlight: null,
        privateAccess: false,
        addresses: [],
        issuedClientId: null,
        signingKey: () => undefined,
        ...state,
      };
      issued.set(hashKey(text), key);
      return { text, key };
    },
  };
}

function who(key: ApiKey): { client: string } {
  return { client: key.tenant };
}
