import { type NextRequest, NextResponse } from 'next/server';
import { pictureOrigins } from '@/lib/settings';

/**
 * Gives each page a Content-Security-Policy with a nonce of its own: only scripts that this answer names
 * run. Next.js reads the nonce from the request's header and writes it into its script tags.
 */
export function proxy(request: NextRequest): NextResponse {
  const nonce = Buffer.from(crypto.randomUUID()).toString('base64');
  const policy = policyWith(nonce);
  const headers = new Headers(request.headers);
  headers.set('x-nonce', nonce);
  headers.set('Content-Security-Policy', policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set('Content-Security-Policy', policy);
  return response;
}

function policyWith(nonce: string): string {
  const developing = process.env.NODE_ENV === 'development';
  return [
    "default-src 'self'",
    // React's error overlay evaluates code, in development only.
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${developing ? " 'unsafe-eval'" : ''}`,
    `style-src 'self' ${developing ? "'unsafe-inline'" : `'nonce-${nonce}'`}`,
    `img-src 'self' data: ${pictureOrigins().join(' ')}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Pages only: files that the build made are the same for everybody, and carry no script of their own. */
export const config = { matcher: '/((?!_next/static|favicon.ico|icon.svg).*)' };
