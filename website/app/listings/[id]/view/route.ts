import { idOf } from '@/lib/ids';
import { minutesToWait } from '@/lib/limits';
import { visitorAddress } from '@/lib/member';
import { portico } from '@/lib/portico';

interface Context {
  readonly params: Promise<{ readonly id: string }>;
}

/**
 * Counts that a visitor looks at a home. The browser says so once the page is there, so nobody waits for it, and programs that read
 * pages are not counted. Who comes back within an hour counts once, and where Portico is busy the view is left out.
 */
export async function POST(request: Request, { params }: Context): Promise<Response> {
  const id = idOf((await params).id);
  // Browsers name the site that sends; another one has no views to count.
  const isOwn = request.headers.get('sec-fetch-site') === 'same-origin';
  if (id !== undefined && isOwn) {
    const visit = `${await visitorAddress()} ${id}`;
    if ((await minutesToWait('view', visit)) === undefined) portico().listings.countViewSoon(id);
  }
  return new Response(null, { status: 204 });
}
