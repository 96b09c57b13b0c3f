import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { codes, Failure, refusalEnvelope, writeFailure } from '../../src/api/envelopes.js';
import { VARIABLES } from '../../src/config/config-reader.js';
import { RECORD_BODY, UPLOAD_LIMIT } from '../../src/http/bodies.js';
import { marketplaceFailure } from '../../src/resources/leads/marketplace.endpoints.js';
import { runProgram } from '../rig/program.js';
import { temporaryFolder } from '../rig/temp.js';

const root = (path: string) => new URL(`../../../${path}`, import.meta.url);
const read = (path: string) => readFileSync(root(path), 'utf8');

interface Service {
  readonly image?: string;
  readonly ports?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly volumes?: readonly string[];
}

describe('the image', () => {
  test('is made of files that are there, and that go into its context', () => {
    const ignore = read('.dockerignore').split('\n');
    expect(ignore).toContain('*');
    const letIn = ignore.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
    const copied = [...read('Dockerfile').matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(
      ([, sources = '']) => sources.split(' '),
    );
    expect(copied.length).toBeGreaterThan(6);
    expect(copied.filter((path) => !existsSync(root(path)))).toEqual([]);
    expect([...new Set(copied)].sort()).toEqual([...letIn].sort());
  });
});

describe('the systemd unit', () => {
  const unit = read('deploy/systemd/portico.service');

  test('lets the server ask for the addresses of the machine, as it does where it listens at all', () => {
    const [, families = ''] = /^RestrictAddressFamilies=(.+)$/m.exec(unit) ?? [];
    expect(families.split(' ').sort()).toEqual(['AF_INET', 'AF_INET6', 'AF_NETLINK', 'AF_UNIX']);
  });

  test('has its program and folder where the instructions have them', () => {
    const [, folder = ''] = /^WorkingDirectory=(.+)$/m.exec(unit) ?? [];
    const [, program = ''] = /^ExecStart=\S+ (\S+) serve/m.exec(unit) ?? [];
    const page = read('docs/operating/backup.md');
    expect(page).toContain(`cd ${folder} && ${program} backup `);
    expect(page).toContain(`WorkingDirectory=${folder}\nExecStart=/bin/sh -c 'exec ${program} `);
    expect(page).not.toContain('npx portico');
  });
});

describe('the examples of settings', () => {
  const files = ['deploy/settings/sqlite.env', 'deploy/settings/postgresql.env'];

  // But for the certificate, which has to be there.
  test.each(files)('%s is taken as it is, and with every line of it', async (file) => {
    const lines = read(file).split('\n');
    const names = lines.flatMap((line) => /^#?(PORTICO_\w+)=/.exec(line)?.[1] ?? []);
    expect(names.filter((name) => !(VARIABLES as readonly string[]).includes(name))).toEqual([]);
    expect(names.length).toBeGreaterThan(5);
    for (const text of [read(file), read(file).replace(/^#(PORTICO_(?!TLS))/gm, '$1')]) {
      const dataFolder = temporaryFolder();
      writeFileSync(join(dataFolder, '.env'), text);
      const inherited = Object.entries(process.env).filter(
        ([name]) => !name.startsWith('PORTICO_'),
      );
      const environment = Object.fromEntries(inherited);
      const place = { dataFolder, databaseUrl: undefined, environment };
      expect(await runProgram(place, 'config')).toMatchObject({ status: 0, errors: '' });
    }
  });

  test('give PgBouncer the connections that so many processes open', () => {
    const ini = read('deploy/pgbouncer/pgbouncer.ini');
    const settings = read('deploy/settings/postgresql.env');
    const number = (pattern: RegExp, text: string) => Number(pattern.exec(text)?.[1]);
    const processes = number(/WORKERS=(\d+)/, settings);
    const connections = processes * number(/^PORTICO_DATABASE_CONNECTIONS=(\d+)/m, settings);
    expect(number(/^default_pool_size = (\d+)/m, ini)).toBe(connections);
    expect(number(/^max_client_conn = (\d+)/m, ini)).toBe(2 * connections + 20);
  });
});

test('the image is of a Node.js that is maintained, by its digest', () => {
  expect(read('Dockerfile')).toMatch(
    /^ARG NODE=node:24\.[\d.]+-bookworm-slim@sha256:[0-9a-f]{64}$/m,
  );
});

test('the unit bounds memory and tasks', () => {
  const unit = read('deploy/systemd/portico.service');
  for (const line of [/^MemoryMax=\d+%$/m, /^TasksMax=\d+$/m]) expect(unit).toMatch(line);
});

test('every alert is told in docs/operating/watch.md', () => {
  const { groups } = parse(read('deploy/prometheus/alerts.yml')) as {
    groups: { rules: { alert: string }[] }[];
  };
  const [, table = ''] = read('docs/operating/watch.md').split('## What each alert means');
  const names = groups.flatMap(({ rules }) => rules.map(({ alert }) => alert));
  expect(names).toEqual(expect.arrayContaining(['PorticoDiskFills', 'PorticoBackupMissing']));
  expect(names.filter((name) => !table.includes(name))).toEqual([]);
});

describe('compose.yaml', () => {
  const { services } = parse(read('compose.yaml'), { merge: true }) as {
    services: Record<string, Service>;
  };

  test('opens nothing but the proxy beyond the machine, and that only when told to', () => {
    const ports = Object.entries(services).flatMap(([name, { ports = [] }]) =>
      ports.map((port) => [name, port]),
    );
    for (const [name, port] of ports) {
      if (name === 'caddy') expect(port).toMatch(/^\$\{LISTEN:-127\.0\.0\.1\}:/);
      else expect(port).toMatch(/^127\.0\.0\.1:/);
    }
  });

  test('names each image by its version, and settings that there are', () => {
    const images = Object.values(services).map(({ image = '' }) => image);
    expect(images.filter((image) => image !== 'portico')).toHaveLength(5);
    for (const image of images) expect(image).toMatch(/^portico$|:v?\d/);
    for (const name of ['portico-1', 'portico-2']) {
      const given = Object.keys(services[name]?.environment ?? {});
      expect(
        given.filter((variable) => !(VARIABLES as readonly string[]).includes(variable)),
      ).toEqual([]);
      expect(given.length).toBeGreaterThan(10);
    }
  });

  test('bounds the log of every service, and takes away the rights that it does not need', () => {
    expect(Object.keys(services)).toHaveLength(7);
    for (const [name, service] of Object.entries(services)) {
      expect([name, service]).toMatchObject([
        name,
        {
          logging: { driver: 'local' },
          cap_drop: ['ALL'],
          security_opt: ['no-new-privileges:true'],
        },
      ]);
    }
  });

  test('asks for each secret, and the example names them all, empty', () => {
    const text = read('compose.yaml');
    const example = read('deploy/compose/example.env');
    const asked = new Set([...text.matchAll(/\$\{(\w+):\?/g)].map(([, name = '']) => name));
    expect([...asked].sort()).toEqual([
      'POSTGRES_PASSWORD',
      'REDIS_PASSWORD',
      'S3_SECRET',
      'SECRET_KEY',
    ]);
    for (const name of asked) expect(example).toMatch(new RegExp(`^${name}=$`, 'm'));
    const optional = [...text.matchAll(/\$\{(\w+):-/g)].map(([, name = '']) => name);
    for (const name of optional) expect(example).toMatch(new RegExp(`^#${name}=`, 'm'));
    for (const { volumes = [] } of Object.values(services)) {
      const files = volumes.filter((volume) => volume.startsWith('./'));
      for (const file of files) expect(existsSync(root(file.split(':')[0] ?? ''))).toBe(true);
    }
  });
});

test('Caddy has one log, and query strings and credentials are left out of all of it', () => {
  const caddy = read('deploy/caddy/Caddyfile');
  const [options = '', site = ''] = caddy.split(/^\{\$PORTICO_SITE/m);
  for (const rule of [
    'request>uri regexp \\?.* ""',
    'request>headers>Referer delete',
    'request>headers>Authorization delete',
    'request>headers>X-Api-Key delete',
    'request>headers>Cookie delete',
    'resp_headers>Location regexp \\?.* ""',
    '\theaders>Location regexp \\?.* ""',
  ]) {
    expect(options).toContain(rule);
  }
  expect(options).toMatch(/^\tlog default \{$/m);
  // With settings of its own, the log of calls would be another one, without the filter.
  expect(site).toMatch(/^\tlog$/m);
});

test('Caddy asks browsers for HTTPS, but not of names of this machine', () => {
  const caddy = read('deploy/caddy/Caddyfile');
  const [, named = '', ...more] = caddy.split('header @public ');
  expect(more).toEqual([]);
  expect(named).toMatch(/^Strict-Transport-Security "max-age=31536000"$/m);
  expect(
    caddy.match(/^\t+@(?:public|named) not host localhost \*\.localhost 127\.0\.0\.1 ::1$/gm),
  ).toHaveLength(2);
  expect(caddy.match(/Strict-Transport-Security/g)).toHaveLength(2);
});

test('the proxies let the largest body through that is taken, and the largest body of records', () => {
  const megabytes = (file: string, setting: RegExp) =>
    [...read(file).matchAll(setting)].map(([, number]) => Number(number)).sort((a, b) => a - b);
  const nginx = megabytes('deploy/nginx/portico.conf', /client_max_body_size (\d+)m;/g);
  const caddy = megabytes('deploy/caddy/Caddyfile', /max_size (\d+)MB/g);
  const limits = [UPLOAD_LIMIT, RECORD_BODY.bytes];
  for (const [at, limit] of limits.entries()) {
    expect((nginx[at] ?? 0) * 1024 * 1024).toBeGreaterThan(limit);
    expect((caddy[at] ?? 0) * 1000 * 1000).toBeGreaterThan(limit);
  }
  expect([nginx.length, caddy.length]).toEqual([2, 2]);
});

test('the proxies say what they have to say as Portico does', () => {
  const words = 'The body is larger than this endpoint accepts.';
  const answers = [
    writeFailure(new Failure(codes.valueMalformed, words)),
    marketplaceFailure(words, {}),
    refusalEnvelope(413, words),
    'The server cannot be reached at the moment. Try again in some seconds.',
  ];
  for (const file of ['deploy/nginx/portico.conf', 'deploy/caddy/Caddyfile']) {
    const text = read(file);
    for (const answer of answers) expect(text).toContain(JSON.stringify(answer));
  }
});
