import { writeFileSync } from 'node:fs';
import { Agent } from 'node:https';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { codes, Failure, writeFailure } from '../../src/api/envelopes.js';
import { marketplaceFailure } from '../../src/resources/leads/marketplace.endpoints.js';
import { type Place, porticoJson } from '../commands/portico.js';
import { forAnyDatabase } from '../rig/databases.js';
import { aListing } from '../rig/makers.js';
import { redisUrl } from '../rig/redis.js';
import { ask, eventually, keepAsking, type Serving, startServing } from '../rig/serving.js';
import { stepAside } from '../rig/step-aside.js';
import { NGINX, type RunningNginx, startNginx } from './nginx.js';

if (NGINX === undefined) stepAside('nginx', 'two servers behind nginx');

/* What nginx says itself (R65). */
const TOO_LARGE = JSON.stringify(
  writeFailure(new Failure(codes.valueMalformed, 'The body is larger than this endpoint accepts.')),
);
const HSTS = 'max-age=31536000';
const UNREACHABLE = 'The server cannot be reached at the moment. Try again in some seconds.';

forAnyDatabase('two servers behind nginx', ({ dataFolder, databaseUrl }) => {
  const redis = redisUrl('two servers behind nginx');
  const place: Place = {
    folder: dataFolder,
    environment: {
      PORTICO_DATA: 'data',
      PORTICO_DATABASE_URL: databaseUrl,
      PORTICO_REDIS_URL: redis,
      PORTICO_TRUST_PROXY: '127.0.0.1',
    },
  };
  const keys: string[] = [];
  let nginx: RunningNginx | undefined;
  let times = 0;

  const start = (port = '0') =>
    startServing({ ...place, environment: { ...place.environment, PORTICO_PORT: port } });
  const portOf = ({ url }: Serving) => Number(new URL(url).port);
  const behind = async () => {
    const servers: [Serving, Serving] = [await start(), await start()];
    times += 1;
    nginx = await startNginx(
      join(dataFolder, `nginx-${times}`),
      servers.map(({ url }) => new URL(url).host),
    );
    return { servers, front: nginx };
  };
  const key = async (...options: string[]) =>
    String((await porticoJson(place, 'key', 'add', 'acme', ...options)).json.apiKey);

  afterEach(async () => {
    await nginx?.stop();
    nginx = undefined;
  });

  describe.skipIf(NGINX === undefined || redis === undefined)('counting in one Redis', () => {
    beforeAll(async () => {
      await porticoJson(place, 'client', 'add', 'acme');
      for (let callers = 0; callers < 4; callers += 1) keys.push(await key());
      const file = join(dataFolder, 'listings.json');
      writeFileSync(file, JSON.stringify([aListing({ main_id: 1, hitcounter: 0 })]));
      expect((await porticoJson(place, 'import', 'acme', file)).code).toBe(0);
    });

    test('answer, know who calls, and leave no key in a log', async () => {
      const { servers, front } = await behind();
      const path = (apiKey: string) => `/properties/1?apiKey=${apiKey}`;
      const answer = await ask(front.url, path(keys[0] ?? ''));
      expect([answer.status, JSON.parse(answer.body)]).toMatchObject([200, [{ main_id: 1 }]]);
      for (const health of ['/health/ready', '/HEALTH/ready', '/Health/', '/%48ealth/live']) {
        const { status, headers } = await ask(front.url, health);
        expect([status, headers['strict-transport-security']]).toEqual([404, HSTS]);
      }
      expect(answer.headers['strict-transport-security']).toBe(HSTS);
      expect(JSON.parse((await ask(front.url, '/health/live')).body)).toBe(
        'There is nothing at this address.',
      );

      const bound = await key('--address', '127.0.0.2');
      const claims = { 'x-forwarded-for': '127.0.0.2', 'x-forwarded-proto': 'http' };
      expect((await ask(front.url, path(bound), { localAddress: '127.0.0.2' })).status).toBe(200);
      expect((await ask(front.url, path(bound), { localAddress: '127.0.0.3' })).status).toBe(405);
      const lie = { localAddress: '127.0.0.3', headers: claims };
      expect((await ask(front.url, path(bound), lie)).status).toBe(405);

      // Too large for Portico, in Portico's words: nginx lets it through.
      const form = { title: 'x'.repeat(8 * 1024 * 1024) };
      const refused = await ask(front.url, `/blog?apiKey=${keys[0]}`, { method: 'POST', form });
      expect(refused.status).toBe(200);
      expect(refused.body).toContain('The body is larger than this endpoint accepts.');

      // Too large for nginx, in the same words.
      const huge = 'x'.repeat(10 * 1024 * 1024);
      const larger = await ask(front.url, `/blog?apiKey=${keys[0]}`, {
        method: 'POST',
        form: { title: huge },
      });
      expect([larger.status, larger.body]).toEqual([refused.status, TOO_LARGE]);
      expect(larger.headers['strict-transport-security']).toBe(HSTS);
      const lead = await ask(front.url, `/marketplace?apiKey=${keys[0]}`, {
        method: 'POST',
        form: { comment: huge },
      });
      expect([lead.status, JSON.parse(lead.body)]).toEqual([
        400,
        marketplaceFailure('The body is larger than this endpoint accepts.', {}),
      ]);

      // Records may be more: what is too many for Portico, and for nginx, has a status.
      const back = await key('--scope', 'manage');
      const send = async (bytes: number) => {
        const line = `{"main_id": 1, "ulid": "${'x'.repeat(1000)}"}\n`;
        const payload = line.repeat(bytes / line.length);
        const { status, body, headers } = await ask(front.url, '/manage/listings', {
          method: 'PUT',
          headers: { 'x-api-key': back, 'content-type': 'application/x-ndjson' },
          payload,
        });
        expect(headers['strict-transport-security']).toBe(HSTS);
        return [status, JSON.parse(body)];
      };
      const large = (words: unknown) => ({
        ...{ STATUS: 'Error', STATUS_CODE: '413', MESSAGE: words },
      });
      expect(await send(10 * 1024 * 1024)).toEqual([
        413,
        large(expect.stringContaining('5000 records')),
      ]);
      expect(await send(22 * 1024 * 1024)).toEqual([
        413,
        large('The body is larger than this endpoint accepts.'),
      ]);

      for (const { run } of servers) await run.kill();
      const referer = `https://site.example/?apiKey=${bound}`;
      const gone = await ask(front.url, path(bound), { headers: { referer } });
      expect([gone.status, JSON.parse(gone.body)]).toEqual([500, UNREACHABLE]);
      expect(gone.headers['strict-transport-security']).toBe(HSTS);
      const lines = front.log('access').trim().split('\n');
      expect(lines.length).toBeGreaterThan(6);
      expect(lines.filter((line) => line.includes('"GET /properties/1" 200'))).toHaveLength(2);
      for (const text of [front.log('access'), front.log('error')]) {
        expect(text).not.toContain('?');
        expect(text).not.toMatch(/pk_|apiKey/i);
      }
    });

    test('go on answering reads when one of them is killed', async () => {
      const { servers, front } = await behind();
      const agent = new Agent({ keepAlive: true });
      for (let call = 0; call < 8; call += 1) await ask(front.url, '/api-docs', { agent });
      await servers[0].run.kill();
      const statuses = [];
      for (let call = 0; call < 8; call += 1) {
        statuses.push((await ask(front.url, '/api-docs', { agent })).status);
      }
      expect(statuses).toEqual(statuses.map(() => 200));
      agent.destroy();
      await servers[1].run.kill();
    });

    test('are started anew one after the other, and no call fails', async () => {
      const { servers, front } = await behind();
      const agents = keys.map(() => new Agent({ keepAlive: true, maxSockets: 1 }));
      const kept = (caller: number) => {
        const agent = agents[caller];
        return agent === undefined ? {} : { agent };
      };
      const views = async () => {
        const path = `/properties/1?addHitCounter=true&apiKey=${keys[3]}`;
        return JSON.parse((await ask(front.url, path)).body)[0].hitcounter as number;
      };
      const before = await views();
      const loads = [
        keepAsking(5, async () => {
          const { status, body } = await ask(front.url, '/api-docs', kept(0));
          return status === 200 ? undefined : `${status} ${body}`;
        }),
        keepAsking(150, async () => {
          const { status, body } = await ask(front.url, `/properties/1?apiKey=${keys[1]}`, kept(1));
          return status === 200 ? undefined : `${status} ${body}`;
        }),
      ];
      const writes = keepAsking(150, async () => {
        const form = { apiKey: keys[2] ?? '', listingID: '1' };
        const { body } = await ask(front.url, '/properties/viewCounter', {
          method: 'POST',
          form,
          ...kept(2),
        });
        return body.includes('"200"') ? undefined : body;
      });
      for (const [index, server] of servers.entries()) {
        server.run.child.kill('SIGTERM');
        expect(await server.run.ended).toMatchObject({ code: 0, signal: null });
        const again = await start(String(portOf(server)));
        servers[index] = again;
        // nginx passes over a server that it could not reach for up to two seconds: its clock has whole ones.
        const before = front.log('access').length;
        const answered = `"127.0.0.1:${portOf(again)}" "200"`;
        await eventually(
          async () => front.log('access').slice(before).includes(answered) || undefined,
        );
      }
      for (const load of loads) {
        const { answered, failed } = await load.done();
        expect(failed).toEqual([]);
        expect(answered).toBeGreaterThan(0);
      }
      const counted = await writes.done();
      expect(counted.failed).toEqual([]);
      expect((await views()) - before).toBe(counted.answered);
      for (const agent of agents) agent.destroy();
      for (const { run } of servers) await run.kill();
    });
  });
});
