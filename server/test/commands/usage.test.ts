import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { buildProgram } from '../../src/commands/program.js';
import { systemClock } from '../../src/lib/clock.js';
import { temporaryFolder } from '../rig/temp.js';
import { onlyObject, portico, porticoJson } from './portico.js';

const place = { folder: temporaryFolder() };

const program = buildProgram(
  {
    ...{ environment: {}, cwd: '/', clock: systemClock, random: () => new Uint8Array() },
    ...{ stdin: process.stdin, stdout: process.stdout, stderr: process.stderr },
  },
  [],
);

function namesOf(command: Command, group = ''): string[] {
  const name = `${group}${command.name()}`;
  if (command.commands.length === 0) return [name];
  return command.commands.flatMap((each) => namesOf(each, `${name} `));
}

const WITHOUT_REPORT = ['logs', 'completion', 'webhook listen'];

/** Every command that has `--json`. */
const COMMANDS = program.commands
  .flatMap((command) => namesOf(command))
  .filter((name) => !WITHOUT_REPORT.includes(name));

describe('help', () => {
  test.each(COMMANDS)('of %s explains it, with examples', async (command) => {
    const { code, stdout, stderr } = await portico(place, ...command.split(' '), '--help');
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(new RegExp(`^Usage: portico ${command}`));
    expect(stdout).toContain('--json');
    expect(stdout).toMatch(new RegExp(`Examples:\\n(.*\\n)*.*portico ${command}`));
  });

  test('of the program names every command', async () => {
    const { code, stdout } = await portico(place, '--help');
    expect(code).toBe(0);
    for (const command of COMMANDS) expect(stdout).toContain(`  ${command.split(' ')[0]} `);
  });

  test('--version prints the version', async () => {
    const file = new URL('../../package.json', import.meta.url);
    const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string };
    const { code, stdout } = await portico(place, '--version');
    expect([code, stdout]).toEqual([0, `${version}\n`]);
  });
});

describe('help of a command without a report', () => {
  test.each(WITHOUT_REPORT)('%s explains it, with examples', async (command) => {
    const { code, stdout } = await portico(place, ...command.split(' '), '--help');
    expect(code).toBe(0);
    expect(stdout).toMatch(new RegExp(`^Usage: portico ${command}`));
    expect(stdout).toMatch(new RegExp(`Examples:\\n(.*\\n)*.*portico ${command}`));
  });
});

describe('wrong usage ends with 2 and says why', () => {
  test.each([
    ['', 'A command is missing.'],
    ['client', 'A command is missing.'],
    ['frobnicate', "unknown command 'frobnicate'"],
    ['client forget acme', "unknown command 'forget'"],
    ['client add', 'Name the client, or with --from the file that names the clients.'],
    ['client add acme --from clients.csv', 'Name the client, or with --from the file'],
    ['logs x --status 9', 'A status is a number such as 404, or a class such as 5xx.'],
    ['client list extra', "too many arguments for 'list'"],
    ['client add acme --colour red', "unknown option '--colour'"],
    ['client set acme', 'Nothing to change'],
    ['client add Acme', '"Acme" is not a name for a client or feed.'],
    ['client add 1acme', '"1acme" is not a name'],
    ['client add ac_me', '"ac_me" is not a name'],
    ['client add ../acme', '"../acme" is not a name'],
    [`client add ${'a'.repeat(41)}`, 'A name has at most 40 lower-case letters'],
    ['client add acme --timezone Mars/Olympus', '"Mars/Olympus" is not a time zone.'],
    ['client add acme --timezone +05:00', '"+05:00" is not a time zone.'],
    ['client add acme --title ', 'is not a title.'],
    ['client add acme --database mysql://localhost/x', '--database accepts a postgres://'],
    ['feed add onekey', "required option '--kind <kind>' not specified"],
    ['feed add onekey --kind idx', "'idx' is invalid. Allowed choices are mls, rls."],
    [
      'key add acme --scope all',
      "'all' is invalid. Allowed choices are website, marketplace, manage.",
    ],
    ['partner add', "missing required argument 'name'"],
    ['partner add ', 'is not a name for a partner.'],
    [`partner add ${'a'.repeat(101)}`, 'A name has 1 to 100 printable characters.'],
    ['partner add Street\u001b[31mWise', 'is not a name for a partner.'],
    ['partner revoke', "missing required argument 'partner'"],
    ['key add acme --rate 0', 'Accepted is a whole number from 1 to 1000.'],
    ['key add acme --expires soon', '"soon" is not a date.'],
    ['key set pk_Zx81kQpA', 'Nothing to change'],
    ['key add acme --address 300.0.0.1', '"300.0.0.1" is not an address.'],
    ['key add acme --address 10.0.0.0/33', '"10.0.0.0/33" is not an address.'],
  ])('portico %s', async (line, reason) => {
    const args = line === '' ? [] : line.split(' ');
    const [people, { code, json, stderr }] = await Promise.all([
      portico(place, ...args),
      porticoJson(place, ...args),
    ]);
    expect([people.code, people.stdout]).toEqual([2, '']);
    expect(people.stderr).toMatch(/^portico: /);
    expect(people.stderr).toContain(reason);
    if (args.length < 2) return;
    expect([code, stderr]).toEqual([2, people.stderr]);
    const { error } = json as { error: { code: string; message: string } };
    expect(error.code).toBe('usage');
    expect(error.message).toContain(reason);
  });

  test('without any command, --json still gets its object', async () => {
    const run = await portico(place, '--json');
    expect(run.code).toBe(2);
    expect(onlyObject(run)).toMatchObject({ error: { code: 'usage' } });
  });

  test('a password in the wrong place is not repeated', async () => {
    const url = 'postgres://someone:hunter2@db.example.com/portico';
    for (const args of [
      ['client', 'add', 'acme', '--database', url.replace('postgres', 'mysql')],
      ['client', 'add', url],
      [url],
    ]) {
      const { code, stdout, stderr } = await portico(place, ...args, '--json');
      expect(code).toBe(2);
      expect(stdout + stderr).not.toContain('hunter2');
    }
  });
});

