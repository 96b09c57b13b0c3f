import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, test } from 'vitest';

/** What comments and the pages for contributors name in backticks has to exist: a name that is gone misleads. */
const ROOT = new URL('../../', import.meta.url);
const PAGES = [
  'CONTRIBUTING.md',
  'docs/adding-an-endpoint.md',
  'docs/architecture.md',
  'docs/architecture/fast.md',
  'docs/architecture/where.md',
  'docs/fuzzing.md',
  'docs/releasing.md',
  'docs/testing.md',
];
/** The invented endpoint of docs/adding-an-endpoint.md. */
const EXAMPLE = /park/i;

const read = (path: string) => readFileSync(new URL(path, ROOT), 'utf8');
const COMMENT = /\/\*[\s\S]*?\*\/|(?:^|(?<=\s))\/\/.*$/gm;

const SKIPPED = /(?:^|\/)(?:node_modules|dist|data|release|\.(?!github|ci)[\w-]+)(?:\/|$)/;

function pathsIn(folder: string): string[] {
  return readdirSync(new URL(folder, ROOT), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}${entry.name}`;
    if (SKIPPED.test(path.replace('server/src/data', '').replace('server/test/data', '')))
      return [];
    return entry.isDirectory() ? pathsIn(`${path}/`) : [path];
  });
}

const paths = pathsIn('');
const programs = paths.filter((path) => /\.(?:[jt]s|mjs|tsx)$/.test(path));
const others = paths.filter((path) => /\.(?:json|ya?ml|service)$|Dockerfile|Caddyfile/.test(path));
const files = new Set(paths.map((path) => basename(path)));

const words = new Set<string>();
for (const path of [...programs, ...others]) {
  const text = read(path).replace(COMMENT, ' ');
  for (const [word] of text.matchAll(/[A-Za-z_$][\w$]*/g)) words.add(word);
}

/** The names of a text that stand alone in backticks and look like a name of the code. */
function names(text: string): string[] {
  const quoted = [...text.matchAll(/`#?([A-Za-z_$][\w$.]*)(?:\(\))?`/g)].map(
    ([, name = '']) => name,
  );
  return quoted
    .filter((name) => !files.has(name))
    .flatMap((name) => name.split('.'))
    .filter((name) => /[a-z][A-Z]|^[A-Z]+_[A-Z]/.test(name) && !EXAMPLE.test(name));
}

/** The paths of a text in backticks, as `api/press` or `server/src/main.ts`, but for what a build makes. */
function quotedPaths(text: string): string[] {
  return [...text.matchAll(/`((?:[\w.-]+\/)+[\w.-]*)`/g)]
    .map(([, path = '']) => path)
    .filter((path) => !EXAMPLE.test(path) && !SKIPPED.test(path));
}

/** Whether a path from any folder leads to a file, with or without its ending, or to a folder. */
function exists(path: string): boolean {
  const end = `/${path}`;
  return path.endsWith('/')
    ? paths.some((known) => `/${known}`.includes(end))
    : paths.some(
        (known) =>
          `/${known}`
            .replace(/(?:\.test)?\.ts$/, '')
            .endsWith(end.replace(/(?:\.test)?\.ts$/, '')) || `/${known}`.includes(`${end}/`),
      );
}

describe('names in backticks', () => {
  test('exist where comments use them', () => {
    // Pages of the website name what Next.js looks for.
    const own = programs.filter((path) => !path.startsWith('website/'));
    const missing = own.flatMap((path) =>
      (read(path).match(COMMENT) ?? [])
        .flatMap(names)
        .filter((name) => !words.has(name))
        .map((name) => `${path}: ${name}`),
    );
    expect(missing).toEqual([]);
  });

  test.each(PAGES)('exist where %s uses them', (page) => {
    const text = read(page);
    expect(names(text).filter((name) => !words.has(name))).toEqual([]);
    const lost = quotedPaths(text).filter((path) => !exists(path));
    expect(lost).toEqual([]);
  });
});
