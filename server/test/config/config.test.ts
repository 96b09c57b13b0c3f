import { generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ConfigError, effectiveSettings, loadConfig } from '../../src/config/config.js';
import { VARIABLES } from '../../src/config/config-reader.js';
import { ManualClock } from '../../src/lib/clock.js';
import { maskUrl } from '../../src/lib/text.js';
import { tlsIdentity } from '../../src/tls/tls.js';
import { temporaryFolder } from '../rig/temp.js';

/** 32 bytes that are 0, 1, 2 … 31. */
const KEY = 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';

function problemsOf(environment: NodeJS.ProcessEnv, cwd = temporaryFolder()): readonly string[] {
  try {
    loadConfig(environment, cwd);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

describe('what Kubernetes says about Services', () => {
  test('is left alone', () => {
    const links = {
      PORTICO_SERVICE_HOST: '10.0.0.1',
      PORTICO_SERVICE_PORT: '8443',
      PORTICO_SERVICE_PORT_HTTPS: '8443',
      PORTICO_PORT_8443_TCP: 'tcp://10.0.0.1:8443',
      PORTICO_PORT_8443_TCP_PROTO: 'tcp',
      PORTICO_PORT_8443_TCP_PORT: '8443',
      PORTICO_PORT_8443_TCP_ADDR: '10.0.0.1',
      PORTICO_WEB_PORT: 'tcp://10.0.0.2:80',
      PORTICO_WEB_SERVICE_HOST: '10.0.0.2',
      PORTICO_WEB_PORT_80_TCP_ADDR: '10.0.0.2',
    };
    expect(problemsOf(links)).toEqual([]);
    expect(loadConfig({ ...links, PORTICO_PORT: '9000' }, temporaryFolder()).port).toBe(9000);
  });

  test.each(['PORTICO_PORT', 'PORTICO_HTTP_PORT', 'PORTICO_METRICS_PORT'])(
    'in %s, which is a setting too, is told what to do about',
    (name) => {
      const [problem, ...others] = problemsOf({ [name]: 'tcp://10.0.0.1:8443' });
      expect(others).toEqual([]);
      expect(problem).toContain(`${name} holds "tcp://10.0.0.1:8443"`);
      expect(problem).toContain('enableServiceLinks: false');
    },
  );

  test.each([
    ['PORTICO_WEB_PORT', '80'],
    ['PORTICO_SERVICE', 'x'],
    ['PORTICO_PORT_TCP', 'tcp://10.0.0.1:1'],
  ])('is not %s=%s, which nobody knows', (name, value) => {
    expect(problemsOf({ [name]: value })).toHaveLength(1);
  });

  test('does not stand in a settings file', () => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, '.env'), 'PORTICO_SERVICE_HOST=10.0.0.1\n');
    expect(problemsOf({}, cwd)).toHaveLength(1);
  });
});

describe('where figures are told', () => {
  test('is nowhere by default, and on this machine where a port is named', () => {
    expect(loadConfig({}, temporaryFolder()).metrics).toBeUndefined();
    expect(loadConfig({ PORTICO_METRICS_PORT: '9464' }, temporaryFolder()).metrics).toEqual({
      host: '127.0.0.1',
      port: 9464,
    });
    const elsewhere = { PORTICO_METRICS_PORT: '0', PORTICO_METRICS_HOST: '::1' };
    expect(loadConfig(elsewhere, temporaryFolder()).metrics).toEqual({ host: '::1', port: 0 });
  });
});