describe('config', () => {
  test('prints the effective settings and where they come from', async () => {
    const folder = temporaryFolder();
    writeFileSync(
      join(folder, '.env'),
      'PORTICO_SMTP_URL=smtp://mailer:hunter2@mail.example.com\n',
    );
    const environment = {
      PORTICO_PORT: '0',
      PORTICO_SECRET_KEY: Buffer.alloc(32, 3).toString('base64'),
    };
    const { code, json, stdout } = await porticoJson({ folder, environment }, 'config');
    expect(code).toBe(0);
    expect(json).toMatchObject({
      PORTICO_DATA: { value: join(folder, 'data'), source: 'default' },
      PORTICO_PORT: { value: '0', source: 'environment' },
      PORTICO_SMTP_URL: { value: 'smtp://mailer:***@mail.example.com', source: '.env' },
      PORTICO_SECRET_KEY: { value: '(secret)', source: 'environment' },
      PORTICO_REDIS_URL: { value: null, source: 'default' },
    });
    expect(stdout).not.toContain('hunter2');
    expect(stdout).not.toContain(environment.PORTICO_SECRET_KEY);
    const people = await portico({ folder, environment }, 'config');
    expect(people.stdout).toMatch(/^SETTING +VALUE +FROM\nPORTICO_DATA +.*data +default\n/);
    expect(people.stdout).toMatch(/\nPORTICO_REDIS_URL +\(none\) +default\n/);
  });

  test('and every other command name all that is wrong with them', async () => {
    const environment = { PORTICO_PORT: 'x', PORTICO_PROT: '1' };
    const problems = [
      'PORTICO_PROT is not a setting of Portico. Did you mean PORTICO_PORT?',
      'PORTICO_PORT holds "x". It accepts a whole number from 0 to 65535, where 0 takes a free port.',
    ];
    for (const command of ['config', 'serve', 'client list']) {
      const run = await porticoJson({ ...place, environment }, ...command.split(' '));
      expect(run.code).toBe(1);
      expect(run.json).toEqual({
        error: { code: 'configuration', message: problems.join('\n'), problems },
      });
      expect(run.stderr).toBe(`portico: ${problems.join('\n')}\n`);
    }
  });

  test('a .env that cannot be read is an error', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, '.env'));
    const { code, stderr } = await portico({ folder }, 'config');
    expect(code).toBe(1);
    expect(stderr).toContain('.env cannot be read (EISDIR)');
  });
});
