import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const text = readFileSync(join(root, 'README.md'), 'utf8');
const links = [...text.matchAll(/\]\(([^)#]+)[^)]*\)/g)].map(([, path = '']) => path);

test('the README names every page of docs/', () => {
  const pages = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md'));
  expect(pages.filter((name) => !links.includes(`docs/${name}`))).toEqual([]);
});

test('the README leads only to files that are there', () => {
  const local = links.filter((link) => !link.startsWith('http'));
  expect(local.length).toBeGreaterThan(15);
  expect(local.filter((link) => !existsSync(join(root, link)))).toEqual([]);
});

test('settings of a website have one name in all samples for a shell', () => {
  const folders = ['.', 'docs', 'sdk', 'website', 'server/scripts'];
  const pages = folders.flatMap((folder) =>
    readdirSync(join(root, folder)).map((name) => join(folder, name)),
  );
  const others = pages
    .filter((page) => page.endsWith('.md'))
    .filter((page) =>
      /\$\{?(?:KEY|SERVER|PORTICO|BASE)\b/.test(readFileSync(join(root, page), 'utf8')),
    );
  expect(others).toEqual([]);
});
