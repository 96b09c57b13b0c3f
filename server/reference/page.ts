import { connectDialog } from './access.js';
import { bringAccess } from './calls.js';
import { type Document, documentForPage } from './document.js';
import { groupTitles } from './groups.js';

/** What the viewer's script leaves in the window. */
declare const Scalar: {
  createApiReference(place: string, configuration: Readonly<Record<string, unknown>>): void;
};

const TITLE = 'Portico: the website API';

// Addresses are relative: behind a proxy the server may be below a path.
const server = new URL('..', location.href).href.replace(/\/$/, '');

connectDialog();
const titles = new CSSStyleSheet();
titles.replaceSync(groupTitles());
document.adoptedStyleSheets = [titles];
const answer = await fetch(`${server}/api-docs`);
const described = documentForPage((await answer.json()) as Document, server);

Scalar.createApiReference('#app', {
  title: TITLE,
  content: described,
  // The viewer would put the section in view there.
  setPageTitle: (_section: unknown) => TITLE,
  plugins: [
    () => ({
      name: 'portico',
      extensions: [],
      apiClientPlugins: [{ hooks: { beforeRequest: bringAccess } }],
    }),
  ],
  theme: 'none',
  withDefaultFonts: false,
  documentDownloadType: 'none',
  agent: { disabled: true },
  mcp: { disabled: true },
  telemetry: false,
  showDeveloperTools: 'never',
  hideClientButton: true,
});
