import { grouped } from '../../../lib/grouped.js';
import {
  feedSource,
  type ListingSource,
  type SearchReader,
} from '../../../search/listing.source-filters.js';
import { RENTAL_STATUSES } from '../../../search/params/listing.vocabulary.js';
import { displayAddress } from '../../../search/words/listing-words.js';
import { fragment } from '../../../store/engines/fragment.js';
import type { TenantDatabase } from '../../../store/tenant/open.js';
import { idSpaceOf } from '../../../store/tenant/people-tables.js';
import { runPrepared } from '../../../store/tenant/prepared.js';
import { attributionOf, attributionPart } from '../../listings/attribution.js';
import { showsHistory } from '../../listings/history.js';
import type { AlertedListing } from './alert.email.js';
import { listingLink } from './unsubscribe.js';

/** A listing that email tells of, and what it costs now. */
export interface MailedListing {
  readonly space: number;
  readonly id: number;
  readonly price: number;
  /** What it cost before; 0 unless it is cheaper. */
  readonly before: number;
}

/** The database of a number of `ID_SPACES`; undefined for a feed that is not attached. */
export function alertSource(reader: SearchReader, space: number): ListingSource | undefined {
  const name = idSpaceOf(space);
  if (name !== 'own') return feedSource(reader, name);
  return { database: reader.tenant.database, context: reader.context };
}

/** How many listings are read at a time; other calls are answered in between. */
const PORTION = 100;

export type ShownListings = Map<string, Omit<AlertedListing, 'price' | 'before'>>;

/** What names a listing among those of all databases. */
export const listingKey = ({ space, id }: Pick<MailedListing, 'space' | 'id'>) => `${space} ${id}`;

/** Reads what emails show of listings, as far as it was not read before; of one that has left, nothing. */
export async function readShown(
  reader: SearchReader,
  mailed: readonly MailedListing[],
  shown: ShownListings,
  breathe: () => Promise<void>,
): Promise<void> {
  const missing = mailed.filter((one) => !shown.has(listingKey(one)));
  for (const [space, ids] of grouped(missing.map(({ space, id }) => [space, id]))) {
    const source = alertSource(reader, space);
    if (source === undefined) continue;
    const each = [...new Set(ids)];
    for (let at = 0; at < each.length; at += PORTION, await breathe()) {
      const portion = each.slice(at, at + PORTION);
      const creditOf = await creditsOf(source, portion);
      for (const row of await shownRows(source.database, portion)) {
        shown.set(listingKey({ space, id: row.id }), {
          address: displayAddress(row, row.neighborhood ?? ''),
          ...{ beds: row.beds, bath: row.bath },
          isRental: RENTAL_STATUSES.includes(row.status),
          url: listingLink(reader.tenant.settings, row.id, idSpaceOf(space)),
          showsHistory: showsHistory(source.context),
          ...creditOf(row.id),
        });
      }
    }
  }
}

/** The few columns that an email shows: many emails are made at a time. */
function shownRows(database: TenantDatabase, ids: readonly number[]) {
  const statement = fragment('mailed listings', [ids], (list) =>
    database.db
      .selectFrom('listing as l')
      .leftJoin('building as b', 'b.id', 'l.building_id')
      .leftJoin('neighborhood as n', 'n.id', 'l.neighborhood_id')
      .select(['l.id', 'l.status', 'l.beds', 'l.bath', 'l.hide_address', 'l.house', 'l.street'])
      .select(['l.apt', 'l.cross_streets', 'n.name as neighborhood'])
      .select(['b.house as b_house', 'b.address as b_address'])
      .where('l.id', 'in', list),
  );
  return runPrepared(database, statement);
}

/** What email says of the source of a listing. */
type Credit = Pick<AlertedListing, 'courtesyOf' | 'notice'>;

/** The credit of listings of a feed; one of the brokerage needs none. */
async function creditsOf(
  { database, context }: ListingSource,
  ids: readonly number[],
): Promise<(id: number) => Credit> {
  if (context.feed === undefined) return () => ({ courtesyOf: '', notice: '' });
  const attribution = await attributionOf(database, ids);
  return (id) => {
    const part = attributionPart(id, attribution, context, false);
    return {
      courtesyOf: part.courtesy_of || part.source_name || '',
      notice: [part.source_copyright, part.source_disclaimer].filter(Boolean).join(' '),
    };
  };
}
