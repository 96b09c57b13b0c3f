import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { hashKey, newPartnerKey, publicPrefix } from '../../../src/http/gate/key-check.js';
import { forEachDatabase } from '../../rig/databases.js';
import { NOON } from '../../rig/server.js';
import { type GateServer, gateServerFor } from './signing.js';

const ERROR = 'The partner key and secret (HTTP Basic) are missing or do not match.';

interface Partner {
  readonly partnerKey: string;
  readonly secret: string;
}

function basic(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}

forEachDatabase('a partner login', (database) => {
  const server = gateServerFor(database);
  let apiKey: string;
  let partner: Partner;
  let callers = 0;

  async function register({ directory }: GateServer['services'], name: string): Promise<Partner> {
    const partnerKey = newPartnerKey(randomBytes);
    const secret = randomBytes(32).toString('hex');
    await directory.partners.add({
      name,
      key_hash: hashKey(partnerKey),
      prefix: publicPrefix(partnerKey),
      secret_hash: hashKey(secret),
      created_at: NOON,
    });
    return { partnerKey, secret };
  }

  beforeAll(async () => {
    const state = { scopes: ['marketplace'], privateAccess: false } as const;
    ({ apiKey } = await server().issue(state));
    partner = await register(server().services, 'Street & Wise');
  });

  /** Sends a lead with a header, from an address that nobody else has unless one is named. */
  async function login(authorization: string | undefined, from?: string) {
    callers += 1;
    server().clock.advance(101);
    const address = from ?? `10.9.${callers >> 8}.${callers & 255}`;
    const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-for': address };
    const answer = await server().app.inject({
      method: 'POST',
      url: `/test/partner?apiKey=${apiKey}`,
      headers: authorization === undefined ? headers : { ...headers, authorization },
      payload: { listing_id: '1' },
    });
    return { status: answer.statusCode, body: answer.json(), headers: answer.headers };
  }

  it('tells the route which marketplace calls', async () => {
    const { status, body } = await login(basic(partner.partnerKey, partner.secret));
    expect([status, body]).toEqual([200, { partner: 'Street & Wise' }]);
  });

  it('is read whatever the case of its scheme, with or without padding', async () => {
    const text = Buffer.from(`${partner.partnerKey}:${partner.secret}`).toString('base64');
    expect(text).toMatch(/=$/);
    for (const header of [
      `basic ${text}`,
      `BASIC ${text}`,
      `Basic   ${text}`,
      `Basic ${text.replace(/=+$/, '')}`,
    ]) {
      expect([header, (await login(header)).status]).toEqual([header, 200]);
    }
  });

  it('is one answer for all that is wrong, in the envelope of the marketplace', async () => {
    const revoked = await register(server().services, 'Gone');
    const entry = await server().services.directory.partners.byHash(hashKey(revoked.partnerKey));
    await server().services.directory.partners.revoke([entry?.id ?? 0]);
    const other = await register(server().services, 'Other');
    const { partnerKey, secret } = partner;
    const wrong = [
      undefined,
      basic(partnerKey, 'wrong'),
      basic(partnerKey, ''),
      basic(partnerKey, `${secret} `),
      basic(partnerKey, secret.toUpperCase()),
      basic(partnerKey, hashKey(secret)),
      basic(partnerKey, other.secret),
      basic(newPartnerKey(randomBytes), secret),
      basic('', secret),
      basic('', ''),
      basic('Street & Wise', secret),
      basic(partnerKey.toUpperCase(), secret),
      basic(hashKey(partnerKey), hashKey(secret)),
      basic(revoked.partnerKey, revoked.secret),
      // What stands in for the secret of nobody is nobody's secret.
      basic('nobody', '0'.repeat(64)),
      basic(partnerKey, '0'.repeat(64)),
    ];
    for (const header of wrong) {
      const { status, body, headers } = await login(header);
      expect([header, status]).toEqual([header, 401]);
      expect(body).toEqual({
        SUCCESS: false,
        ALERT_ID: '',
        DATABASE: 'acme',
        SOURCE: '',
        MARKETPLACE: '',
        AGENT: '',
        MESSAGE: '',
        ERROR,
      });
      expect(headers['www-authenticate']).toBe('Basic realm="marketplace", charset="UTF-8"');
      expect(headers['cache-control']).toBe('no-store');
      expect(headers['content-type']).toBe('application/json; charset=utf-8');
    }
  });

  it('is refused when the header cannot be read', async () => {
    const { partnerKey, secret } = partner;
    const pair = `${partnerKey}:${secret}`;
    const text = Buffer.from(pair).toString('base64');
    for (const header of [
      '',
      'Basic',
      'Basic ',
      'Basic :',
      text,
      `Bearer ${text}`,
      `Basicx ${text}`,
      `Basic ${pair}`,
      `Basic ${text} ${text}`,
      `Basic ${text}, Basic ${text}`,
      `Basic ${text}====`,
      `Basic realm="marketplace" ${text}`,
      `Basic ${Buffer.from(partnerKey + secret).toString('base64')}`,
      `Basic ${Buffer.from(`\ufeff${pair}`).toString('base64')}`,
      `Basic ${Buffer.from(pair, 'utf16le').toString('base64')}`,
      `Basic ${Buffer.from([0xff, 0xfe, 0x3a, 0xc3]).toString('base64')}`,
      `Basic ${Buffer.from(`${pair}\0`).toString('base64')}`,
      `Basic ${Buffer.from(`${pair}${'x'.repeat(9000)}`).toString('base64')}`,
      `Digest username="${partnerKey}"`,
    ]) {
      expect([header, (await login(header)).status]).toEqual([header, 401]);
    }
  });

  it('ends the user name at the first colon', async () => {
    const odd = `${randomBytes(16).toString('hex')}:with:colons`;
    const partnerKey = newPartnerKey(randomBytes);
    await server().services.directory.partners.add({
      name: 'Colons',
      key_hash: hashKey(partnerKey),
      prefix: publicPrefix(partnerKey),
      secret_hash: hashKey(odd),
      created_at: NOON,
    });
    expect((await login(basic(partnerKey, odd))).body).toEqual({ partner: 'Colons' });
    expect((await login(basic(`${partnerKey}:`, odd))).status).toBe(401);
  });

  it('stops at once when the credentials are revoked, and others of the name go on', async () => {
    const first = await register(server().services, 'Twice');
    const second = await register(server().services, 'Twice');
    const { partners } = server().services.directory;
    expect((await login(basic(first.partnerKey, first.secret))).body).toEqual({ partner: 'Twice' });
    const entry = await partners.byHash(hashKey(first.partnerKey));
    await partners.revoke([entry?.id ?? 0]);
    expect((await login(basic(first.partnerKey, first.secret))).status).toBe(401);
    expect((await login(basic(first.partnerKey, second.secret))).status).toBe(401);
    expect((await login(basic(second.partnerKey, second.secret))).status).toBe(200);
  });

  it('comes after the key: without a good one no partner is even looked for', async () => {
    const header = { authorization: basic(partner.partnerKey, partner.secret) };
    const ask = (url: string) => server().ask({ method: 'POST', url, headers: header });
    expect(await ask('/test/partner')).toBe(401);
    expect(await ask('/test/partner?apiKey=nobody')).toBe(403);
    const closed = await server().issue({ scopes: [], privateAccess: false });
    expect(await ask(`/test/partner?apiKey=${closed.apiKey}`)).toBe(403);
  });

  describe('that fails', () => {
    it('is heard thirty times a minute from one address, and a good one always', async () => {
      const from = '198.51.100.20';
      const { partnerKey, secret } = partner;
      for (let attempt = 0; attempt < 30; attempt += 1) {
        const header = attempt % 2 === 0 ? basic(partnerKey, `${attempt}`) : 'Basic ?';
        expect((await login(header, from)).status).toBe(401);
        // A call without credentials is no attempt.
        expect((await login(undefined, from)).status).toBe(401);
      }
      const refused = await login(basic(partnerKey, 'wrong'), from);
      expect([refused.status, refused.body]).toEqual([
        420,
        'Too many requests with wrong partner credentials. Check them. Please send at most 8 requests a second.',
      ]);
      expect(refused.headers['ratelimit-policy']).toBe('"partner-logins";q=30;w=60');
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(50);
      expect((await login(basic(partnerKey, secret), from)).status).toBe(200);
      expect((await login(basic(partnerKey, 'wrong'), '198.51.100.21')).status).toBe(401);
      server().clock.advance(60_000);
      expect((await login(basic(partnerKey, 'wrong'), from)).status).toBe(401);
    });

    it('is logged without key and secret', async () => {
      const { partnerKey, secret } = partner;
      await login(basic(partnerKey, `${secret}x`));
      const log = server().log.join('\n');
      expect(log).toContain('refused: HTTP Basic not accepted');
      const header = basic(partnerKey, secret).slice('Basic '.length);
      for (const text of [partnerKey, secret, header]) expect(log).not.toContain(text);
    });
  });

  it('keeps neither key nor secret where it is stored', async () => {
    const entries = await server().services.directory.partners.all();
    const stored = JSON.stringify(entries);
    expect(stored).toContain('Street & Wise');
    expect(stored).not.toContain(partner.partnerKey.slice(11));
    expect(stored).not.toContain(partner.secret);
  });
});