describe('plain HTTP', () => {
  test('has a port of this machine alone, and none behind proxies', () => {
    const cwd = temporaryFolder();
    expect(loadConfig({}, cwd).httpPort).toBeUndefined();
    expect(loadConfig({ PORTICO_HTTP_PORT: '8080' }, cwd).httpPort).toBe(8080);
    expect(loadConfig({ PORTICO_HTTP_PORT: 'OFF' }, cwd).httpPort).toBe('off');
    for (const elsewhere of ['0.0.0.0:8080', '192.0.2.1', '8080,8081', '70000', 'on']) {
      expect(problemsOf({ PORTICO_HTTP_PORT: elsewhere })).toEqual([
        `PORTICO_HTTP_PORT holds "${elsewhere}". It accepts off, or a port of 127.0.0.1: a ` +
          'whole number from 0 to 65535, where 0 takes a free port.',
      ]);
    }
    expect(problemsOf({ PORTICO_HTTP_HOST: '0.0.0.0' })).toEqual([
      'PORTICO_HTTP_HOST is not a setting of Portico. Did you mean PORTICO_HTTP_PORT?',
    ]);
    const both = { PORTICO_HTTP_PORT: '8080', PORTICO_TRUST_PROXY: '10.0.0.0/8' };
    expect(problemsOf(both)).toEqual([
      expect.stringMatching(/^PORTICO_HTTP_PORT and PORTICO_TRUST_PROXY are both given/),
    ]);
  });
});

describe('settings', () => {
  test('have the defaults of the operator page', () => {
    const cwd = temporaryFolder();
    expect(loadConfig({}, cwd)).toEqual({
      dataFolder: join(cwd, 'data'),
      host: '127.0.0.1',
      port: 8443,
      tls: undefined,
      trustedProxies: [],
      baseUrl: undefined,
      databaseUrl: undefined,
      databaseConnections: 10,
      sqliteMemory: 160,
      mediaCache: 5000,
      changesDays: 90,
      redisUrl: undefined,
      smtpUrl: undefined,
      mailFrom: 'portico@localhost',
      operatorEmail: 'operator@localhost',
      webhookAllow: [],
      secretKey: undefined,
      corsOrigins: undefined,
      logLevel: 'info',
      overload: 'refuse',
    });
  });

  test('come from the environment, each into its field', () => {
    const cwd = temporaryFolder();
    const config = loadConfig(
      {
        PORTICO_DATA: 'elsewhere/portico',
        PORTICO_HOST: '::1',
        PORTICO_PORT: '0',
        PORTICO_TRUST_PROXY: '10.0.0.0/8, ::1,::ffff:192.0.2.0/120',
        PORTICO_BASE_URL: 'https://api.example.com/portico/',
        PORTICO_DATABASE_URL: 'postgres://portico:p%40ss@db.example.com/portico',
        PORTICO_DATABASE_CONNECTIONS: '25',
        PORTICO_SQLITE_MEMORY: '1000',
        PORTICO_MEDIA_CACHE: '20000',
        PORTICO_CHANGES_DAYS: '30',
        PORTICO_REDIS_URL: 'rediss://:secret@cache.example.com:6380/2',
        PORTICO_SMTP_URL: 'smtps://mailer:secret@mail.example.com',
        PORTICO_MAIL_FROM: 'leads@example.com',
        PORTICO_OPERATOR_EMAIL: 'ops@example.com',
        PORTICO_WEBHOOK_ALLOW: '10.1.0.0/16',
        PORTICO_SECRET_KEY: KEY,
        PORTICO_CORS_ORIGINS: 'https://www.example.com, http://localhost:3000/',
        PORTICO_LOG_LEVEL: 'WARN',
        PORTICO_OVERLOAD: 'Accept',
      },
      cwd,
    );
    expect(config).toEqual({
      dataFolder: join(cwd, 'elsewhere', 'portico'),
      host: '::1',
      port: 0,
      tls: undefined,
      trustedProxies: ['10.0.0.0/8', '::1/128', '192.0.2.0/24'],
      baseUrl: 'https://api.example.com/portico',
      databaseUrl: 'postgres://portico:p%40ss@db.example.com/portico',
      databaseConnections: 25,
      sqliteMemory: 1000,
      mediaCache: 20_000,
      changesDays: 30,
      redisUrl: 'rediss://:secret@cache.example.com:6380/2',
      smtpUrl: 'smtps://mailer:secret@mail.example.com',
      mailFrom: 'leads@example.com',
      operatorEmail: 'ops@example.com',
      webhookAllow: ['10.1.0.0/16'],
      secretKey: Buffer.from(Array.from({ length: 32 }, (_, index) => index)),
      corsOrigins: ['https://www.example.com', 'http://localhost:3000'],
      logLevel: 'warn',
      overload: 'accept',
    });
  });

  test('take * of the origins as any, and Base64 in its URL-safe form', () => {
    const ones = Buffer.alloc(32, 0xff);
    const config = loadConfig(
      { PORTICO_CORS_ORIGINS: '*', PORTICO_SECRET_KEY: ones.toString('base64url') },
      temporaryFolder(),
    );
    expect(config.corsOrigins).toBeUndefined();
    expect(config.secretKey).toEqual(ones);
  });

  test('come from .env where the environment is silent', () => {
    const cwd = temporaryFolder();
    writeFileSync(
      join(cwd, '.env'),
      '\uFEFFPORTICO_PORT=9000\nPORTICO_HOST="localhost" # here\nPORTICO_LOG_LEVEL=debug\nOTHER=1\n',
    );
    const environment = { PORTICO_PORT: '9001', PORTICO_LOG_LEVEL: '' };
    expect(loadConfig(environment, cwd)).toMatchObject({
      port: 9001,
      host: 'localhost',
      logLevel: 'info',
    });
    const sources = effectiveSettings(environment, cwd).map(({ name, source }) => [name, source]);
    expect(Object.fromEntries(sources)).toMatchObject({
      PORTICO_PORT: 'environment',
      PORTICO_HOST: '.env',
      PORTICO_LOG_LEVEL: 'default',
      PORTICO_DATA: 'default',
    });
  });
});

