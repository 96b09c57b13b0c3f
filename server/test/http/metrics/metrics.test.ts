import { describe, expect, test } from 'vitest';
import { internalError, refusals, retryAfter } from '../../../src/http/gate/refusals.js';
import { ProcessMetrics } from '../../../src/http/metrics/metrics-server.js';
import { WorkersMetrics } from '../../../src/http/metrics/worker-metrics.js';

/** The value on the one line of a text that begins so. */
function figureOf(text: string, line: string): number | undefined {
  const found = text.split('\n').find((one) => one.startsWith(`${line} `));
  return found === undefined ? undefined : Number(found.slice(line.length + 1));
}

const read = 'portico_http_requests_total{method="GET",route="/agents/:id",status="200"}';

describe('the figures of a process', () => {
  test('count calls by method, route and status, and tell how many are under way', async () => {
    const figures = new ProcessMetrics();
    for (let calls = 0; calls < 4; calls += 1) figures.requests.begun();
    figures.requests.ended('GET', '/agents/:id', 200, 0.004);
    figures.requests.ended('GET', '/agents/:id', 200, 0.3);
    figures.requests.ended('GET', '/agents/:id', undefined, 7);
    const text = await figures.registry.metrics();
    expect(figureOf(text, read)).toBe(2);
    expect(figureOf(text, read.replace('200', 'aborted'))).toBe(1);
    expect(figureOf(text, 'portico_http_requests_in_flight')).toBe(1);
    const bucket = (le: string) =>
      `portico_http_request_duration_seconds_bucket{le="${le}",method="GET",route="/agents/:id"}`;
    expect(
      ['0.0025', '0.005', '0.25', '0.5', '5', '10'].map((le) => figureOf(text, bucket(le))),
    ).toEqual([0, 1, 1, 2, 2, 3]);
  });

  test('have one label for whatever is not ours', async () => {
    const figures = new ProcessMetrics();
    for (const method of ['PROPFIND', 'DELETE', 'M-SEARCH']) {
      figures.requests.begun();
      figures.requests.ended(method, undefined, 404, 0);
    }
    const text = await figures.registry.metrics();
    const line = 'portico_http_requests_total{method="other",route="unknown",status="404"}';
    expect(figureOf(text, line)).toBe(3);
    expect(text).not.toContain('PROPFIND');
  });

  test('count each refusal of the closed list under its own name', async () => {
    const figures = new ProcessMetrics();
    const names = Object.keys(refusals) as (keyof typeof refusals)[];
    for (const name of names) figures.refused(refusals[name]);
    figures.refused(retryAfter(refusals.tooManyRequests, 100));
    figures.refused({ ...refusals.partnerUnknown, body: { SUCCESS: false } });
    figures.refused(internalError('0b5a'));
    const text = await figures.registry.metrics();
    const twice = ['tooManyRequests', 'partnerUnknown'];
    for (const name of names) {
      const expected = twice.includes(name) ? 2 : 1;
      expect(figureOf(text, `portico_refusals_total{reason="${name}"}`)).toBe(expected);
    }
    expect(figureOf(text, 'portico_refusals_total{reason="fault"}')).toBe(1);
    expect(text.match(/^portico_refusals_total\{/gm)).toHaveLength(names.length + 1);
    expect(text).not.toContain('0b5a');
  });
});

describe('the figures of several processes', () => {
  const counting = (calls: number) => {
    const figures = new ProcessMetrics();
    for (let call = 0; call < calls; call += 1) figures.requests.begun();
    for (let call = 1; call < calls; call += 1)
      figures.requests.ended('GET', '/agents/:id', 200, 0.01);
    return figures;
  };

  test('are added up, and never fall when a process ends', async () => {
    const workers = new WorkersMetrics(() => ({ wanted: 3, listening: 2 }));
    const [one, two] = [await counting(11).values(), await counting(5).values()];
    const both = await workers.text([one, two]);
    expect(figureOf(both, read)).toBe(14);
    expect(figureOf(both, 'portico_http_requests_in_flight')).toBe(2);
    expect(figureOf(both, 'portico_workers{state="wanted"}')).toBe(3);
    expect(figureOf(both, 'portico_workers{state="listening"}')).toBe(2);

    await workers.ended(one);
    await workers.ended(undefined);
    const rest = await workers.text([two]);
    expect(figureOf(rest, read)).toBe(14);
    const count = 'portico_http_request_duration_seconds_count{method="GET",route="/agents/:id"}';
    expect(figureOf(rest, count)).toBe(14);
    // What it was at is gone with it.
    expect(figureOf(rest, 'portico_http_requests_in_flight')).toBe(1);

    await workers.ended(two);
    const third = await counting(3).values();
    expect(figureOf(await workers.text([third]), read)).toBe(16);
    expect(figureOf(await workers.text([]), read)).toBe(14);
  });

  test('keep what each has counted of several that end at once', async () => {
    const workers = new WorkersMetrics(() => ({ wanted: 2, listening: 0 }));
    const [one, two] = [await counting(11).values(), await counting(5).values()];
    await Promise.all([workers.ended(one), workers.ended(two)]);
    expect(figureOf(await workers.text([]), read)).toBe(14);
  });

  test('tell which workers took the place of others', async () => {
    const workers = new WorkersMetrics(() => ({ wanted: 1, listening: 1 }));
    workers.restarted('crash');
    workers.restarted('rolling', 2);
    const text = await workers.text([]);
    expect(figureOf(text, 'portico_worker_restarts_total{cause="crash"}')).toBe(1);
    expect(figureOf(text, 'portico_worker_restarts_total{cause="rolling"}')).toBe(2);
  });
});
