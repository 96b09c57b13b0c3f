import { photosOfBuilding } from '@/lib/buildings';
import { idOf } from '@/lib/ids';
import { minutesToWait } from '@/lib/limits';
import { forThisVisitor } from '@/lib/visitor';

interface Context {
  readonly params: Promise<{ readonly id: string }>;
}

/**
 * Leads to the first photo of a building. Lists of buildings name none, and a call for each would be too many for a page: browsers
 * ask here for those that come into view.
 */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const id = idOf((await params).id);
  if (id === undefined || (await minutesToWait('picture')) !== undefined) return nothing();
  const [photo] = await forThisVisitor(() => photosOfBuilding(id)).catch(() => []);
  if (photo === undefined) return nothing();
  const headers = { Location: photo.src, 'Cache-Control': 'public, max-age=600' };
  return new Response(null, { status: 302, headers });
}

const nothing = (): Response => new Response(null, { status: 404 });