describe('wrong settings', () => {
  test('are named all at once, with what they hold and what they accept', () => {
    expect(
      problemsOf({
        PORTICO_PORT: '70000',
        PORTICO_HOST: 'not a host',
        PORTICO_LOG_LEVEL: 'loud',
        PORTICO_BASE_URL: 'http://example.com',
        PORTICO_TRUST_PROXY: '10.0.0.0/8,10.0.0.0/33',
      }),
    ).toEqual([
      'PORTICO_HOST holds "not a host". It accepts an IP address or a host name, such as ' +
        '127.0.0.1, ::1, 0.0.0.0 or localhost.',
      'PORTICO_PORT holds "70000". It accepts a whole number from 0 to 65535, where 0 takes a ' +
        'free port.',
      'PORTICO_TRUST_PROXY holds "10.0.0.0/8,10.0.0.0/33", in which "10.0.0.0/33" is wrong. It ' +
        'accepts IP addresses and CIDR ranges, comma separated, such as 10.0.0.0/8,::1.',
      'PORTICO_BASE_URL holds "http://example.com". It accepts an https:// URL without a query, ' +
        'such as https://api.example.com.',
      'PORTICO_LOG_LEVEL holds "loud". It accepts one of fatal, error, warn, info, debug, trace, ' +
        'silent.',
    ]);
  });

  test.each([
    ['PORTICO_PORT', '-1'],
    ['PORTICO_PORT', '80.5'],
    ['PORTICO_PORT', '0x50'],
    ['PORTICO_DATABASE_CONNECTIONS', '0'],
    ['PORTICO_DATABASE_CONNECTIONS', '1001'],
    ['PORTICO_DATABASE_CONNECTIONS', 'many'],
    ['PORTICO_SQLITE_MEMORY', '15'],
    ['PORTICO_SQLITE_MEMORY', '65537'],
    ['PORTICO_SQLITE_MEMORY', '1.5'],
    ['PORTICO_MEDIA_CACHE', '9'],
    ['PORTICO_MEDIA_CACHE', '5 GB'],
    ['PORTICO_CHANGES_DAYS', '0'],
    ['PORTICO_CHANGES_DAYS', '3651'],
    ['PORTICO_OVERLOAD', 'off'],
    ['PORTICO_HOST', '[::1]'],
    ['PORTICO_HOST', '300.1.1.1'],
    ['PORTICO_HOST', 'https://example.com'],
    ['PORTICO_TRUST_PROXY', 'localhost'],
    ['PORTICO_TRUST_PROXY', '127.1'],
    ['PORTICO_BASE_URL', 'https://user@example.com'],
    ['PORTICO_BASE_URL', 'https://example.com/?a=1'],
    ['PORTICO_DATABASE_URL', 'mysql://localhost/portico'],
    ['PORTICO_DATABASE_URL', 'postgres:portico'],
    ['PORTICO_REDIS_URL', 'localhost:6379'],
    ['PORTICO_REDIS_URL', 'redis://'],
    ['PORTICO_SMTP_URL', 'mail.example.com'],
    ['PORTICO_MAIL_FROM', 'Portico <portico@example.com>'],
    ['PORTICO_MAIL_FROM', 'a@example.com, b@example.com'],
    ['PORTICO_OPERATOR_EMAIL', 'operator'],
    ['PORTICO_CORS_ORIGINS', 'https://www.example.com/page'],
    ['PORTICO_CORS_ORIGINS', 'www.example.com'],
    ['PORTICO_SECRET_KEY', 'AAAA'],
    ['PORTICO_SECRET_KEY', `${KEY}${KEY}`],
  ])('%s refuses %s', (name, value) => {
    const problems = problemsOf({ [name]: value });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(new RegExp(`^${name} holds .*\\. It accepts .+\\.$`, 's'));
  });

  test('show no secret', () => {
    const told = problemsOf({
      PORTICO_DATABASE_URL: 'mysql://root:hunter2@db.example.com/portico',
      PORTICO_REDIS_URL: 'redis://:hunter2/x@cache.example.com',
      PORTICO_SMTP_URL: 'mailer:hunter2@mail.example.com',
      PORTICO_BASE_URL: 'https://admin:hunter2@example.com',
      PORTICO_HOST: 'postgres://root:hunter2@db.example.com/portico',
      PORTICO_SECRET_KEY: 'hunter2hunter2',
      PORTICO_PASSWORD: 'hunter2',
    });
    expect(told).toHaveLength(7);
    expect(told.join('\n')).not.toContain('hunter2');
    expect(told.join('\n')).toContain('mysql://root:***@db.example.com/portico');
    expect(told.join('\n')).toContain(
      'PORTICO_SECRET_KEY holds a value that is not shown, of 10 bytes',
    );
  });

  test('are quoted in part when they are long, and without control characters', () => {
    const [told] = problemsOf({ PORTICO_LOG_LEVEL: `\u001b[31m${'x'.repeat(200)}` });
    expect(told).toContain(`holds "[31m${'x'.repeat(76)}…"`);
    expect(told).not.toContain('\u001b');
  });

  test('are answered with the nearest name when the name is unknown', () => {
    expect(problemsOf({ PORTICO_PROT: '1', PORTICO_TEST_DATABASE_URL: 'x' })).toEqual([
      'PORTICO_PROT is not a setting of Portico. Did you mean PORTICO_PORT?',
    ]);
    const [told] = problemsOf({ PORTICO_ENTIRELY_UNHEARD_OF: '1' });
    expect(told).toContain(
      'PORTICO_ENTIRELY_UNHEARD_OF is not a setting of Portico. The settings are',
    );
    expect(told).toContain('PORTICO_SMTP_URL');
  });

  test('are found in .env too', () => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, '.env'), 'PORTICO_DATABSE_URL=postgres://a:hunter2@b/c\n');
    expect(problemsOf({}, cwd)).toEqual([
      'PORTICO_DATABSE_URL is not a setting of Portico. Did you mean PORTICO_DATABASE_URL?',
    ]);
  });

  test('a data folder that is a file', () => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, 'data'), '');
    expect(problemsOf({ PORTICO_DATA: 'data' }, cwd)).toEqual([
      'PORTICO_DATA holds "data", which is not a folder. It accepts the path of a folder, which is ' +
        'made where it is missing.',
    ]);
  });
});

