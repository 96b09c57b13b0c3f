/** `npm test` itself, run over small projects whose outcome is known. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from './temp.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const rig = join(root, 'test', 'rig');
const without = { PORTICO_TEST_DATABASE_URL: 'none', PORTICO_TEST_REDIS_URL: 'none' };
const ownServers = { PORTICO_TEST_DATABASE_URL: '', PORTICO_TEST_REDIS_URL: '' };

/** A folder that vitest takes for a project with these files. */
function project(files: Record<string, string>): string {
  const folder = temporaryFolder('portico-project-');
  symlinkSync(join(root, '..', 'node_modules'), join(folder, 'node_modules'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

function start(folder: string, env: Record<string, string>, ...more: string[]): ChildProcess {
  return startWith(['--no-build', '--root', folder, ...more], env);
}

function startWith(parameters: readonly string[], env: Record<string, string>): ChildProcess {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(VITEST|PORTICO_TEST|CI$|NODE_ENV$|npm_)/.test(name),
  );
  const scripts = join(root, 'scripts');
  const program = [join(scripts, 'run-typescript.js'), join(scripts, 'test-rig', 'command.ts')];
  return spawn(process.execPath, [...program, ...parameters], {
    env: { ...Object.fromEntries(inherited), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

async function run(folder: string, env: Record<string, string>, ...more: string[]) {
  return outcome(start(folder, env, ...more));
}

async function outcome(child: ChildProcess) {
  let output = '';
  child.stdout?.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr?.resume();
  const [code] = await once(child, 'close');
  return { code, output, lastLine: output.trimEnd().split('\n').at(-1) };
}

/** The processes that work in a folder, or have its path in their arguments or environment. */
function processesNaming(folder: string): string[] {
  const ids = readdirSync('/proc').filter(
    (name) => /^\d+$/.test(name) && name !== `${process.pid}`,
  );
  return ids.filter((id) => {
    try {
      const read = (name: string) => readFileSync(join('/proc', id, name), 'utf8');
      const texts = [readlinkSync(join('/proc', id, 'cwd')), read('cmdline'), read('environ')];
      return texts.some((text) => text.includes(folder));
    } catch {
      return false;
    }
  });
}

const passing = `import { it } from 'vitest'; it('passes', () => {});`;

describe('the count of a run', () => {
  it('is one line, and success, when everything passes', async () => {
    const { code, lastLine } = await run(project({ 'a.test.ts': passing }), without);
    expect([lastLine, code]).toEqual(['1 passed, 0 failed', 0]);
  });

  it('has failed tests, failed hooks, unreadable files and skipped tests in it', async () => {
    const folder = project({
      'a.test.ts': passing,
      'fails.test.ts': `import { it, expect } from 'vitest';
        it('fails', () => expect(1).toBe(2)); it.skip('is skipped', () => {}); it.todo('later');`,
      'unreadable.test.ts': `import './absent.js';`,
      'hooks.test.ts': `import { afterAll, beforeAll, describe, it } from 'vitest';
        const fail = () => { throw new Error('no'); };
        describe('ends badly', () => { afterAll(fail); it('passes', () => {}); });
        describe('begins badly', () => { beforeAll(fail); it('never runs', () => {}); });`,
      'unawaited.test.ts': `import { it } from 'vitest';
        it('passes', async () => { void Promise.reject(new Error('no')); await new Promise(setImmediate); });`,
    });
    const { code, lastLine } = await run(folder, without);
    expect([lastLine, code]).toEqual(['3 passed, 5 failed, 3 skipped', 1]);
  });

  it('has a failure in it when no test file matches', async () => {
    const { code, lastLine } = await run(project({}), without);
    expect([lastLine, code]).toEqual(['0 passed, 1 failed', 1]);
  });

  it('has a failure in it when vitest dies, after what it had counted', async () => {
    const folder = project({
      'vitest.config.js': `export default { test: { maxWorkers: 1, sequence: { sequencer: class {
        async shard(files) { return files; }
        async sort(files) { return files.sort((a, b) => (a.moduleId < b.moduleId ? -1 : 1)); } } } } };`,
      'a.test.ts': passing,
      'b.test.ts': `import { it } from 'vitest'; it('kills', () => process.kill(process.ppid, 'SIGKILL'));`,
    });
    const { code, lastLine, output } = await run(folder, without);
    expect(output).toContain('vitest was ended by SIGKILL');
    expect([lastLine, code]).toEqual(['1 passed, 1 failed', 1]);
  });
});

it('says how long its part takes, and how to run the others, before it runs one whole', async () => {
  // With CI and without servers it ends before any test.
  const begin = (...filters: string[]) => outcome(startWith(filters, { ...without, CI: 'true' }));
  expect((await begin()).output).toMatch(
    /^The quick tests .* "npm run test:programs" runs the others/,
  );
  expect((await begin('--programs')).output).toMatch(/^The tests that start programs take/);
  expect((await begin('--all')).output).toMatch(
    /^All tests take .* npm test -- test\/http\/gate\n/,
  );
  expect((await begin('test/http/gate')).output).not.toContain('minutes');
});

it('has each test file in one of its two parts', async () => {
  const files = async (part: string) => {
    const vitest = join(root, '..', 'node_modules', 'vitest', 'vitest.mjs');
    const child = spawn(process.execPath, [vitest, 'list', '--filesOnly'], {
      cwd: root,
      env: { ...process.env, PORTICO_TEST_PART: part, NO_COLOR: '1' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    return (await outcome(child)).output.trim().split('\n').sort();
  };
  const [quick, programs, all] = [
    await files('quick'),
    await files('programs'),
    await files('all'),
  ];
  expect([...quick, ...programs].sort()).toEqual(all);
  expect(quick.length).toBeGreaterThan(200);
  expect(programs.length).toBeGreaterThan(50);
});

describe('a missing server', () => {
  const needy = {
    'a.test.ts': `import { it } from 'vitest';
      import { forAnyDatabase, forEachDatabase } from '${rig}/databases.js';
      import { repeats } from '${rig}/part.js';
      import { describeWithRedis } from '${rig}/redis.js';
      forEachDatabase('the directory', () => { it('opens', () => {}); });
      forAnyDatabase('a process', () => {
        it.each([1, 2].slice(0, repeats(1, 2)))('is killed, %i', () => {});
      });
      describeWithRedis('shared counters', () => { it('count', () => {}); });`,
  };

  it('is named at the end, with the suites that did not run', async () => {
    const { code, output, lastLine } = await run(project(needy), without);
    expect([lastLine, code]).toEqual(['3 passed, 0 failed, 4 skipped', 0]);
    expect(output).toMatch(/NOT RUN for want of PostgreSQL.*:\n.*the directory, on PostgreSQL\n/);
    expect(output).toMatch(/NOT RUN for want of Redis.*:\n.*shared counters\n/);
  });

  it('is not missed by what a run for every change has on SQLite only, which it repeats less', async () => {
    const { lastLine } = await run(project(needy), without, '--quick');
    expect(lastLine).toBe('2 passed, 0 failed, 2 skipped');
  });

  it('fails the run before a test is run where CI is set', async () => {
    const { code, output, lastLine } = await run(project(needy), { ...without, CI: 'true' });
    expect([lastLine, code]).toEqual(['0 passed, 1 failed', 1]);
    expect(output).not.toContain('RUN ');
  });

  it('is a failure when its URL was given', async () => {
    const env = { ...without, PORTICO_TEST_REDIS_URL: 'redis://:secret@127.0.0.1:1' };
    const { code, output, lastLine } = await run(project(needy), env);
    expect([lastLine, code]).toEqual(['0 passed, 1 failed', 1]);
    expect(output).toContain('Redis does not answer at PORTICO_TEST_REDIS_URL');
    expect(output).not.toContain('secret');
  });
});

describe.runIf(process.platform === 'linux')('a run that is stopped in its middle', () => {
  // The test waits for ever, with a child of its own, and leaves its process ids in the project.
  const waiting = (folder: string) => `import { spawn } from 'node:child_process';
    import { writeFileSync } from 'node:fs';
    import { it } from 'vitest';
    it('waits', async () => {
      const child = spawn('sleep', ['600']);
      writeFileSync('${folder}/pids.new', [process.pid, process.ppid, child.pid].join(' '));
      (await import('node:fs')).renameSync('${folder}/pids.new', '${folder}/pids');
      await new Promise(() => {});
    }, 600_000);`;

  it.each(['SIGTERM', 'SIGKILL'] as const)(
    'by %s leaves no process and no file',
    async (signal) => {
      const folder = project({});
      writeFileSync(join(folder, 'a.test.ts'), waiting(folder));
      const temporary = join(folder, 'temporary');
      mkdirSync(temporary);
      for (const path of [folder, temporary]) chmodSync(path, 0o711);
      const child = start(folder, { ...ownServers, TMPDIR: temporary });
      let output = '';
      child.stdout?.on('data', (chunk) => {
        output += chunk;
      });
      while (!existsSync(join(folder, 'pids')) && child.exitCode === null) await sleep(50);
      expect(readdirSync(temporary)).toHaveLength(1);
      expect(processesNaming(temporary)).not.toEqual([]);

      child.kill(signal);
      // The keeper holds the output open until it has cleared everything away.
      await once(child, 'close');
      expect(readdirSync(temporary)).toEqual([]);
      expect(processesNaming(temporary)).toEqual([]);
      expect(processesNaming(folder)).toEqual([]);
      if (signal !== 'SIGKILL') expect(output.trimEnd()).toMatch(/\n0 passed, 1 failed$/);
    },
  );
});
