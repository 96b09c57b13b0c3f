import { type NextRequest, NextResponse } from 'next/server';
import { report } from '@/lib/failure';
import { networkOf, secondsToWaitForPage } from '@/lib/limits';
import { mapStyle, mapStyleOrigin } from '@/lib/map-style';
import { addressIn } from '@/lib/member';
import { unavailablePath } from '@/lib/or-unavailable';
import { isMissing } from '@/lib/records';
import { sessionIn } from '@/lib/session';
import { isHttpsOnly, pictureOrigins } from '@/lib/settings';
import { forVisitor } from '@/lib/turns';
import { comparisonPath, noteVisit } from '@/lib/visited';

/**
 * Gives each page a Content-Security-Policy with a nonce of its own: only scripts that this answer names
 * run. Next.js reads the nonce from the request's header and writes it into its script tags. A page of a record that does not exist
 * becomes one that no folder of `app/` has, which is drawn on the server, with the status 404.
 */
export async function proxy(request: NextRequest): Promise<NextResponse> {
  const nonce = Buffer.from(crypto.randomUUID()).toString('base64');
  const policy = policyWith(nonce);
  const headers = new Headers(request.headers);
  headers.set('x-nonce', nonce);
  headers.set('Content-Security-Policy', policy);
  headers.set('x-path', request.nextUrl.pathname + request.nextUrl.search);
  const comparison = comparisonPath(request);
  if (comparison !== undefined) return NextResponse.redirect(new URL(comparison, request.url));
  const other = await insteadOf(request);
  const response = other
    ? NextResponse.rewrite(new URL(other, request.url), { request: { headers } })
    : NextResponse.next({ request: { headers } });
  response.headers.set('Content-Security-Policy', policy);
  if (other === undefined && request.method === 'GET') noteVisit(request, response);
  if (isHttpsOnly()) response.headers.set('Strict-Transport-Security', 'max-age=31536000');
  return response;
}

/** The path of what is shown in place of a page: of a record that does not exist or cannot be looked for, or to somebody who has to wait. */
async function insteadOf({
  method,
  nextUrl,
  headers,
  cookies,
}: NextRequest): Promise<string | undefined> {
  if (UNCOUNTED.test(nextUrl.pathname)) return undefined;
  const visitor = networkOf(addressIn(headers));
  const path = nextUrl.pathname + nextUrl.search;
  const wait = secondsToWaitForPage(visitor, (await sessionIn(cookies))?.id);
  // Whatever the method: each of them draws a page.
  if (wait !== undefined) return unavailablePath(path, wait);
  if (method !== 'GET' && method !== 'HEAD') return undefined;
  try {
    const missing = await forVisitor(visitor, () => isMissing(nextUrl.pathname));
    return missing ? '/there-is-no-such-page' : undefined;
  } catch (error) {
    report('A look for a record', error);
    return unavailablePath(path);
  }
}

/** What a page asks for by itself: streets come in a hundred parts; and what says that one has to wait, which comes through here too. */
const UNCOUNTED =
  /^\/(suggest|unavailable|listings\/[^/]+\/card|buildings\/[^/]+\/picture|[^/]+\.pmtiles)$/;

function policyWith(nonce: string): string {
  const developing = process.env.NODE_ENV === 'development';
  return [
    "default-src 'self'",
    // React's error overlay evaluates code, in development only.
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${developing ? " 'unsafe-eval'" : ''}`,
    `style-src 'self' ${developing ? "'unsafe-inline'" : `'nonce-${nonce}'`}`,
    `img-src 'self' data: ${pictureOrigins().join(' ')}`,
    ...streetSources(),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** What streets under maps need: the host of their style or archive, and a worker, which is a file of this site. */
function streetSources(): string[] {
  if (mapStyle() === undefined) return [];
  return [`connect-src 'self' ${mapStyleOrigin() ?? ''}`.trimEnd(), "worker-src 'self'"];
}

/** Pages only: files that the build made are the same for everybody, and carry no script of their own. */
export const config = { matcher: '/((?!_next/static|favicon.ico|icon.svg).*)' };