describe('a certificate of the operator', () => {
  async function pair(): Promise<{
    cwd: string;
    PORTICO_TLS_CERT: string;
    PORTICO_TLS_KEY: string;
  }> {
    const cwd = temporaryFolder();
    const home = { dataFolder: cwd, host: 'localhost', baseUrl: undefined, tls: undefined };
    await tlsIdentity(home, new ManualClock(Date.UTC(2026, 10, 20)));
    return { cwd, PORTICO_TLS_CERT: 'tls/certificate.pem', PORTICO_TLS_KEY: 'tls/key.pem' };
  }

  test('is named by its files', async () => {
    const { cwd, ...environment } = await pair();
    expect(loadConfig(environment, cwd).tls).toEqual({
      certificateFile: join(cwd, 'tls', 'certificate.pem'),
      keyFile: join(cwd, 'tls', 'key.pem'),
    });
  });

  test('needs both files', async () => {
    const { cwd, PORTICO_TLS_CERT, PORTICO_TLS_KEY } = await pair();
    expect(problemsOf({ PORTICO_TLS_CERT }, cwd)).toEqual([
      'PORTICO_TLS_CERT is given and PORTICO_TLS_KEY is not. Give both of them, or neither.',
    ]);
    expect(problemsOf({ PORTICO_TLS_KEY }, cwd)).toEqual([
      'PORTICO_TLS_KEY is given and PORTICO_TLS_CERT is not. Give both of them, or neither.',
    ]);
  });

  test('has to be there, and to be one', async () => {
    const { cwd, PORTICO_TLS_CERT, PORTICO_TLS_KEY } = await pair();
    expect(problemsOf({ PORTICO_TLS_CERT: 'none.pem', PORTICO_TLS_KEY }, cwd)).toEqual([
      'PORTICO_TLS_CERT holds "none.pem", which cannot be read (no such file). It accepts the path ' +
        'of a PEM file with a certificate (and its chain).',
    ]);
    const swapped = { PORTICO_TLS_CERT: PORTICO_TLS_KEY, PORTICO_TLS_KEY: PORTICO_TLS_CERT };
    expect(problemsOf(swapped, cwd)).toEqual([
      'PORTICO_TLS_CERT holds "tls/key.pem", whose content is not that. It accepts the path of a ' +
        'PEM file with a certificate (and its chain).',
      'PORTICO_TLS_KEY holds "tls/certificate.pem", whose content is not that. It accepts the path ' +
        'of a PEM file with a private key that has no passphrase.',
    ]);
  });

  test('has to fit its key', async () => {
    const { cwd, PORTICO_TLS_CERT } = await pair();
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
    const other = privateKey.export({ type: 'pkcs8', format: 'pem' });
    writeFileSync(join(cwd, 'other.pem'), other);
    const [told, ...more] = problemsOf({ PORTICO_TLS_CERT, PORTICO_TLS_KEY: 'other.pem' }, cwd);
    expect(told).toContain('which is not the private key of the certificate in PORTICO_TLS_CERT');
    expect(more).toEqual([]);
  });
});

