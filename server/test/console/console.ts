import { Readable } from 'node:stream';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse, RouteOptions } from 'fastify';
import { generateSync } from 'otplib';
import { afterAll, beforeAll } from 'vitest';
import { buildConsole } from '../../src/console/console-server.js';
import { makeLink } from '../../src/console/links.js';
import type { RunCommand } from '../../src/console/route.js';
import type { ClientEntry } from '../../src/store/directory/directory.js';
import type { TenantDatabase } from '../../src/store/tenant/open.js';
import { portico } from '../commands/portico.js';
import type { TestDatabase } from '../rig/databases.js';
import { serverFor, type TestServer } from '../rig/server.js';

/** The origin of the console under test. */
export const ORIGIN = 'https://console.test';

export const PASSWORD = 'correct horse battery';

/** A browser: it keeps its cookie. */
export class Browser {
  cookie: string | undefined;

  constructor(
    readonly app: () => FastifyInstance,
    readonly address = '203.0.113.7',
  ) {}

  async call(
    method: InjectOptions['method'],
    url: string,
    body?: object | Buffer,
    headers: Readonly<Record<string, string | undefined>> = {},
  ): Promise<LightMyRequestResponse> {
    const sent = {
      host: 'console.test',
      'x-forwarded-proto': 'https',
      'x-forwarded-for': this.address,
      ...(method === 'GET' ? {} : { origin: ORIGIN }),
      ...(this.cookie === undefined ? {} : { cookie: this.cookie }),
      ...headers,
    };
    const defined = Object.entries(sent).filter(([, value]) => value !== undefined);
    const answer = await this.app().inject({
      ...{ method: method as 'GET', url },
      headers: Object.fromEntries(defined) as Record<string, string>,
      ...(body === undefined ? {} : { payload: body }),
    });
    // The last one of a name stays, as in browsers.
    const set = [answer.headers['set-cookie'] ?? []].flat().at(-1);
    if (set !== undefined) this.cookie = set.split(';')[0];
    return answer;
  }

  async get(url: string): Promise<LightMyRequestResponse> {
    return this.call('GET', url);
  }

  signIn(email: string, more: { password?: string; code?: string } = {}) {
    return this.call('POST', '/api/sign-in', { email, password: PASSWORD, ...more });
  }
}

/** What is not as usual of a console. */
interface Variation {
  readonly waitMs?: number;
  /** Commands begin behind it. */
  readonly after?: Promise<void>;
  readonly consoleMap?: string;
}

/** A console on the server of a suite. */
export interface TestConsole {
  readonly server: TestServer;
  readonly app: () => FastifyInstance;
  /** Another console on the same server; the caller closes it. */
  build(variation: Variation): Promise<FastifyInstance>;
  /** A browser that is not signed in. */
  browser(address?: string): Browser;
  /** The database of a client. */
  database(client: string): Promise<TenantDatabase>;
  /** Makes an account, and a browser that is signed in to it. @param role `owner`, or `acme: editor`. */
  person(email: string, role: string): Promise<Browser>;
}

/** The code that an app shows at a moment. */
export function codeAt(secret: string, now: number): string {
  return generateSync({ secret, epoch: Math.floor(now / 1000) });
}

/** Runs commands on the installation of a suite, in this process. */
function runOn({ dataFolder, databaseUrl }: TestDatabase): RunCommand {
  return async (args, account, input = '') => {
    const environment = {
      ...{ PORTICO_DATA: dataFolder, PORTICO_DATABASE_URL: databaseUrl, PORTICO_PORT: '0' },
      CONSOLE_ACCOUNT: account,
    };
    const place = { folder: dataFolder, environment, stdin: Readable.from([input]) };
    const { code, stdout } = await portico(place, ...args);
    return { code, json: JSON.parse(stdout) };
  };
}

/** Starts one for the suite that this is called in. @param folder Where its app is. @param onRoute Gets each route. */
export function consoleFor(
  database: TestDatabase,
  folder = '/nowhere',
  onRoute?: (route: RouteOptions) => void,
): TestConsole {
  const server = serverFor(database);
  const held: { app?: FastifyInstance } = {};
  const app = () => {
    if (held.app === undefined) throw new Error('The console under test is not started yet.');
    return held.app;
  };
  const build = ({ consoleMap, after, ...more }: Variation = {}) => {
    const { services } = server;
    const address = { console: { host: '127.0.0.1', port: 8444 }, consoleUrl: ORIGIN };
    const config = { ...services.config, ...address, consoleMap };
    const run: RunCommand = async (...args) => {
      await after;
      return runOn(database)(...args);
    };
    const options = { run, folder, ...(onRoute && { onRoute }), ...more };
    return buildConsole({ ...services, config }, options);
  };
  beforeAll(async () => {
    held.app = await build();
    await held.app.ready();
  });
  afterAll(() => held.app?.close());
  const browser = (address?: string) => new Browser(app, address);
  return {
    ...{ server, app, browser, build },
    async database(client) {
      const { directory, tenants } = server.services;
      return tenants.database((await directory.tenant(client)) as ClientEntry);
    },
    async person(email, role) {
      const [client = '', inClient = ''] = role.includes(': ') ? role.split(': ') : [];
      const request = { kind: 'invitation', email, client, role: inClient || role } as const;
      const { link } = await makeLink(server.services, ORIGIN, request);
      const token = link.split('#')[1];
      const guest = browser();
      const answer = await guest.call('POST', '/api/links/accept', {
        ...{ token, name: email.split('@')[0], password: PASSWORD },
      });
      if (answer.statusCode !== 200) throw new Error(answer.body);
      return guest;
    },
  };
}
