import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../rig/temp.js';
import { portico } from './portico.js';

const place = { folder: temporaryFolder() };

async function scriptOf(shell: string): Promise<string> {
  const { code, stdout, stderr } = await portico(place, 'completion', shell);
  expect([code, stderr]).toEqual([0, '']);
  return stdout;
}

/** What bash offers for the last of these words. */
function offered(script: string, ...words: string[]): string[] {
  const line = words.map((word) => `'${word}'`).join(' ');
  const { stdout, stderr } = spawnSync(
    'bash',
    [
      '--norc',
      '-c',
      `${script}
COMP_WORDS=(${line}); COMP_CWORD=${words.length - 1}
"$(complete -p portico | sed 's/.*-F \\([^ ]*\\) .*/\\1/')"
printf '%s\\n' "\${COMPREPLY[@]}"`,
    ],
    { encoding: 'utf8' },
  );
  // Outside of a terminal bash cannot switch to file names, and says so.
  expect(stderr.replace(/.*compopt.*\n/g, '')).toBe('');
  return stdout.split('\n').filter((word) => word !== '');
}

describe('completion in bash', async () => {
  const script = await scriptOf('bash');

  test('offers the commands that --help lists', async () => {
    const { stdout } = await portico(place, '--help');
    const listed =
      stdout
        .split('Commands:\n')[1]
        ?.split('\n\n')[0]
        ?.matchAll(/^ {2}(\w+) /gm) ?? [];
    const commands = [...listed].map(([, name]) => name).filter((name) => name !== 'help');
    expect(commands.length).toBeGreaterThan(15);
    expect(new Set(offered(script, 'portico', ''))).toEqual(new Set(commands));
  });

  test.each([
    [['cl'], ['client']],
    [
      ['client', 'a'],
      ['add', 'attach'],
    ],
    [
      ['client', 'add', 'list', '--ti'],
      ['--title', '--timezone'],
    ],
    [
      ['feed', 'add', 'onekey', '--kind', ''],
      ['mls', 'rls'],
    ],
    [['outbox', 'list', '--state', 'f'], ['failed']],
    [
      ['completion', ''],
      ['bash', 'zsh', 'fish'],
    ],
    [['client', 'add', 'acme', '--title', ''], []],
  ])('%j', (words, offers) => {
    expect(offered(script, 'portico', ...words)).toEqual(offers);
  });
});

test('another shell is refused', async () => {
  const { code, stderr } = await portico(place, 'completion', 'cmd');
  expect([code, stderr]).toEqual([
    2,
    expect.stringContaining('Allowed choices are bash, zsh, fish.'),
  ]);
});

test.each([
  ['zsh', ['#compdef portico', "'attach:let a client read a feed"]],
  ['fish', ['complete -c portico -f', '-l timezone -x']],
])('the script of %s names commands with their meanings', async (shell, parts) => {
  const script = await scriptOf(shell);
  for (const part of parts) expect(script).toContain(part);
  expect(script).not.toContain('undefined');
});
