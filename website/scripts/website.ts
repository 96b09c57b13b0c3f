import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { ROOT, run, Service, WEBSITE } from './processes';

export const NPM = process.platform === 'win32' ? 'npm.cmd' : 'npm';
const NEXT = join(WEBSITE, 'node_modules/next/dist/bin/next');
// Nothing but the npm registry is asked, here or when the site runs.
const ENVIRONMENT: NodeJS.ProcessEnv = { ...process.env, NEXT_TELEMETRY_DISABLED: '1' };

/** Installs the packages of the website where its lock file says others than those that are there. */
export async function install(): Promise<void> {
  const lock = readFileSync(join(WEBSITE, 'package-lock.json'));
  const wanted = createHash('sha256').update(lock).digest('hex');
  const note = join(WEBSITE, 'node_modules/.installed');
  if (existsSync(note) && readFileSync(note, 'utf8') === wanted) return;
  await run(NPM, ['ci', '--no-audit', '--no-fund'], { cwd: WEBSITE, env: ENVIRONMENT });
  writeFileSync(note, wanted);
}

/** Builds the client, which the website uses as npm would give it. */
export async function buildSdk(): Promise<void> {
  const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
  await run(process.execPath, [compiler, '-p', 'sdk/tsconfig.build.json'], { cwd: ROOT });
}

/** Builds the client, and then the website. */
export async function build(): Promise<void> {
  await buildSdk();
  await run(process.execPath, [NEXT, 'build'], { cwd: WEBSITE, env: ENVIRONMENT });
}

/** Starts a built website on a free port of this machine. @param folder Where it is; this one where it is left out. */
export async function startWebsite(
  variables: Readonly<Record<string, string>>,
  folder = WEBSITE,
): Promise<{ readonly service: Service; readonly url: string }> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const service = new Service(
    process.execPath,
    [
      join(folder, 'node_modules/next/dist/bin/next'),
      'start',
      '--hostname',
      '127.0.0.1',
      '--port',
      String(port),
    ],
    { cwd: folder, env: { ...ENVIRONMENT, NODE_ENV: 'production', SITE_URL: url, ...variables } },
  );
  await service.line((line) => (/Ready in/.test(line) ? true : undefined));
  return { service, url };
}

/** Next.js does not tell the port that it got when it is asked for any, so one is looked for before. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('There is no free port.');
  return address.port;
}
