import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { checkOutcome, LogCheck } from './checks.js';
import { confirm, excess } from './costs.js';
import { Processor } from './processor.js';
import type { HostileRequest } from './request.js';
import type { Outcome } from './sender.js';

const request: HostileRequest = {
  shape: 'single',
  steps: [],
  methods: ['GET'],
  ending: { kind: 'answered' },
};

const kindsOf = (status: number, body: string, by: HostileRequest = request): string[] =>
  checkOutcome(
    by,
    { answers: [{ status, head: `HTTP/1.1 ${status} X\r\n`, body, whole: true }], silent: false },
    ['a-secret'],
  ).map(({ kind }) => kind);

it('finds nothing in an answer as it should be', () => {
  expect(kindsOf(200, '{"code":256,"message":"id: \\"x\\" was given; accepted is …"}')).toEqual([]);
  expect(kindsOf(401, '"An API key is required: send it as the parameter apiKey."')).toEqual([]);
});

it('finds an error of the server, and what names its inside', () => {
  expect(kindsOf(500, '"An internal error occurred. Request id: 1."')).toEqual(['5xx']);
  // That it may say, and does while the database is away.
  expect(kindsOf(503, '{"status":"not ready","reason":"x"}')).toEqual(['not ready']);
  for (const body of [
    'Error\n    at answer (/srv/portico/dist/main.js:1:2)',
    '"SqliteError: no such column: x"',
    '"ENOENT: no such file"',
    'select "id" from "listing" where',
    '"/tmp/portico-fuzz-abc/clients/alpha.sqlite"',
  ]) {
    expect(kindsOf(200, body)).toContain('names the inside');
  }
});

it('finds the data of a tenant in an answer to anybody else, and secrets in any', () => {
  expect(kindsOf(200, 'zephyralphaword')).toEqual(['data of another']);
  expect(kindsOf(200, 'zephyralphaword', { ...request, key: 'betaWebsite' })).toEqual([
    'data of another',
  ]);
  expect(kindsOf(200, 'zephyralphaword', { ...request, key: 'alphaWebsite' })).toEqual([]);
  expect(kindsOf(200, 'a-secret', { ...request, key: 'alphaWebsite' })).toEqual([
    'secret in an answer',
  ]);
});

it('finds silence, and what is no HTTP', () => {
  expect(checkOutcome(request, { answers: [], silent: true }, [])).toMatchObject([
    { kind: 'no answer' },
  ]);
  expect(checkOutcome(request, { answers: [], silent: false, garbage: 'x' }, [])).toMatchObject([
    { kind: 'no HTTP' },
  ]);
});

it('finds in the log whole keys, tokens, passwords and queries, however it is cut into pieces', () => {
  for (const text of [
    `pk_${'x'.repeat(32)}`,
    'f0'.repeat(32),
    'FUZZPASSabc',
    '/labels?fuzzq7x=1',
    'a-secret',
  ]) {
    const log = new LogCheck(['a-secret']);
    const line = `{"level":30,"msg":"${text}"}\n`;
    for (const piece of [line.slice(0, 25), line.slice(25)]) log.read(piece);
    expect([text, log.findings.length]).toEqual([text, 1]);
  }
  const log = new LogCheck(['a-secret']);
  log.read(
    '{"level":30,"key":"pk_12345678","msg":"answered"}\n{"level":50,"msg":"a request failed"}\n',
  );
  expect(log.findings).toEqual([]);
  expect([...log.errors]).toEqual([['a request failed', 1]]);
});

it('bounds what a request costs by who sends it and what is in it', () => {
  const over = (by: HostileRequest, front: number, back = 0): boolean =>
    excess(by, { front, back }) !== undefined;
  const keyed: HostileRequest = { ...request, key: 'alphaWebsite' };
  expect([over(request, 49), over(request, 51), over(request, 30, 30)]).toEqual([
    false,
    true,
    true,
  ]);
  expect([over(keyed, 249, 900), over(keyed, 251), over(keyed, 1, 2000)]).toEqual([
    false,
    true,
    true,
  ]);
  expect([
    over({ ...keyed, picture: true }, 2900),
    over({ ...request, picture: true }, 60),
  ]).toEqual([false, true]);
});

/**
 * A process that works for as many milliseconds of a processor as each line says, whatever else the machine does, and
 * answers it after the pause that it says.
 */
const WORKER = `
process.stdin.setEncoding('utf8').on('data', (line) => {
  const [ms, pause] = line.split(' ').map(Number);
  const begun = process.cpuUsage();
  for (let spent = 0; spent < ms; ) {
    const { user, system } = process.cpuUsage(begun);
    spent = (user + system) / 1000;
  }
  setTimeout(() => process.stdout.write(line), pause);
});`;

/** Three times what a request without a key may cost. */
const MUCH = 150;
/** So that a request is a long one: what its process does by itself is then measured, too. */
const LONG = 600;

it('looks at what a request costs until it is within its bound once, and passes over what is refused for its number', async () => {
  const worker = spawn(process.execPath, ['-e', WORKER], { stdio: ['pipe', 'pipe', 'inherit'] });
  const processor = new Processor(worker.pid ?? 0);
  const verdict = async (
    ...times: readonly (readonly [ms: number, status: number, pause?: number])[]
  ) => {
    let at = 0;
    const finding = await confirm(request, processor, async () => {
      const [ms = 0, status = 200, pause = 0] = times[Math.min(at++, times.length - 1)] ?? [];
      worker.stdin.write(`${ms} ${pause}\n`);
      await once(worker.stdout, 'data');
      const answer = { status, head: '', body: '', whole: true };
      return { answers: [answer], silent: false } satisfies Outcome;
    });
    return [finding?.kind, at];
  };
  try {
    expect(await verdict([0, 200])).toEqual([undefined, 1]);
    expect(await verdict([MUCH, 200, LONG], [0, 200])).toEqual([undefined, 2]);
    expect(await verdict([MUCH, 200])).toEqual(['cost', 5]);
    expect(await verdict([MUCH, 200, LONG], [0, 420], [MUCH, 200])).toEqual(['cost', 6]);
  } finally {
    worker.kill();
  }
});
