import type { NextRequest } from 'next/server';
import { barePage, escaped } from '@/lib/bare-page';
import { count, telOf } from '@/lib/format';
import { ownPath } from '@/lib/own-path';

/** Seconds after which a program may look again. */
const LATER = 30;

/** Says that a page cannot be made right now, mostly because Portico is not reached, or that a visitor has to wait. */
export async function GET(request: NextRequest): Promise<Response> {
  const { searchParams } = request.nextUrl;
  // A minute is the longest that anybody waits for a page.
  const wait = Math.min(Math.max(Number.parseInt(searchParams.get('wait') ?? '', 10) || 0, 0), 60);
  const back = escaped(ownPath(searchParams.get('back'), '/'));
  return barePage(request, {
    ...(wait === 0 ? AWAY : tooFast(wait)),
    more: ({ phone }) =>
      `<p><a href="${back}">Try again</a>${phone ? `<a href="${telOf(phone)}">Call ${escaped(phone)}</a>` : ''}</p>`,
    headers: { 'Retry-After': String(wait || LATER) },
  });
}

/** What was sent while Portico is away, or too often, is led here as it was sent: by a form without JavaScript, or by a program. */
export { GET as DELETE, GET as OPTIONS, GET as PATCH, GET as POST, GET as PUT };

const AWAY = {
  status: 503,
  title: 'This page is unavailable right now',
  words: 'The fault is ours. Please try again in a moment.',
};
const tooFast = (seconds: number) => ({
  status: 429,
  title: 'One moment, please',
  words: `Too many pages were opened from your connection within a minute. Please try again in ${count(seconds, 'second')}.`,
});
