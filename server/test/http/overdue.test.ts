import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { Writable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newEntry } from '../../src/commands/client/entry.js';
import { issueKey } from '../../src/http/gate/issued-keys.js';
import { hashKey } from '../../src/http/gate/key-check.js';
import { systemClock } from '../../src/lib/clock.js';
import { buildServer } from '../../src/server.js';
import { openServices, type Services } from '../../src/services.js';
import type { Tenant } from '../../src/store/tenant-databases.js';
import { forAnyDatabase } from '../rig/databases.js';
import { testConfig } from '../rig/server.js';

forAnyDatabase('an answer that is overdue', (database) => {
  const held: { services?: Services; app?: FastifyInstance } = {};
  let log = '';
  let key = '';
  const headers = { 'x-forwarded-proto': 'https' };

  beforeAll(async () => {
    const lines = new Writable({
      write(chunk, _encoding, done) {
        log += chunk;
        done();
      },
    });
    const services = await openServices(
      testConfig(database),
      systemClock,
      pino({ level: 'trace' }, lines),
    );
    held.services = services;
    const entry = newEntry('acme', 'client', systemClock.now());
    await services.tenants.database(entry);
    await services.directory.addTenant(entry);
    const random = services.tools.random;
    const request = {
      tenant: 'acme',
      scopes: ['website', 'marketplace'],
      addresses: [],
      privateAccess: false,
    } as const;
    key = (await issueKey(services, request, random)).apiKey;
    held.app = await buildServer(services);
    await held.app.ready();
  });

  afterAll(async () => {
    await held.app?.close();
    await held.services?.close();
  });

  /** Looks a tenant up as slowly as a database that hardly answers. */
  async function slowly<Result>(ms: number, work: () => Promise<Result>): Promise<Result> {
    const { tenants } = held.services as Services;
    const { recentTenant, tenant } = tenants;
    const usual = tenant.bind(tenants);
    tenants.recentTenant = () => undefined;
    tenants.tenant = async (name: string): Promise<Tenant | undefined> => {
      await new Promise((resolve) => setTimeout(resolve, ms));
      return usual(name);
    };
    try {
      return await work();
    } finally {
      tenants.recentTenant = recentTenant;
      tenants.tenant = tenant;
    }
  }

  it('is an error, carries no tag, and leaves no address in the log', async () => {
    log = '';
    const url = `/properties?address=canaryaddress&apiKey=${key}`;
    const answers = await slowly(4_300, () =>
      Promise.all([
        held.app?.inject({ url, headers }),
        held.app?.inject({ url: `/properties/0?apiKey=${key}`, headers }),
      ]),
    );
    expect(answers[0]?.statusCode).toBe(500);
    expect(answers[0]?.headers.etag).toBeUndefined();
    // Long enough for what was overdue to come to its end.
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(log).toContain('answered');
    expect(log).toContain('"client":"acme","key":"');
    expect(log).not.toContain('canaryaddress');
    expect(log).not.toContain(key);
  });

  it('goes by what came: a picture takes the time that it takes, and nothing else does', async () => {
    const sent = (form: Record<string, string>) =>
      held.app?.inject({
        method: 'POST',
        url: `/blog?apiKey=${key}`,
        headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams(form).toString(),
      });
    const [without, blank, brought] = await slowly(4_300, () =>
      Promise.all([
        sent({ title: 'A post' }),
        sent({ title: 'A post', image_base64: ' ' }),
        sent({ title: 'A post', IMAGE_BASE64: 'R0lGODlh' }),
      ]),
    );
    expect([without?.statusCode, blank?.statusCode, brought?.statusCode]).toEqual([500, 500, 200]);
  });

  it('is not reckoned from before its body was here', async () => {
    const app = held.app as FastifyInstance;
    await app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.server.address() as AddressInfo;
    await held.services?.directory.partners.add({
      name: 'StreetWise',
      key_hash: hashKey('partner'),
      prefix: 'partner',
      secret_hash: hashKey('secret'),
      created_at: 0,
    });
    const body = '{"listing_id":"1"}';
    const socket = connect(port, '127.0.0.1');
    let answer = '';
    socket.setEncoding('utf8').on('data', (text) => {
      answer += text;
    });
    socket.write(
      `POST /marketplace?apiKey=${key} HTTP/1.1\r\nHost: x\r\nX-Forwarded-Proto: https\r\nConnection: close\r\n` +
        `Authorization: Basic ${Buffer.from('partner:secret').toString('base64')}\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`,
    );
    await new Promise((resolve) => setTimeout(resolve, 4_300));
    socket.write(body);
    await once(socket, 'close');
    // Refused for what it says, and not for how long it took to say it.
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  });
});
