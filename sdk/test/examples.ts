import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { temporaryFolder } from '../../server/test/rig/temp.js';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));
const compiler = join(root, 'node_modules/typescript/bin/tsc');

/** Code of the documentation in a folder of its own, compiled as in a website that has installed the package. */
export interface CompiledExamples {
  readonly folder: string;
  /** What the compiler complains of; empty where all is well. */
  readonly complaints: string;
  /** What the module of this name exports. */
  load(name: string): Promise<Readonly<Record<string, unknown>>>;
}

/** Builds the package into a folder, as it is published. */
export async function buildPackage(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  cpSync(join(root, 'sdk/package.json'), join(folder, 'package.json'));
  const project = join(root, 'sdk/tsconfig.build.json');
  await run(process.execPath, [compiler, '-p', project, '--outDir', join(folder, 'dist')]);
}

/** @param modules TypeScript by the name of its module. */
export async function compileExamples(
  modules: Readonly<Record<string, string>>,
): Promise<CompiledExamples> {
  const folder = temporaryFolder();
  await buildPackage(join(folder, 'node_modules/portico-sdk'));
  symlinkSync(join(root, 'node_modules/@types'), join(folder, 'node_modules/@types'));
  mkdirSync(join(folder, 'examples'));
  for (const [name, code] of Object.entries(modules)) {
    writeFileSync(join(folder, 'examples', `${name}.ts`), code);
  }
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  const project = {
    extends: join(root, 'tsconfig.json'),
    compilerOptions: {
      noEmit: false,
      rootDir: 'examples',
      outDir: 'out',
      // An example often names what its reader goes on with.
      noUnusedLocals: false,
      noUnusedParameters: false,
    },
    include: ['examples'],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(project));
  const { stdout } = await run(process.execPath, [compiler, '-p', folder]).catch(
    ({ stdout }: { stdout: string }) => ({ stdout }),
  );
  return {
    folder,
    complaints: stdout,
    load: (name) =>
      import(/* @vite-ignore */ pathToFileURL(join(folder, 'out', `${name}.js`)).href),
  };
}

/** The blocks of code of a page in one language. */
export function blocksOf(page: string, language: string): string[] {
  const text = readFileSync(join(root, page), 'utf8');
  const blocks = text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'));
  return [...blocks].map(([, code]) => String(code));
}
