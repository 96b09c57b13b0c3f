import { cpSync, mkdirSync, readFileSync, renameSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { temporaryFolder } from './temp.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** What a build has that this checkout has not: texts in place of others, by the path of a module. */
export type Changes = Readonly<Record<string, readonly (readonly [RegExp, string])[]>>;

/** Releases of the program side by side, and the link by which the current one is run. */
export class Releases {
  /** The `portico.js` of the release that the link leads to. */
  readonly current: string;
  readonly #folder = temporaryFolder('portico-releases-');

  constructor() {
    this.current = join(this.#folder, 'current', 'bin', 'portico.js');
    this.#add('checkout', (folder) => cpSync(join(root, 'dist'), folder, { recursive: true }));
  }

  /** Builds this checkout with changes, as a release of that name. */
  async add(name: string, changes: Changes): Promise<void> {
    const folder = this.#add(name, (dist) => mkdirSync(dist));
    const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      dependencies: Record<string, string>;
    };
    const left = new Set(Object.keys(changes));
    await build({
      absWorkingDir: root,
      entryPoints: ['src/main.ts'],
      outdir: join(folder, 'dist'),
      bundle: true,
      splitting: true,
      format: 'esm',
      platform: 'node',
      external: Object.keys(dependencies),
      logLevel: 'error',
      plugins: [
        {
          name: 'changes',
          setup: ({ onLoad }) => {
            onLoad({ filter: /\/src\/.*\.ts$/ }, ({ path }) => {
              const module = path.slice(root.length);
              const changed = changes[module];
              if (changed === undefined) return undefined;
              left.delete(module);
              let contents = readFileSync(path, 'utf8');
              for (const [text, other] of changed) {
                const before = contents;
                contents = contents.replace(text, other);
                if (contents === before) throw new Error(`${module} has no ${text}.`);
              }
              return { contents, loader: 'ts' };
            });
          },
        },
      ],
    });
    if (left.size > 0) throw new Error(`There is no ${[...left].join(', ')}.`);
  }

  /** The `portico.js` of a release, whatever the link leads to. */
  program(name: string): string {
    return join(this.#folder, name, 'bin', 'portico.js');
  }

  /** Has the link lead to a release, as `ln -sfn` does. */
  switchTo(name: string): void {
    const link = join(this.#folder, 'current');
    symlinkSync(name, `${link}.new`);
    renameSync(`${link}.new`, link);
  }

  #add(name: string, fill: (dist: string) => void): string {
    const folder = join(this.#folder, name);
    mkdirSync(folder);
    for (const part of ['bin', 'package.json', 'openapi.json']) {
      cpSync(join(root, part), join(folder, part), { recursive: true });
    }
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    fill(join(folder, 'dist'));
    return folder;
  }
}
