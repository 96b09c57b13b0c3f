import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { programEnvironment, runProgram } from '../../rig/program.js';
import { temporaryFolder } from '../../rig/temp.js';

const PROGRAM = fileURLToPath(new URL('../../../bin/portico.js', import.meta.url));

it('a backup names the file that it could not write', async () => {
  const place = { dataFolder: temporaryFolder(), databaseUrl: undefined };
  expect((await runProgram(place, 'client', 'add', 'acme')).status).toBe(0);
  const agents = Array.from({ length: 60 }, (_, at) =>
    JSON.stringify({ id: at + 1, bio: randomBytes(30_000).toString('base64') }),
  );
  const file = join(temporaryFolder(), 'agents.ndjson');
  writeFileSync(file, agents.join('\n'));
  expect((await runProgram(place, 'import', 'acme', file)).status).toBe(0);
  const folder = join(temporaryFolder(), 'backup');
  // No file may have more than a megabyte: a bound that holds for every user.
  const bounded = ['ulimit -f 2048; exec "$0" "$@"', process.execPath, PROGRAM, 'backup', folder];
  const { status, stderr } = spawnSync('sh', ['-c', ...bounded], {
    env: programEnvironment(place),
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([
    1,
    expect.stringMatching(
      /^portico: \/\S+\/backup\/databases\/acme\/agent\.ndjson\.gz cannot be written: EFBIG/m,
    ),
  ]);
});
