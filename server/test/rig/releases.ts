import { cpSync, mkdirSync, readFileSync, renameSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'esbuild';
import { bundle } from '../../scripts/bundle.js';
import { temporaryFolder } from './temp.js';

const server = fileURLToPath(new URL('../..', import.meta.url));
const checkout = join(server, '..');

/** What a build has that this checkout has not: texts in place of others, by the path of a module. */
export type Changes = Readonly<Record<string, readonly (readonly [RegExp, string])[]>>;

/** Releases of the program side by side, and the link by which the current one is run. */
export class Releases {
  /** The `portico.js` of the release that the link leads to. */
  readonly current: string;
  readonly #folder = temporaryFolder('portico-releases-');

  constructor() {
    this.current = join(this.#folder, 'current', 'bin', 'portico.js');
    cpSync(join(server, 'dist'), this.#add('checkout'), { recursive: true });
  }

  /** Builds this checkout with changes, as a release of that name. */
  async add(name: string, changes: Changes): Promise<void> {
    const left = new Set(Object.keys(changes));
    const changing: Plugin = {
      name: 'changes',
      setup: ({ onLoad }) => {
        onLoad({ filter: /\/src\/.*\.ts$/ }, ({ path }) => {
          const module = path.slice(server.length);
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
    };
    await bundle(this.#add(name), ['src/main.ts'], [changing]);
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

  /** A release without its code. @returns The folder of that. */
  #add(name: string): string {
    const folder = join(this.#folder, name);
    mkdirSync(join(folder, 'server'), { recursive: true });
    for (const part of [
      'bin',
      'package.json',
      'openapi.json',
      'llms.txt',
      'server/bin',
      'server/package.json',
    ]) {
      cpSync(join(checkout, part), join(folder, part), { recursive: true });
    }
    symlinkSync(join(checkout, 'node_modules'), join(folder, 'node_modules'));
    return join(folder, 'server', 'dist');
  }
}
