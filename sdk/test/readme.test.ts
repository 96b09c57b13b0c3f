import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../server/test/rig/temp.js';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));

test('the examples of the README compile', { timeout: 120_000 }, async () => {
  const readme = readFileSync(join(root, 'sdk/README.md'), 'utf8');
  const examples = [...readme.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code]) => String(code));
  expect(examples.length).toBeGreaterThan(5);
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'examples'));
  for (const [number, code] of examples.entries()) {
    writeFileSync(join(folder, 'examples', `${number}.ts`), code);
  }
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  const paths = {
    'portico-sdk': [join(root, 'sdk/src/index.ts')],
    'portico-sdk/webhooks': [join(root, 'sdk/src/webhooks.ts')],
  };
  const project = {
    extends: join(root, 'tsconfig.json'),
    compilerOptions: { paths, typeRoots: [join(root, 'node_modules/@types')] },
    include: ['examples'],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(project));
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  const compiled = run(process.execPath, [compiler, '-p', folder]).catch(
    ({ stdout }: { stdout: string }) => ({ stdout }),
  );
  expect((await compiled).stdout).toBe('');
});
