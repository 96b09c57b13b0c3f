import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { problemsOf, type Status } from '../../../src/commands/status/installation.js';
import { forEachDatabase } from '../../rig/databases.js';
import { NOON } from '../../rig/server.js';
import { ask, startServing } from '../../rig/serving.js';
import { temporaryFolder } from '../../rig/temp.js';
import { portico, porticoJson } from '../portico.js';

/** Without what depends on the machine that runs the test. */
function problemsIn(json: Record<string, unknown>): string[] {
  return (json.problems as string[]).filter((problem) => !problem.startsWith('The disk'));
}

forEachDatabase('portico status', ({ kind, dataFolder, databaseUrl }) => {
  const environment = { PORTICO_DATA: dataFolder, PORTICO_DATABASE_URL: databaseUrl };

  test('says that there is no installation, and makes none', async () => {
    const place = { folder: dataFolder, environment: { ...environment, PORTICO_PORT: '1' } };
    const { code, json } = await porticoJson(place, 'status');
    expect([code, json.ok, json.clients]).toEqual([1, false, null]);
    expect(problemsIn(json)).toEqual([
      'https://127.0.0.1:1/health/ready does not answer (ECONNREFUSED).',
      expect.stringContaining('There is no installation'),
    ]);
    const again = await porticoJson(place, 'status');
    expect(problemsIn(again.json)).toHaveLength(2);
  });

  test('tells of a running server and its data, and then that the server is gone', async () => {
    const folder = dataFolder;
    await portico({ folder, environment }, 'client', 'add', 'acme');
    const listings = [1, 2, 3].map((id) => `{"main_id":${id},"main_status":"For Rent"}\n`);
    writeFileSync(join(folder, 'listings.ndjson'), listings.join(''));
    await portico({ folder, environment }, 'import', 'acme', 'listings.ndjson');
    await portico({ folder, environment }, 'feed', 'add', 'onekey', '--kind', 'mls');
    const serving = await startServing({ folder, environment });
    const { port, origin } = new URL(serving.url);
    const place = { folder, environment: { ...environment, PORTICO_PORT: port } };
    expect((await ask(serving.url, '/health/ready')).status).toBe(200);

    const { code, json } = await porticoJson(place, 'status');
    expect(problemsIn(json)).toEqual([]);
    if ((json.problems as string[]).length === 0) expect([code, json.ok]).toEqual([0, true]);
    expect(json).toMatchObject({
      version: expect.stringMatching(/^\d+\.\d+\.\d+(-dev(\+[0-9a-f]{8})?)?$/),
      server: { url: origin, ready: true },
      pendingSteps: 0,
      clients: 1,
      feeds: 1,
      listings: 3,
      mail: { waiting: 0, failed: 0, oldestWaiting: null },
      webhooks: { waiting: 0, failing: 0, oldestWaiting: null },
      certificate: { file: join(dataFolder, 'tls', 'certificate.pem') },
      lastBackup: null,
    });
    expect((json.certificate as { daysLeft: number }).daysLeft).toBeGreaterThan(390);
    const people = await portico(place, 'status');
    expect(people.stdout).toContain(`server       ready at ${origin}\n`);
    expect(people.stdout).toContain('listings     3\n');
    expect(people.stdout).toContain('last backup  none is known\n');

    serving.run.child.kill('SIGTERM');
    await serving.run.ended;
    const gone = await portico(place, 'status');
    expect([gone.code, gone.stderr]).toEqual([1, '']);
    expect(gone.stdout).toContain('not ready');
    expect(gone.stdout).toContain('does not answer (ECONNREFUSED).\n');
  });

  test('tells when the last backup finished, and a backup that cannot note it is still one', async () => {
    const place = { folder: dataFolder, environment: { ...environment, PORTICO_PORT: '0' } };
    const backups = temporaryFolder();
    const before = Date.now();
    expect((await portico(place, 'backup', join(backups, 'one'))).code).toBe(0);
    const { lastBackup } = (await porticoJson(place, 'status')).json;
    expect(Date.parse(String(lastBackup))).toBeGreaterThanOrEqual(before);
    expect(Date.parse(String(lastBackup))).toBeLessThanOrEqual(Date.now());
    const [day, time] = String(lastBackup).split(/[T.]/);
    const line = `last backup  ${day} ${time?.slice(0, 5)} UTC\n`;
    expect((await portico(place, 'status')).stdout).toContain(line);

    // A folder in the place of the file.
    rmSync(join(dataFolder, 'last-backup'));
    mkdirSync(join(dataFolder, 'last-backup', 'full'), { recursive: true });
    const second = await portico(place, 'backup', join(backups, 'two'));
    expect([second.code, existsSync(join(backups, 'two', 'manifest.json'))]).toEqual([0, true]);
    expect(second.stderr).toContain('the time of the backup could not be noted');
    expect(readdirSync(dataFolder).filter((name) => name.startsWith('last-backup'))).toEqual([
      'last-backup',
    ]);
    expect((await porticoJson(place, 'status')).json.lastBackup).toBeNull();
    rmSync(join(dataFolder, 'last-backup'), { recursive: true });
  });

  test.runIf(kind === 'sqlite')('names a client whose database is gone', async () => {
    rmSync(join(dataFolder, 'clients', 'acme.sqlite'));
    const place = { folder: dataFolder, environment: { ...environment, PORTICO_PORT: '0' } };
    const { code, json } = await porticoJson(place, 'status');
    expect([code, json.server]).toEqual([1, null]);
    expect(problemsIn(json)).toEqual([
      'The database of acme cannot be opened: it is not where the directory says.',
    ]);
  });
});

