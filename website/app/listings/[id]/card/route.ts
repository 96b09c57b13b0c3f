import { facts, priceText } from '@/lib/format';
import { idOf } from '@/lib/ids';
import { minutesToWait } from '@/lib/limits';
import { type Listing, picturesOf } from '@/lib/listing';
import type { HomeCard } from '@/lib/map/home-card';
import { portico } from '@/lib/portico';
import { remember } from '@/lib/remember';
import { forThisVisitor } from '@/lib/visitor';

interface Context {
  readonly params: Promise<{ readonly id: string }>;
}

/** Visitors open the same few markers. */
const cardOf = remember(60, async (id: number): Promise<HomeCard | undefined> => {
  const query = { addPhotos: 'variants', photosMax: 1 } as const;
  const listing = await portico().listings.get(id, query);
  return listing && cardFrom(listing);
});

/** Answers what the map shows of a home. Its marker leads to the page of the home where this has no answer. */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const id = idOf((await params).id);
  if (id === undefined || (await minutesToWait('card')) !== undefined) return nothing();
  const card = await forThisVisitor(() => cardOf(id)).catch(() => undefined);
  const headers = { 'Cache-Control': 'private, max-age=60' };
  return card === undefined ? nothing() : Response.json(card, { headers });
}

const nothing = (): Response => new Response(null, { status: 404 });

function cardFrom(listing: Listing): HomeCard {
  const { main_id, main_address } = listing;
  const [picture] = picturesOf({ ...listing, floorplan_image: '' }, new Map());
  return {
    href: `/listings/${main_id}`,
    address: main_address,
    price: priceText(listing),
    facts: facts(listing).join(' · '),
    picture: { src: picture?.src ?? '', files: picture?.files },
  };
}
