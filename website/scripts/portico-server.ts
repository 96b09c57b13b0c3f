import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { output, ROOT, Service } from './processes';

export const PROGRAM = join(ROOT, 'server/bin/portico.js');

/** A key, in the variables that the website reads. */
type KeyVariables = Record<'SITE_API_KEY' | 'SITE_KEY_ID' | 'SITE_SECRET', string>;

/** A running Portico with the demo, and the environment of a website on it. */
export interface DemoServer {
  readonly service: Service;
  readonly website: Readonly<Record<string, string>>;
  /** The environment in which `portico` commands reach the same data. */
  readonly commands: NodeJS.ProcessEnv;
}

/** Starts Portico with its demo on the data of a folder, on free ports of this machine. @param more Further variables. */
export function startDemo(folder: string, more: Readonly<Record<string, string>> = {}) {
  mkdirSync(folder, { recursive: true });
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    PORTICO_DATA: join(folder, 'portico'),
    PORTICO_PORT: '0',
    PORTICO_HTTP_PORT: '0',
    PORTICO_LOG_LEVEL: 'warn',
    ...more,
  };
  // From a folder without an .env: the settings of a server that is developed here are not for the demo.
  const options = { cwd: folder, env };
  const service = new Service(process.execPath, [PROGRAM, 'serve', '--demo', '--json'], options);
  return { service, options };
}

/** Starts Portico with its demo, and makes the key of a website on it. @param more Further variables. */
export async function startDemoServer(
  folder: string,
  more?: Readonly<Record<string, string>>,
): Promise<DemoServer> {
  const { service, options } = startDemo(folder, more);
  const url = await service.line(plainAddress);
  const website = {
    ...{ SITE_API_URL: url, SITE_MEMBER_SECRET: memberSecretOf(folder) },
    ...{ ...(await keyOf(folder, options)), ...LIMITS },
  };
  return { service, website, commands: options.env };
}

/** Says at Portico which pages of the website emails to members link to: those of homes, and those of an account. */
export async function nameLinks({ commands }: DemoServer, url: string): Promise<void> {
  const link = new URL('/account/link', url).href;
  const pages = [
    ...['--listing-page', `${new URL(url).origin}/listings/{id}`],
    ...['--password-page', `${link}?token={token}`],
    ...['--confirm-page', `${link}?email={email}&code={code}`],
  ];
  await output(process.execPath, [PROGRAM, 'client', 'set', 'demo', ...pages], { env: commands });
}

/** The site paces itself a little below what its key may do. */
const LIMITS = { SITE_PACE: '45/12' };

function plainAddress(line: string): string | undefined {
  try {
    return (JSON.parse(line) as { http?: string }).http;
  } catch {
    return undefined;
  }
}

/**
 * The website's key: private, so that what it does for people is signed, and with the scope `website` alone.
 * It is shown once, when it is made, so it is kept next to the data that knows it.
 */
async function keyOf(
  folder: string,
  options: { cwd: string; env: NodeJS.ProcessEnv },
): Promise<KeyVariables> {
  const file = join(folder, 'website-key.json');
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'));
  const making = 'key add demo --private --scope website --rate 50 --in-flight 15 --json --name';
  const text = await output(
    process.execPath,
    [PROGRAM, ...making.split(' '), 'example website'],
    options,
  );
  const { apiKey, keyID, secret } = JSON.parse(text);
  const key = {
    ...{ SITE_API_KEY: apiKey, SITE_KEY_ID: String(keyID), SITE_SECRET: secret },
  };
  writeFileSync(file, JSON.stringify(key), { mode: 0o600 });
  chmodSync(file, 0o600);
  return key;
}

/** The secret of the members' sessions: kept, so that a member stays signed in when the site starts again. */
function memberSecretOf(folder: string): string {
  const file = join(folder, 'member-secret');
  if (!existsSync(file))
    writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600 });
  return readFileSync(file, 'utf8').trim();
}
