import { spawn, spawnSync } from 'node:child_process';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ask, eventually, logLines, startServing } from '../rig/serving.js';
import { stepAside } from '../rig/step-aside.js';
import { temporaryFolder } from '../rig/temp.js';
import { program } from './portico.js';

/** Runs a program at a terminal of its own. */
const terminal = spawnSync('script', ['--version']).error === undefined;
if (!terminal) stepAside('script', 'the log at a terminal');

describe.skipIf(!terminal)('the log at a terminal', () => {
  test.each([
    ['with colours', {}],
    ['without', { NO_COLOR: '1' }],
  ])('is readable, %s', async (_name, environment) => {
    const { PATH, HOME } = process.env;
    const child = spawn(
      'script',
      ['-qefc', `exec '${process.execPath}' '${program}' serve`, '/dev/null'],
      {
        cwd: temporaryFolder(),
        env: { PATH, HOME, TERM: 'xterm', PORTICO_PORT: '0', ...environment },
        stdio: ['pipe', 'pipe', 'inherit'],
      },
    );
    const ended = new Promise((resolve) => child.once('close', resolve));
    let screen = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      screen += text;
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const url = await eventually(
      async () => /^Portico listens on (https:\S+)\r$/m.exec(screen)?.[1],
    );
    await ask(url, '/health/live');
    await eventually(async () => /\/health\/live.*\r/.test(screen) || undefined);
    // What a terminal sends for Ctrl+C.
    child.stdin.write('\u0003');
    expect(await ended).toBe(0);
    const line = screen.split('\r\n').find((one) => one.includes('/health/live')) ?? '';
    const colours = Object.keys(environment).length === 0;
    expect(line.includes('\u001b[32m200\u001b[39m')).toBe(colours);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken away.
    expect(line.replace(/\u001b\[\d+m/g, '')).toMatch(
      /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}Z 200 GET \/health\/live [\d.]+ ms reqId=\S+$/,
    );
    expect(screen).toMatch(/stopping .*signal=SIGINT/);
    expect(screen).not.toContain('{"level"');
  });
});

test('the log is JSON where nobody sits at a terminal', async () => {
  const { run, url } = await startServing({ folder: temporaryFolder() });
  await ask(url, '/health/live');
  run.child.kill('SIGTERM');
  await run.ended;
  const lines = run.stderr.trimEnd().split('\n');
  expect(logLines(run)).toHaveLength(lines.length);
  expect(logLines(run).map(({ msg }) => msg)).toContain('answered');
});
