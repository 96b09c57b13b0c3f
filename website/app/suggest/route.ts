import type { NextRequest } from 'next/server';
import { report } from '@/lib/failure';
import { minutesToWait } from '@/lib/limits';
import { portico } from '@/lib/portico';
import { remember } from '@/lib/remember';
import { COMPLETED } from '@/lib/suggestions';
import { forThisVisitor } from '@/lib/visitor';

/** Visitors begin with the same few letters, so most of these are in memory. */
const suggested = remember(120, (q: string) => portico().listings.suggest({ q, limit: 8 }), 500);

/** Completes what a visitor types into the search box. A search works without it, so it answers nothing rather than an error. */
export async function GET(request: NextRequest): Promise<Response> {
  const q = (request.nextUrl.searchParams.get('q') ?? '').trim().toLowerCase();
  const isName = q.length >= COMPLETED.least && q.length <= COMPLETED.most;
  if (!isName || (await minutesToWait('suggestion')) !== undefined) return Response.json([]);
  try {
    const headers = { 'Cache-Control': 'private, max-age=60' };
    return Response.json(await forThisVisitor(() => suggested(q)), { headers });
  } catch (error) {
    report('A suggestion', error);
    return Response.json([]);
  }
}
