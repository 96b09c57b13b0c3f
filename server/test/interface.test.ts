import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

/** The root of the repository, and what is looked through, as paths from there. */
const ROOT = new URL('../../', import.meta.url);
const CODE = [
  'server/src',
  'server/test',
  'server/scripts',
  'server/bench',
  'importer/src',
  'importer/test',
  'media/src',
  'demo/src',
  'demo/test',
];
const PAGES = ['docs', 'README.md', 'CONTRIBUTING.md'];
const INTERFACE = 'docs/interface.md';

/** Citations of pages that are not in the repository. */
const LEADING_NOWHERE = [
  /(?<!OpenAPI |pod's )\bspecification\b(?! of the pod)/i,
  /\bdecisions? \d/i,
  /\boperator's (?:page|side)\b/i,
  /\b(?:Resources|Endpoints), (?:[A-Z`]|the )/,
  /\b(?:Errors in the body|States and transitions|Response envelopes|Lead rules|blog write rules?)\b/i,
];

interface Source {
  readonly path: string;
  readonly text: string;
}

function sourcesIn(places: readonly string[]): Source[] {
  return places.flatMap((place) => {
    const paths = place.endsWith('.md')
      ? [place]
      : readdirSync(new URL(place, ROOT), { recursive: true, encoding: 'utf8' })
          .filter((path) => /\.(?:ts|js|mjs|ya?ml|md)$/.test(path))
          // Modules and what the build of the site makes in docs/.
          .filter((path) => !/(^|\/)(node_modules|repository|\.vitepress)\//.test(path))
          .map((path) => `${place}/${path}`);
    return paths.map((path) => ({ path, text: readFileSync(new URL(path, ROOT), 'utf8') }));
  });
}

/** The comments of a program, each on one line, so that what is wrapped is found as well. */
function comments(text: string): string {
  const found = text.match(/\/\*[\s\S]*?\*\/|(?:^|(?<=\s))\/\/.*|^\s*#.*/gm) ?? [];
  return found.map((comment) => comment.replace(/\s*\n\s*\*?\s*/g, ' ')).join('\n');
}

/** The numbers that a text cites, and where. */
function citations(path: string, text: string): [number: number, path: string][] {
  return [...text.matchAll(/\bR(\d{1,4})\b/g)].map(([, digits]) => [Number(digits), path]);
}

const page = readFileSync(new URL(INTERFACE, ROOT), 'utf8');
const entries = [...page.matchAll(/^\*\*R(\d+)\*\*/gm)].map(([, digits]) => Number(digits));
const code = sourcesIn(CODE).filter(({ path }) => new URL(path, ROOT).href !== import.meta.url);
const pages = sourcesIn(PAGES);

describe('the numbers of docs/interface.md', () => {
  const cited = code.flatMap(({ path, text }) => citations(path, comments(text)));

  test('name one entry each, which a link can lead to', () => {
    const anchored = [...page.matchAll(/^<a id="r(\d+)"><\/a>\n\*\*R(\d+)\*\* \S/gm)];
    expect(entries.length).toBeGreaterThan(100);
    expect(entries.filter((entry, at) => entries.indexOf(entry) !== at)).toEqual([]);
    expect(anchored.filter(([, anchor, entry]) => anchor !== entry).map(String)).toEqual([]);
    expect(anchored.map(([, , entry]) => Number(entry))).toEqual(entries);
    const links = [...page.matchAll(/\[R(\d+)\]\(#r(\d+)\)/g)];
    expect(links.filter(([, label, anchor]) => label !== anchor).map(String)).toEqual([]);
  });

  test('are the only ones that code and pages cite', () => {
    const everywhere = [...cited, ...pages.flatMap(({ path, text }) => citations(path, text))];
    const unknown = everywhere.filter(([number]) => !entries.includes(number));
    expect(unknown.map(([number, path]) => `R${number} in ${path}`)).toEqual([]);
  });

  test('are each cited by code or tests', () => {
    const known = new Set(cited.map(([number]) => number));
    expect(entries.filter((entry) => !known.has(entry)).map((entry) => `R${entry}`)).toEqual([]);
  });
});

describe('a citation', () => {
  test('names no page that is not in the repository', () => {
    const all = [
      ...code.map(({ path, text }) => ({ path, text: comments(text) })),
      ...pages.map(({ path, text }) => ({ path, text: text.replace(/\s*\n\s*/g, ' ') })),
    ];
    const nowhere = all.flatMap(({ path, text }) =>
      LEADING_NOWHERE.flatMap((form) => text.match(form) ?? []).map((words) => `${path}: ${words}`),
    );
    expect(nowhere).toEqual([]);
    const missing = all.flatMap(({ path, text }) =>
      (text.match(/\bdocs\/[\w/-]+\.md\b/g) ?? [])
        .filter((named) => !existsSync(new URL(named, ROOT)))
        .map((named) => `${path}: ${named}`),
    );
    expect(missing).toEqual([]);
  });

  test('is recognised in every old form', () => {
    const old = [
      '/** Specification: Endpoints, Content; x. */',
      '/** Listings. Decision\n * 22. */',
      '// decisions 5 to 7',
      "/* Operator's page: Import files. */",
      '/**\n * As Resources, Listing\n * says.\n */',
      '// the blog write rule 4',
    ];
    const missed = old.filter((text) => !LEADING_NOWHERE.some((form) => form.test(comments(text))));
    expect(missed).toEqual([]);
  });
});