const HOUR = 3_600_000;
const WELL: Status = {
  server: {
    url: 'https://127.0.0.1:8443/health/ready',
    readiness: { status: 200, reason: undefined, limits: 'shared' },
  },
  data: {
    pendingSteps: 0,
    closed: new Map(),
    clients: 2,
    feeds: 0,
    listings: { total: 9, counted: 2 },
    mail: { waiting: 1, failed: 3, oldest: NOON - HOUR },
    webhooks: { waiting: 4, failing: 1, oldest: NOON - HOUR },
    unread: 0,
  },
  dataProblem: undefined,
  certificate: { file: 'certificate.pem', ends: NOON + 14 * 24 * HOUR },
  disk: { folder: 'data', freeBytes: 5e6, totalBytes: 100e6 },
  backup: undefined,
};
const NEVER_PULLED = {
  ...{ source: 'actris', succeededAt: 0, readTo: 0, rejected: 0, failures: 0 },
  ...{ requests: 0, records: 0 },
};
const SERVER = { url: WELL.server?.url ?? '' };

test.each<[string, Partial<Status>, string[]]>([
  ['nothing, where all is well and some mail was given up', {}, []],
  [
    'a server that is not ready',
    {
      server: { ...SERVER, readiness: { status: 503, reason: 'No database.', limits: undefined } },
    },
    [`${SERVER.url} answers 503: No database.`],
  ],
  [
    'a Redis that is away',
    { server: { ...SERVER, readiness: { status: 200, reason: undefined, limits: 'per process' } } },
    ['Redis is away: each process counts calls for itself.'],
  ],
  [
    'receivers of webhooks that fail for more than an hour',
    {
      data: WELL.data && {
        ...WELL.data,
        webhooks: { waiting: 4, failing: 2, oldest: NOON - HOUR - 1 },
      },
    },
    [
      'Webhooks are not delivered to 2 failing receivers. Messages that wait: 4. `portico webhook list CLIENT` shows the receivers of a client.',
    ],
  ],
  [
    'mail that has waited for more than an hour',
    {
      data: WELL.data && { ...WELL.data, mail: { waiting: 1, failed: 0, oldest: NOON - HOUR - 1 } },
    },
    ['Mail is not sent: the oldest email has waited for 1 h.'],
  ],
  [
    'a pull that has failed and never succeeded, unless it is paused, and none that has not run yet',
    {
      data: WELL.data && {
        ...WELL.data,
        pulls: new Map([
          ['failed', [{ ...NEVER_PULLED, failures: 1, nextAt: NOON }]],
          ['of-cron', [{ ...NEVER_PULLED, failures: 1 }]],
          ['paused', [{ ...NEVER_PULLED, failures: 1, nextAt: null }]],
          ['new', [NEVER_PULLED]],
        ]),
      },
    },
    ['failed could not be pulled from actris yet.', 'of-cron could not be pulled from actris yet.'],
  ],
  [
    'schema steps',
    { data: WELL.data && { ...WELL.data, pendingSteps: 2 } },
    ['Schema steps wait: 2. `portico migrate` takes them.'],
  ],
  [
    'a certificate near its end',
    { certificate: { file: 'c.pem', ends: NOON + 14 * 24 * HOUR - 1 } },
    ['The certificate c.pem ends in 13 days.'],
  ],
  [
    'a certificate that has ended',
    { certificate: { file: 'c.pem', ends: NOON - 1 } },
    ['The certificate c.pem has ended.'],
  ],
  [
    'a disk that is nearly full',
    { disk: { folder: 'data', freeBytes: 4e6, totalBytes: 100e6 } },
    ['The disk of data is nearly full: 4 % is free.'],
  ],
  [
    'a full disk',
    { disk: { folder: 'data', freeBytes: 4e5, totalBytes: 100e6 } },
    ['The disk of data is full: a server answers reads, and writes fail until there is room.'],
  ],
])('problems: %s', (_, changes, problems) => {
  expect(problemsOf({ ...WELL, ...changes }, NOON)).toEqual(problems);
});
