import { join } from 'node:path';
import { freePort, install, ROOT, run, Service, WEBSITE } from './processes';

const NEXT = join(WEBSITE, 'node_modules/next/dist/bin/next');
// No requests go to other hosts than the npm registry: Next.js sends no telemetry, here or when the site runs.
const ENVIRONMENT: NodeJS.ProcessEnv = { ...process.env, NEXT_TELEMETRY_DISABLED: '1' };

/** Installs the packages of the website where its lock file says others than those that are there. */
export function installWebsite(): Promise<void> {
  return install(WEBSITE, ENVIRONMENT);
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
  // Next.js does not say which port it got where it may take any.
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
