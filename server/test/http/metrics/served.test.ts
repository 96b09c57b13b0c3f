import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { porticoJson } from '../../commands/portico.js';
import { describeWithRedis } from '../../rig/redis.js';
import { ask, eventually, type Serving, startServing } from '../../rig/serving.js';
import { temporaryFolder } from '../../rig/temp.js';

const read = (file: string) =>
  readFileSync(new URL(`../../../../deploy/${file}`, import.meta.url), 'utf8');

/** The names of figures in an expression. */
function namesIn(expression: string): string[] {
  return expression.match(/\b(?:portico|nodejs|process)_\w+/g) ?? [];
}

/** Every expression in the dashboard, those that fill its variables too. */
function dashboardExpressions(): string[] {
  const dashboard = JSON.parse(read('grafana/portico.json')) as {
    panels: { title: string; targets: { expr: string }[] }[];
    templating: { list: { definition?: string }[] };
  };
  const variables = dashboard.templating.list.map(({ definition = '' }) => definition);
  return [
    ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
    ...variables,
  ];
}

function alertExpressions(): string[] {
  const { groups } = parse(read('prometheus/alerts.yml')) as {
    groups: { rules: { alert: string; expr: string }[] }[];
  };
  return groups.flatMap(({ rules }) => rules.map(({ expr }) => expr));
}

async function figuresOf({ metrics = '' }: Serving): Promise<string> {
  const answer = await ask(metrics, '/metrics');
  expect(answer.status).toBe(200);
  expect(answer.headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
  return answer.body;
}

async function stop({ run }: Serving): Promise<void> {
  run.child.kill('SIGTERM');
  expect(await run.ended).toMatchObject({ code: 0 });
}

describe('a server of one process', () => {
  test('tells nothing unless it is asked to', async () => {
    const serving = await startServing({ folder: temporaryFolder() });
    expect(serving.metrics).toBeUndefined();
    expect((await ask(serving.url, '/metrics')).status).toBe(401);
    await stop(serving);
  });

  test('tells figures on a port of its own, and on no other', async () => {
    const place = { folder: temporaryFolder(), environment: { PORTICO_METRICS_PORT: '0' } };
    const serving = await startServing(place);
    await porticoJson(place, 'client', 'add', 'acme');
    const { json } = await porticoJson(place, 'key', 'add', 'acme');
    const key = String(json.apiKey);
    for (const path of [
      '/neighborhoods',
      '/Neighborhoods/',
      '/properties/7',
      '/nowhere',
      '/a/b/c',
    ]) {
      await ask(serving.url, `${path}?apiKey=${key}`);
    }
    expect((await ask(serving.url, '/metrics')).status).toBe(401);
    await ask(serving.url, '/properties?apiKey=pk_guessed');

    const requests = (route: string, status: number, value: number) =>
      `portico_http_requests_total{method="GET",route="${route}",status="${status}"} ${value}\n`;
    // Counted when the last byte has left, which may be after the caller has it.
    const text = await eventually(async () => {
      const figures = await figuresOf(serving);
      return figures.includes(requests('/properties', 403, 1)) ? figures : undefined;
    });
    expect(text).toContain(requests('/neighborhoods', 200, 2));
    expect(text).toContain(requests('/properties/:segment(^\\\\d+$)', 200, 1));
    expect(text).toContain(requests('unknown', 404, 2));
    expect(text).toContain(requests('unknown', 401, 1));
    expect(text).toContain('portico_refusals_total{reason="keyMissing"} 1\n');
    expect(text).toContain('portico_refusals_total{reason="keyUnknown"} 1\n');
    expect(text).toContain('portico_http_requests_in_flight 0\n');
    expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds /m);
    for (const secret of [key, key.slice(0, 11), 'acme', 'guessed', 'nowhere', '127.0.0.1']) {
      expect(text).not.toContain(secret);
    }

    expect((await ask(serving.metrics ?? '', '/')).status).toBe(404);
    expect((await ask(serving.metrics ?? '', '/health/ready')).status).toBe(404);
    expect((await ask(serving.metrics ?? '', '/metrics', { method: 'POST' })).status).toBe(404);
    await stop(serving);
  });

  test('says which setting to change when the port of the figures is taken', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const { port } = taken.address() as AddressInfo;
    const environment = { PORTICO_PORT: '0', PORTICO_METRICS_PORT: String(port) };
    const run = await porticoJson({ folder: temporaryFolder(), environment }, 'serve');
    await new Promise((resolve) => taken.close(resolve));
    expect(run.code).toBe(1);
    expect(JSON.stringify(run.json)).toContain(`Port ${port} of 127.0.0.1 is taken`);
    expect(JSON.stringify(run.json)).toContain('PORTICO_METRICS_PORT');
  });
});

describeWithRedis('a server of several processes', (redis) => {
  test('tells the figures of all, and knows all that dashboard and alerts ask for', async () => {
    const environment = { PORTICO_METRICS_PORT: '0', PORTICO_REDIS_URL: redis };
    const serving = await startServing(
      { folder: temporaryFolder(), environment },
      '--workers',
      '2',
    );
    const calls = 'portico_http_requests_total{method="GET",route="/health/live",status="200"}';
    const counted = async (expected: number) =>
      eventually(async () => {
        const text = await figuresOf(serving);
        return text.includes(`${calls} ${expected}\n`) ? text : undefined;
      });
    for (let times = 0; times < 7; times += 1) await ask(serving.url, '/health/live');
    const text = await counted(7);
    expect(text).toContain('portico_workers{state="listening"} 2\n');

    const known = new Set(text.match(/(?<=^# TYPE )\w+/gm));
    const asked = [...dashboardExpressions(), ...alertExpressions()].flatMap(namesIn);
    expect(asked.length).toBeGreaterThan(40);
    const series = (name: string) => name.replace(/_(bucket|sum|count)$/, '');
    expect(asked.filter((name) => !known.has(name) && !known.has(series(name)))).toEqual([]);

    // What the first workers counted stays counted when others have taken their place.
    serving.run.child.kill('SIGHUP');
    await serving.run.until(
      ({ stderr }) => stderr.includes('the workers were replaced') || undefined,
    );
    await ask(serving.url, '/health/live');
    expect(await counted(8)).toContain('portico_worker_restarts_total{cause="rolling"} 2\n');
    await stop(serving);
  });
});
