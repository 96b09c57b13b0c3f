import { randomBytes } from 'node:crypto';
import type { ClientRequest } from 'node:http';
import { request } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { issueKey } from '../../../src/http/gate/issued-keys.js';
import { forEachDatabase } from '../../rig/databases.js';
import { aListing } from '../../rig/makers.js';
import { offline, runCommand } from '../../rig/offline.js';
import { repeats } from '../../rig/part.js';
import { serve } from '../../rig/program.js';

/** Enough that a kill falls into the write of some. */
const LISTINGS = 1500;

forEachDatabase('records by HTTP, to a server of its own', (database) => {
  it('are stored whole or not at all, whatever becomes of call and server', {
    timeout: 120_000,
  }, async () => {
    expect((await runCommand(database, 'client', 'add', 'acme')).status).toBe(0);
    const key = await offline(database, async (services) => {
      const scopes = ['manage'] as const;
      const rights = { tenant: 'acme', scopes, addresses: [], privateAccess: false };
      return (await issueKey(services, rights, randomBytes)).apiKey;
    });
    let server = await serve(database);
    const call = (method: string, headers: Record<string, string | number> = {}): ClientRequest =>
      request(`${server.url}/manage/listings`, {
        method,
        rejectUnauthorized: false,
        agent: false,
        headers: { 'x-api-key': key, 'content-type': 'application/x-ndjson', ...headers },
      });
    const answerTo = (sent: ClientRequest): Promise<{ status: number; body: string }> =>
      new Promise((resolve, reject) => {
        sent.on('error', reject);
        sent.on('response', (answer) => {
          let body = '';
          answer.on('error', reject).on('data', (text) => {
            body += text;
          });
          answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body }));
        });
      });
    const prices = async () => {
      const asked = call('GET');
      const answer = answerTo(asked);
      asked.end();
      const lines = (await answer).body.split('\n').filter((line) => line !== '');
      return lines.map((line) => JSON.parse(line).financials_price as number);
    };
    const listings = (price: number) =>
      Array.from({ length: LISTINGS }, (_, index) =>
        JSON.stringify(aListing({ main_id: index + 1, financials_price: price })),
      ).join('\n');

    // The caller hangs up after half of the body.
    const whole = listings(1);
    const cut = call('PUT', { 'content-length': Buffer.byteLength(whole) });
    const hungUp = answerTo(cut).catch(() => 'no answer');
    cut.write(whole.slice(0, whole.length / 2), () => setTimeout(() => cut.destroy(), 200));
    expect(await hungUp).toBe('no answer');
    expect(await prices()).toEqual([]);

    // Larger than a body may be, whether it says so ahead or not.
    const large = `${JSON.stringify({ main_id: 1, main_description: 'x'.repeat(1000) })}\n`.repeat(
      21_000,
    );
    for (const headers of [
      { 'content-length': large.length },
      { 'transfer-encoding': 'chunked' },
    ]) {
      const sent = call('PUT', headers);
      const answer = answerTo(sent);
      sent.end(large);
      expect(JSON.parse((await answer).body)).toMatchObject({ STATUS_CODE: '413' });
    }
    expect(await prices()).toEqual([]);

    // The server is killed at some moment of the call.
    for (const [round, delay] of [30, 120, 400].slice(-repeats(2, 3)).entries()) {
      const sent = call('PUT');
      const answer = answerTo(sent).catch(() => undefined);
      sent.end(listings(round + 2));
      await sleep(delay);
      await server.kill();
      const answered = await answer;
      server = await serve(database);
      const stored = await prices();
      expect(new Set(stored).size).toBeLessThanOrEqual(1);
      expect([0, LISTINGS]).toContain(stored.length);
      if (answered?.status === 200) expect(stored[0]).toBe(round + 2);
    }
    const sent = call('PUT');
    const answer = answerTo(sent);
    sent.end(listings(9));
    expect(JSON.parse((await answer).body)).toMatchObject({ STORED: LISTINGS, REJECTED: [] });
    await server.stop();
  });
});
