import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import endpointPages from '../../docs/endpoints/[tag].paths.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** The pages that people read, as paths from the root. */
const pages = [
  ...[
    '.',
    'sdk',
    'mcp',
    'website',
    'website/scripts/ejected',
    'server/bench',
    'server/scripts',
    'server/test/releases',
  ].flatMap((folder) =>
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
  // A page of another folder that one of the site links to is shown there as well, or the site is not built.
  const shown = pages.filter((page) => page.startsWith('docs/') || site.includes(`'${page}': `));
  const linked = shown.flatMap((page) =>
    [...prose(page).matchAll(/\]\((?!https?:)([^)\s#]+\.md)/g)].map(([, link = '']) =>
      join(dirname(page), link),
    ),
  );
  const elsewhere = linked.filter((page) => !page.startsWith('docs/'));
  expect(elsewhere.length).toBeGreaterThan(10);
  expect(elsewhere.filter((page) => !site.includes(`'${page}': `))).toEqual([]);
});

test('a page of docs/ is read in one sitting', () => {
  const reference = /^docs\/(?:(?:interface|sdk)\.md$|reference\/|decisions\/)/;
  const long = pages
    .filter((page) => page.startsWith('docs/') && !reference.test(page))
    .map((page) => ({ page, words: read(page).split(/\s+/).length }))
    .filter(({ words }) => words > 1500);
  expect(long).toEqual([]);
});

test('every numbered reading is at an endpoint, a parameter or a family, unless it holds for all calls', () => {
  const forAll =
    /^(?:Requests|Values|Records and answers|Authentication|Limits|Errors|Conditional reads|Webhooks|Writes that are sent again)/;
  const numbers = (text: string, form: RegExp) =>
    [...text.matchAll(form)].map(([, number]) => number);
  const parts = read('docs/interface.md').split(/^## /m);
  const expected = parts
    .filter((part) => !forAll.test(part))
    .flatMap((part) => numbers(part, /^\*\*(R\d+)\*\*/gm));
  const pagesOfEndpoints = endpointPages.paths().map(({ content }) => content);
  const placed = new Set(
    pagesOfEndpoints.flatMap((content) => numbers(content, /\[(R\d+)\]\(\/interface#r\d+\)/g)),
  );
  expect(expected.length).toBeGreaterThan(150);
  expect(expected.filter((number) => !placed.has(number))).toEqual([]);
  // One that is about a single parameter stands in its row.
  expect(pagesOfEndpoints.join('\n')).toMatch(/^\| `availableDate` \|.* \[R84\]/m);
});

/** What a native writer of English would not write, and what to write. */
const FORBIDDEN: readonly [RegExp, string][] = [
  [/(?<!\b(?:leaves?|left|listings leave)(?: it| them)? )(?<!\bstands? )\balone\b/i, 'only'],
  [/\b(?<!one )of (?:its|their|his|her|your|our) own\b/i, 'its own'],
  [/\bwhoever\b/i, 'anybody who'],
  [/\banew\b/i, 'again'],
  [/\bbeside\b/i, 'next to, while'],
  [/(?<!\bthere )\b(?:is|are|was|were) none\b/i, 'is not'],
  [/(?<!\bthere )\b(?:is|are|was|were) no (?!longer|more|less|matter)/i, 'is not a'],
  [/, as (?:else|no|nobody|otherwise|somebody|there|what)\b/i, 'because'],
  [/, as (?:it|they) (?!(?:is|are|was|were|does|do|did|has|have|always)\b)/i, 'because'],
  [/\bat the (?:most|least)\b/i, 'at most'],
  [/\bin the place of\b/i, 'instead of'],
  [/\bof today\b/i, 'today'],
  [/\bin vain\b/i, 'without success'],
  [/\bbesides (?!,)/i, 'in addition to'],
  [/\bbut for\b/i, 'except'],
  [/\b(?<!what it )(?:stands?|stood) (?:in|at|by|on|behind|below)\b/i, 'is in'],
  [/\bwhat is no\b/i, 'what is not'],
];

/** The strings of more than a word in a program, and the text of a component. */
function stringsOf(program: string): string {
  const text = program.replaceAll(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, '');
  const strings = text.match(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`[^`]*`|>[^<>{}]+</g) ?? [];
  return strings.filter((string) => string.includes(' ')).join('\n');
}

/** The folders of programs whose strings people read: pages, commands, errors, emails. */
const PROGRAMS = [
  ...['website/app', 'website/components', 'website/lib', 'console/src'],
  ...['server/src', 'importer/src', 'media/src', 'sdk/src', 'mcp/src'],
];

/** What openapi.json says in words, examples left out. */
function descriptionsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => {
    if (name === 'example' || name === 'examples') return [];
    const isText = (name === 'description' || name === 'summary') && typeof part === 'string';
    return isText ? [part] : descriptionsIn(part);
  });
}

test('pages, the strings of programs and openapi.json are plain English', () => {
  // The journal of measurements and the changelog say what was; refusals keep the words that released versions answer.
  const reference = /^docs\/reference\/errors\.md$|^server\/|^C(?:HANGELOG|ONTRIBUTING|ODE_OF)/;
  const programs = PROGRAMS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => `${folder}/${name}`)
      .filter((path) => /\.tsx?$/.test(path) && path !== 'server/src/http/gate/refusals.ts'),
  );
  expect(programs.length).toBeGreaterThan(600);
  const texts = [
    ...pages.filter((page) => !reference.test(page)).map((page) => [page, prose(page)] as const),
    ...programs.map((path) => [path, stringsOf(read(path))] as const),
    ['openapi.json', descriptionsIn(JSON.parse(read('openapi.json'))).join('\n')] as const,
  ];
  const found = texts.flatMap(([path, text]) => {
    const line = text.replaceAll(/\s+/g, ' ');
    return FORBIDDEN.flatMap(([form, instead]) =>
      [...line.matchAll(new RegExp(form, 'gi'))].map(
        ({ 0: words, index }) => `${path}: "${line.slice(index - 30, index)}${words}": ${instead}`,
      ),
    );
  });
  expect(found).toEqual([]);
});

test('settings of a website have one name in all samples for a shell', () => {
  const others = pages.filter((page) => /\$\{?(?:KEY|SERVER|PORTICO|BASE)\b/.test(read(page)));
  expect(others).toEqual([]);
});
