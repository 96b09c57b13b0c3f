import type { NextRequest } from 'next/server';
import { ownPath } from '@/lib/own-path';

/** Seconds after which a program may look again. */
const LATER = 30;

/**
 * Says that a page cannot be made right now, mostly as Portico is not reached. Not a page of React: those have no way to answer
 * with this status. It needs nothing but this process.
 */
export function GET(request: NextRequest): Response {
  const nonce = request.headers.get('x-nonce') ?? '';
  const back = inAttribute(ownPath(request.nextUrl.searchParams.get('back'), '/'));
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-store',
    'Retry-After': String(LATER),
  };
  return new Response(pageWith(nonce, back), { status: 503, headers });
}

/** A form without JavaScript that was sent while Portico is away is led here as it was sent. */
export { GET as POST };

/** Of what `URL` leaves as it is in a path, only these mean something in an attribute. */
const inAttribute = (path: string): string =>
  path.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

const pageWith = (nonce: string, back: string): string => `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Not there right now</title>
<style nonce="${nonce}">
:root { color-scheme: light dark; font: 1.0625rem/1.6 ui-sans-serif, system-ui, sans-serif; }
body { max-width: 38rem; margin: 20vh auto; padding: 0 1.5rem; }
h1 { line-height: 1.15; }
a { color: inherit; display: inline-block; padding: 0.5rem 0; }
</style>
</head>
<body>
<main>
<h1>This page is not there right now</h1>
<p>The fault is ours. Please try again in a moment.</p>
<p><a href="${back}">Try again</a></p>
</main>
</body>
</html>
`;
