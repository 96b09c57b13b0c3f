import type { NextRequest } from 'next/server';
import { count, telOf } from '@/lib/format';
import { ownPath } from '@/lib/own-path';
import { type Brokerage, brokerage } from '@/lib/site';

/** Seconds after which a program may look again. */
const LATER = 30;

/**
 * Says that a page cannot be made right now, mostly because Portico is not reached, or that a visitor has to wait. Not a page of React: those
 * have no way to answer with this status. It needs only this process: the name and the telephone number of the brokerage are there from
 * memory, or left out.
 */
export async function GET(request: NextRequest): Promise<Response> {
  const nonce = request.headers.get('x-nonce') ?? '';
  const { searchParams } = request.nextUrl;
  // A minute is the longest that anybody waits for a page.
  const wait = Math.min(Math.max(Number.parseInt(searchParams.get('wait') ?? '', 10) || 0, 0), 60);
  const back = escaped(ownPath(searchParams.get('back'), '/'));
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-store',
    'Retry-After': String(wait || LATER),
  };
  const page = pageWith(nonce, back, wait === 0 ? AWAY : tooFast(wait), await brokerage());
  return new Response(page, { status: wait === 0 ? 503 : 429, headers });
}

/** What was sent while Portico is away, or too often, is led here as it was sent: by a form without JavaScript, or by a program. */
export { GET as DELETE, GET as OPTIONS, GET as PATCH, GET as POST, GET as PUT };

/** A text in HTML or in an attribute. */
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

interface PageWords {
  readonly title: string;
  readonly words: string;
}

const AWAY: PageWords = {
  title: 'This page is unavailable right now',
  words: 'The fault is ours. Please try again in a moment.',
};
const tooFast = (seconds: number): PageWords => ({
  title: 'One moment, please',
  words: `Too many pages were opened from your connection within a minute. Please try again in ${count(seconds, 'second')}.`,
});

/** The page, in the colours of `styles/tokens.css`. */
const pageWith = (
  nonce: string,
  back: string,
  { title, words }: PageWords,
  { name, phone }: Brokerage,
): string => `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} | ${escaped(name)}</title>
<style nonce="${nonce}">
:root { color-scheme: light dark; font: 1.0625rem/1.6 ui-sans-serif, system-ui, sans-serif; }
body { margin: 0; background: light-dark(#f5f6f3, #0f1513); color: light-dark(#16211d, #e9ede8); }
header { border-bottom: 1px solid light-dark(#d5dad2, #2c3632); }
header a { display: flex; align-items: center; gap: 0.75rem; min-height: 4rem; padding: 0 1.5rem; color: inherit; font-size: 1.25rem; font-weight: 700; text-decoration: none; }
header svg { fill: light-dark(#a33d26, #f0937a); }
main { max-width: 38rem; margin: 14vh auto; padding: 0 1.5rem; }
h1 { line-height: 1.15; }
main a { display: inline-block; margin-right: 1rem; padding: 0.75rem 1.5rem; border-radius: 4px; background: light-dark(#a33d26, #f0937a); color: light-dark(#fff, #2a0f08); font-weight: 600; text-decoration: none; }
main a + a { padding-inline: 0; background: none; color: inherit; text-decoration: underline; }
</style>
</head>
<body>
<header><a href="/"><svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true"><path d="M16 3 2.5 11v2.5h27V11z"/><path d="M5 15.5h3.4v10H5zm9.3 0h3.4v10h-3.4zm9.3 0H27v10h-3.4zM2.5 27h27v2.5h-27z"/></svg>${escaped(name)}</a></header>
<main>
<h1>${title}</h1>
<p>${words}</p>
<p><a href="${back}">Try again</a>${phone ? `<a href="${telOf(phone)}">Call ${escaped(phone)}</a>` : ''}</p>
</main>
</body>
</html>
`;
