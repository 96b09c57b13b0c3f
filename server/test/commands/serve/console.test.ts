import { expect, test } from 'vitest';
import { freePort } from '../../../scripts/test-rig/free-port.js';
import { describeWithRedis } from '../../rig/redis.js';
import { ask } from '../../rig/serving.js';
import { temporaryFolder } from '../../rig/temp.js';
import { portico, Running } from '../portico.js';

const PASSWORD = 'correct horse battery';

/** Starts a server with a console. @returns What it printed, and the origin of the console. */
async function start(environment: Record<string, string>, ...args: string[]) {
  const place = {
    folder: temporaryFolder(),
    environment: { PORTICO_PORT: '0', PORTICO_OVERLOAD: 'accept', ...environment },
  };
  const run = new Running(place, ['serve', '--json', ...args]);
  const said = await run.until(({ stdout }) =>
    stdout.endsWith('\n') ? (JSON.parse(stdout) as Said) : undefined,
  );
  return { run, place, said };
}

async function stop(run: Running): Promise<void> {
  run.child.kill('SIGTERM');
  expect((await run.ended).code).toBe(0);
}

interface Said {
  readonly console?: { readonly url: string; readonly link?: string };
}

test('a start prints the first link until somebody has used it', async () => {
  const port = await freePort();
  const settings = { PORTICO_CONSOLE: `127.0.0.1:${port}` };
  const { run, place, said } = await start(settings);
  const { url, link = '' } = said.console ?? { url: '' };
  expect([url, link]).toEqual([
    `http://localhost:${port}`,
    expect.stringMatching(/\/welcome#[\w-]{43}$/),
  ]);
  expect(run.stderr).not.toContain(link.split('#')[1]);
  const accepted = await ask(`http://127.0.0.1:${port}`, '/api/links/accept', {
    method: 'POST',
    headers: { host: `localhost:${port}`, origin: url, 'content-type': 'application/json' },
    payload: JSON.stringify({
      ...{ token: link.split('#')[1], name: 'Ann', email: 'ann@example.com', password: PASSWORD },
    }),
  });
  expect([accepted.status, String(accepted.headers['set-cookie'])]).toEqual([
    200,
    expect.stringMatching(/^portico-console=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict/),
  ]);
  const taken = await portico({ ...place, folder: temporaryFolder() }, 'serve');
  expect([taken.code, taken.stderr]).toEqual([
    1,
    expect.stringContaining(`Port ${port} of 127.0.0.1 is taken`),
  ]);
  expect(taken.stderr).toContain('Set PORTICO_CONSOLE to a free port.');
  await stop(run);

  const again = new Running(place, ['serve', '--json']);
  const later = await again.until(({ stdout }) =>
    stdout.endsWith('\n') ? (JSON.parse(stdout) as Said) : undefined,
  );
  expect(later.console).toEqual({ url });
  await stop(again);
});

describeWithRedis('a console of several workers', (redis) => {
  test('answers on one port', async () => {
    const port = await freePort();
    const { run, said } = await start(
      { PORTICO_CONSOLE: `127.0.0.1:${port}`, PORTICO_REDIS_URL: redis },
      '--workers',
      '2',
    );
    const token = said.console?.link?.split('#')[1];
    for (let call = 0; call < 4; call += 1) {
      const opened = await ask(`http://127.0.0.1:${port}`, '/api/links/open', {
        method: 'POST',
        headers: {
          host: `localhost:${port}`,
          origin: `http://localhost:${port}`,
          'content-type': 'application/json',
        },
        payload: JSON.stringify({ token }),
      });
      expect([opened.status, JSON.parse(opened.body).kind]).toEqual([200, 'first-owner']);
    }
    await stop(run);
  });
});
