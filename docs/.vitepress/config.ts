import { cpSync, readFileSync, rmSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { imageSize } from 'image-size';
import { defineConfigWithTheme } from 'vitepress';
import type { ThemeSettings } from './theme/index.js';

const repository = resolve(import.meta.dirname, '../..');
const { version } = JSON.parse(readFileSync(resolve(repository, 'package.json'), 'utf8'));
const { tags } = JSON.parse(readFileSync(resolve(repository, 'openapi.json'), 'utf8'));

/** Where the site stands, such as `/docs/`. */
const base = process.env.DOCS_BASE ?? '/';

/** Pages of the repository that do not stand in `docs/`, and their addresses here. */
const elsewhere = {
  'CHANGELOG.md': 'changelog.md',
  'CONTRIBUTING.md': 'contributing.md',
  'README.md': 'readme.md',
  'SECURITY.md': 'security.md',
  'mcp/README.md': 'assistants.md',
  'sdk/README.md': 'sdk-package.md',
  'server/bench/README.md': 'measurements.md',
  'server/test/releases/README.md': 'releases.md',
  'website/CHANGING.md': 'example-website-code.md',
  'website/README.md': 'example-website.md',
};

// VitePress reads pages below its own folder only.
const copies = resolve(import.meta.dirname, '../repository');
rmSync(copies, { recursive: true, force: true });
for (const file of Object.keys(elsewhere)) cpSync(resolve(repository, file), resolve(copies, file));

/** Files that pages link to and that are no pages: they are copied below `files/`. */
const files = new Set<string>();

const page = (text: string, link: string) => ({ text, link: `/${link}` });
const group = (text: string, ...items: { text: string; link: string }[]) => ({ text, items });

const website = [
  group(
    'Build a website',
    page('Ten minutes to a website', 'websites'),
    page('Sign members in', 'websites/sign-in'),
    page('First calls with curl', 'websites/first-calls'),
    page('HTTP from any language', 'websites/http'),
    page('What is easily missed', 'websites/missed'),
    page('The example website', 'example-website'),
    page('Change the example website', 'example-website-code'),
    page('Find listings', 'find'),
    page('Words and suggestions', 'find/words'),
    page('Pictures', 'pictures'),
    page('Leads', 'leads'),
    page('Members', 'members'),
    page('Forgotten passwords', 'account-links'),
    page('Saved searches', 'saved-searches'),
    page('Signatures', 'signatures'),
    page('Webhooks', 'webhooks'),
    page('Changes', 'changes'),
  ),
];
const data = [
  group(
    'Bring your data',
    page('The console, for staff', 'console'),
    page('Import files', 'importing'),
    page('Files', 'importing/files'),
    page('Mappings', 'importing/mappings'),
    page('Listings of an MLS', 'mls'),
    page('Pulls that servers run', 'mls/servers'),
    page('Mapping rules for MLS data', 'mls/mapping'),
    page('Showing listings of an MLS', 'mls/display'),
    page('Pictures of a pull', 'mls/pictures'),
    page('Listings from MLS Grid', 'mls/mlsgrid'),
    page('Listings from Trestle', 'mls/trestle'),
    page('Listings from Bridge', 'mls/bridge'),
    page('Listings from Spark', 'mls/spark'),
    page('Records and source keys', 'importing/records'),
    page('What an import does', 'importing/results'),
    page('Pictures from URLs', 'importing/pictures'),
    page('Export', 'importing/export'),
    page('Push by HTTP', 'manage'),
    page('Remove records', 'removing'),
    page('Erase a person', 'removing/person'),
  ),
];
const operation = [
  group(
    'Run it',
    page('Start here', 'operating'),
    page('Install', 'operating/install'),
    page('The whole stack', 'operating/stack'),
    page('Containers', 'operating/containers'),
    page('HTTPS and proxies', 'operating/https'),
    page('Secure', 'operating/secure'),
    page('Configuration', 'configuration'),
    page('PostgreSQL', 'postgresql'),
    page('Mail', 'mail'),
    page('What becomes of an email', 'mail/delivery'),
  ),
  group(
    'Keep it running',
    page('Back up', 'operating/backup'),
    page('Restore', 'operating/restore'),
    page('Upgrade', 'operating/upgrade'),
    page('The console', 'operating/console'),
    page('Watch', 'operating/watch'),
    page('Audit', 'operating/audit'),
    page('Logs', 'operating/logs'),
    page('Pictures', 'operating/pictures'),
    page('At three in the morning', 'operating/night'),
  ),
  group(
    'Grow',
    page('From one process to many', 'operating/grow'),
    page('Several processes', 'operating/processes'),
    page('Overload and failures', 'operating/overload'),
    page('Scale', 'scale'),
    page('Performance', 'performance'),
  ),
  group(
    'Releases',
    page('Reliability', 'reliability'),
    page('Changelog', 'changelog'),
    page('Security reports', 'security'),
  ),
];
const reference = [
  group(
    'Endpoints',
    ...tags.map(({ name }: { name: string }) => page(name, `endpoints/${slug(name)}`)),
    page('Records and bodies', 'endpoints/records'),
  ),
  group(
    'Reference',
    page('The client for websites', 'sdk'),
    page('The package', 'sdk-package'),
    page('For assistants', 'assistants'),
    page('Every type of message', 'reference/events'),
    page('What a message says', 'webhooks/types'),
    page('Every error', 'reference/errors'),
    page('Every setting', 'reference/settings'),
    page('Readings of the interface', 'interface'),
  ),
  group(
    'Commands',
    page('The command line', 'command-line'),
    page('Every command', 'reference/commands'),
    page('The server', 'commands/server'),
    page('Clients and feeds', 'commands/clients'),
    page('Keys and partners', 'commands/keys'),
    page('Data and backups', 'commands/data'),
    page('Leads, people, pictures, mail', 'commands/people'),
  ),
];
const contribute = [
  group(
    'Contribute',
    page('First hour', 'contributing'),
    page('Architecture', 'architecture'),
    page('Where do I…', 'architecture/where'),
    page('Why it is fast', 'architecture/fast'),
    page('Measurements', 'measurements'),
    page('Adding an endpoint', 'adding-an-endpoint'),
    page('Glossary', 'glossary'),
    page('Testing', 'testing'),
    page('Fuzzing', 'fuzzing'),
    page('Releasing', 'releasing'),
    page('What releases left behind', 'releases'),
  ),
  group(
    'Decisions',
    page('Dependencies', 'decisions/0001-dependencies'),
    page('Backups', 'decisions/0003-backups'),
    page('Counts in memory', 'decisions/0004-counts-in-memory'),
    page('The example website', 'decisions/0005-example-website'),
    page('Caches', 'decisions/0006-caches'),
    page('Assistants', 'decisions/0007-assistants'),
    page('Accounts of the console', 'decisions/0008-console-accounts'),
    page('The map of the console', 'decisions/0009-console-map'),
    page('Known advisories', 'decisions/0010-advisories'),
  ),
];

/** Each page has the sidebar of its door. */
const doors = [website, data, operation, reference, contribute];

const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path fill="#3a7bd5" d="M8 1 1 6v2h14V6zM3 9v5h2V9zm4 0v5h2V9zm4 0v5h2V9z"/></svg>';

export default defineConfigWithTheme<ThemeSettings>({
  // Pages name servers that the reader has just started.
  ignoreDeadLinks: 'localhostLinks',
  title: 'Portico',
  description: 'The open, self-hosted server behind real-estate websites',
  lang: 'en',
  base,
  rewrites: Object.fromEntries(
    Object.entries(elsewhere).map(([file, address]) => [`repository/${file}`, address]),
  ),
  head: [
    ['meta', { name: 'color-scheme', content: 'light dark' }],
    ['link', { rel: 'icon', href: `data:image/svg+xml,${encodeURIComponent(ICON)}` }],
  ],
  transformHtml: (html) =>
    html
      // The home page of the theme has no landmark.
      .replace('<div class="VPHome"', '<div role="main" class="VPHome"')
      // A file without icons, which the first paint would wait for.
      .replace(/<link [^>]*vp-icons\.css[^>]*>/, ''),
  markdown: {
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    config(md) {
      const fence = md.renderer.rules.fence;
      md.renderer.rules.fence = (...args) => {
        const [tokens, index] = args;
        const token = tokens[index];
        if (token?.info.trim() !== 'mermaid') return fence?.(...args) ?? '';
        return `<MermaidDrawing code="${encodeURIComponent(token.content)}" />`;
      };
      // A table may have no words above its columns.
      md.core.ruler.push('tables', ({ tokens }) => {
        for (let at = tokens.length - 1; at > 0; at -= 1) {
          if (tokens[at]?.type !== 'th_open' || tokens[at + 1]?.content !== '') continue;
          for (const cell of [tokens[at], tokens[at + 2]]) if (cell) cell.tag = 'td';
        }
      });
      // Before VitePress looks at the links: they are relative to the repository, as they are on any host of code.
      md.core.ruler.push('repository', ({ tokens, env }) => {
        const source: string | undefined = env.realPath ?? env.path;
        if (source === undefined) return;
        const folder = dirname(
          source.startsWith(copies) ? resolve(repository, relative(copies, source)) : source,
        );
        const inline = tokens.flatMap(({ children }) => children ?? []);
        for (const image of inline.filter(({ type }) => type === 'image')) {
          const file = resolve(folder, image.attrGet('src') ?? '');
          const { width, height } = imageSize(readFileSync(file));
          image.attrSet('src', `./${relative(dirname(source), file)}`);
          // The space is kept while the picture is on its way.
          image.attrSet('width', String(width));
          image.attrSet('height', String(height));
        }
        for (const link of inline.filter(({ type }) => type === 'link_open')) {
          const [path, anchor] = (link.attrGet('href') ?? '').split(/(?=#)/);
          if (path === undefined || path === '' || /^[a-z]+:|^[/#]/.test(path)) continue;
          const file = relative(repository, resolve(folder, path));
          if (file.endsWith('.md')) {
            link.attrSet('href', `/${addressOf(file)}${anchor ?? ''}`);
          } else {
            files.add(file);
            link.attrSet('href', `${base}files/${file}`);
            link.attrSet('target', '_self');
          }
        }
      });
    },
  },
  buildEnd({ outDir }) {
    for (const file of files)
      cpSync(resolve(repository, file), resolve(outDir, 'files', file), { recursive: true });
  },
  themeConfig: {
    nav: [
      page('Build a website', 'websites'),
      page('Bring your data', 'importing'),
      page('Run it', 'operating'),
      page('Reference', 'endpoints/listings'),
      page('Contribute', 'contributing'),
      { text: version, link: '/changelog' },
    ],
    // The theme makes the sidebar of each page from these: every page carries the settings of the whole site.
    doors,
    outline: [2, 3],
    search: { provider: 'local' },
    docFooter: { prev: 'Previous', next: 'Next' },
  },
});

function slug(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z]+/g, '-');
}

/** The address of a page of the repository. */
function addressOf(file: string): string {
  return elsewhere[file as keyof typeof elsewhere] ?? file.replace(/^docs\//, '');
}
