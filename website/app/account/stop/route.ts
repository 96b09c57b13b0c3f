import type { NextRequest } from 'next/server';
import { barePage } from '@/lib/bare-page';
import { report } from '@/lib/failure';
import { settings } from '@/lib/settings';

const OWN_SEARCHES = '<a href="/account/searches">Your saved searches</a>';

/**
 * Where emails about saved searches lead if visitors cannot reach Portico (`--unsubscribe-page`). It changes nothing: programs open links
 * before people do.
 */
export async function GET(request: NextRequest): Promise<Response> {
  return barePage(request, {
    ...{ status: 200, title: 'Stop these emails?' },
    words: 'You get emails about a search that you have saved on this website.',
    more: () => `<form method="post"><button>Stop the emails</button>${OWN_SEARCHES}</form>`,
  });
}

/** The button of that page, and the one click of mail programs (RFC 8058). They need nobody to be signed in. */
export async function POST(request: NextRequest): Promise<Response> {
  const token = encodeURIComponent(request.nextUrl.searchParams.get('token') || 'none');
  const at = `${settings().url.replace(/\/+$/, '')}/alerts/unsubscribe/${token}`;
  const answer = await fetch(at, { method: 'POST', signal: AbortSignal.timeout(8000) }).catch(
    (error: unknown) => report('An end of emails', error),
  );
  const end = ENDS[answer?.status ?? 503] ?? FAILED;
  return barePage(request, { ...end, more: () => `<p>${OWN_SEARCHES}</p>` });
}

const FAILED = {
  status: 503,
  title: 'That did not work',
  words: 'The fault is ours. Please open the link in our email again in a moment.',
};

/** What Portico answers. */
const ENDS: Readonly<Record<number, typeof FAILED>> = {
  200: {
    status: 200,
    title: 'The emails have stopped',
    words: 'You get no more emails about this search. It is still saved in your account.',
  },
  404: {
    status: 404,
    title: 'This link is not complete',
    words: 'Open it from the email again, or stop the emails in your account.',
  },
  410: {
    status: 410,
    title: 'This link no longer works',
    words: 'The search is gone, or the email is more than two years old.',
  },
};