describe('effective settings', () => {
  test('name every variable once, in order', () => {
    const names = effectiveSettings({}, temporaryFolder()).map(({ name }) => name);
    expect(names).toEqual(VARIABLES);
  });

  test('mask secrets', () => {
    const settings = effectiveSettings(
      {
        PORTICO_SECRET_KEY: KEY,
        PORTICO_DATABASE_URL: 'postgres://portico:hunter2@db.example.com/portico?sslmode=require',
        PORTICO_REDIS_URL: 'redis://:hunter2@cache.example.com',
      },
      temporaryFolder(),
    );
    const values = Object.fromEntries(settings.map(({ name, value }) => [name, value]));
    expect(values).toMatchObject({
      PORTICO_SECRET_KEY: '(secret)',
      PORTICO_DATABASE_URL: 'postgres://portico:***@db.example.com/portico?sslmode=require',
      PORTICO_REDIS_URL: 'redis://:***@cache.example.com',
      PORTICO_SMTP_URL: 'files in the outbox folder',
      PORTICO_TRUST_PROXY: null,
    });
  });
});

test.each([
  ['postgres://a:b@host/db', 'postgres://a:***@host/db'],
  ['postgres://a@host/db', 'postgres://a@host/db'],
  ['postgres:///db?host=/run&password=b', 'postgres:///db?host=%2Frun&password=***'],
  ['postgres://a:b/c@host/db', 'postgres://***@host/db'],
  ['postgres://a:1#c@host/db?d=e', 'postgres://***@host/db?***'],
  ['a:b@host', '***@host'],
  ['plain text', 'plain text'],
])('%s is shown as %s', (url, shown) => {
  expect(maskUrl(url)).toBe(shown);
});
