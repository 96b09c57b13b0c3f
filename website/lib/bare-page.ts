import { type Brokerage, brokerage } from './site';

interface PageParts {
  readonly status: number;
  readonly title: string;
  readonly words: string;
  /** What a visitor can do, as HTML. */
  readonly more?: (owner: Brokerage) => string;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * A page for a route. It is not made by React, whose pages have no way to answer with another status or to take a form of other programs.
 * It needs only this process: the name and the telephone number of the brokerage are there from memory, or left out.
 */
export async function barePage(
  request: Request,
  { status, title, words, more, headers }: PageParts,
): Promise<Response> {
  const nonce = request.headers.get('x-nonce') ?? '';
  const owner = await brokerage();
  const main = `<h1>${title}</h1>\n<p>${words}</p>\n${more?.(owner) ?? ''}`;
  return new Response(htmlOf(nonce, title, main, escaped(owner.name)), {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      ...headers,
    },
  });
}

/** A text in HTML or in an attribute. */
export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** The page, in the colours of `styles/tokens.css`. */
const htmlOf = (
  nonce: string,
  title: string,
  main: string,
  name: string,
): string => `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} | ${name}</title>
<style nonce="${nonce}">
:root { color-scheme: light dark; font: 1.0625rem/1.6 ui-sans-serif, system-ui, sans-serif; }
body { margin: 0; background: light-dark(#f5f6f3, #0f1513); color: light-dark(#16211d, #e9ede8); }
header { border-bottom: 1px solid light-dark(#d5dad2, #2c3632); }
header a { display: flex; align-items: center; gap: 0.75rem; min-height: 4rem; padding: 0 1.5rem; color: inherit; font-size: 1.25rem; font-weight: 700; text-decoration: none; }
header svg { fill: light-dark(#a33d26, #f0937a); }
main { max-width: 38rem; margin: 14vh auto; padding: 0 1.5rem; }
h1 { line-height: 1.15; }
main a, button { display: inline-block; margin-right: 1rem; padding: 0.75rem 1.5rem; border: 0; border-radius: 4px; background: light-dark(#a33d26, #f0937a); color: light-dark(#fff, #2a0f08); font: inherit; font-weight: 600; text-decoration: none; cursor: pointer; }
main a + a, button + a { padding-inline: 0; background: none; color: inherit; text-decoration: underline; }
</style>
</head>
<body>
<header><a href="/"><svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true"><path d="M16 3 2.5 11v2.5h27V11z"/><path d="M5 15.5h3.4v10H5zm9.3 0h3.4v10h-3.4zm9.3 0H27v10h-3.4zM2.5 27h27v2.5h-27z"/></svg>${name}</a></header>
<main>
${main}
</main>
</body>
</html>
`;
