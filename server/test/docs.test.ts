import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** The pages that people read, as paths from the root. */
const pages = [
  ...['.', 'sdk', 'website', 'server/bench', 'server/scripts', 'server/test/releases'].flatMap(
    (folder) =>
      readdirSync(join(root, folder))
        .filter((name) => name.endsWith('.md'))
        .map((name) => normalize(join(folder, name))),
  ),
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /^(?!node_modules|repository|\.vitepress).*[^\]]\.md$/.test(name))
    .map((name) => `docs/${name}`),
];

/** A page without its blocks of code. */
function prose(page: string): string {
  return read(page).replaceAll(/^( *)```.*?^\1```$/gms, '');
}

/** The anchors of a page: of its headings as the site and as a host of code make them, and those written out. */
function anchorsOf(page: string): Set<string> {
  const headings = [...prose(page).matchAll(/^#+ (.+)$/gm)].map(([, text = '']) =>
    text.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase(),
  );
  const onSite = headings.map((text) =>
    text.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, ''),
  );
  const onHost = headings.map((text) =>
    text.replaceAll(/[^\p{L}\p{N}\- _]/gu, '').replaceAll(' ', '-'),
  );
  const written = [...read(page).matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id);
  return new Set([...onSite.filter((anchor, at) => anchor === onHost[at]), ...written]);
}

test('every link leads to a page and a place that are there', () => {
  // The introduction of the reference leads to addresses of a server.
  const documents = pages.filter((page) => !page.startsWith('server/scripts/'));
  const links = documents.flatMap((page) =>
    [...prose(page).matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g)].map(([, link = '']) => {
      const [path = '', anchor] = link.split('#');
      return { page, link, file: path === '' ? page : join(dirname(page), path), anchor };
    }),
  );
  expect(links.length).toBeGreaterThan(300);
  const broken = links.filter(
    ({ file, anchor }) =>
      !existsSync(join(root, file)) ||
      (anchor !== undefined && file.endsWith('.md') && !anchorsOf(file).has(anchor)),
  );
  expect(broken.map(({ page, link }) => `${page}: ${link}`)).toEqual([]);
});

test('every page of docs/ has its place in the site', () => {
  const site = read('docs/.vitepress/config.ts');
  const missing = pages
    .filter((page) => page.startsWith('docs/') && page !== 'docs/index.md')
    .map((page) => page.slice('docs/'.length, -'.md'.length))
    .filter((page) => !site.includes(`'${page}'`));
  expect(missing).toEqual([]);
});

test('a page of docs/ is read in one sitting', () => {
  const reference = /^docs\/(?:interface|sdk)\.md$|^docs\/decisions\//;
  const long = pages
    .filter((page) => page.startsWith('docs/') && !reference.test(page))
    .map((page) => ({ page, words: read(page).split(/\s+/).length }))
    .filter(({ words }) => words > 1500);
  expect(long).toEqual([]);
});

test('settings of a website have one name in all samples for a shell', () => {
  const others = pages.filter((page) => /\$\{?(?:KEY|SERVER|PORTICO|BASE)\b/.test(read(page)));
  expect(others).toEqual([]);
});
