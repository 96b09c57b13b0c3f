import { type Static, type TObject, Type } from 'typebox';
import { stampMoment } from '../../api/fields.js';
import type { AnswerContext } from '../../api/request-context.js';
import { isoDate, stampDate } from '../../lib/dates.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import { revisionOf } from '../../store/tenant/write.js';

/** The custom values that the shipped mapping of an MLS fills (`importer/reso/property.yaml`). */
const VALUES = { list_office: 'office', attribution: 'contact', copyright: 'copyright' } as const;

/** Whose listing one is. What is not known is left out. */
export type Attributed = { [Fact in (typeof VALUES)[keyof typeof VALUES]]?: string };

/** Whose some listings are, and when their source was last read, in milliseconds since the epoch; 0 for never. */
export interface Attribution {
  readonly byListing: ReadonlyMap<number, Attributed>;
  readonly refreshedAt: number;
}

/**
 * Whose listings are: of the office that their source names, by name or number, else of that of their listing agent, else of
 * that of their agent. R374.
 */
export async function attributionOf(
  database: TenantDatabase,
  ids: readonly number[],
): Promise<Attribution> {
  const { refreshed_at: refreshedAt } = await revisionOf(database);
  const offices = await database.db
    .selectFrom('listing as l')
    .leftJoin('agent as g', 'g.id', 'l.listingagent_id')
    .leftJoin('agent as a', 'a.id', 'l.agent_id')
    .leftJoin('office as of_l', 'of_l.id', 'l.office_id')
    .leftJoin('office as of_g', 'of_g.id', 'g.office')
    .leftJoin('office as of_a', 'of_a.id', 'a.office')
    .select(['l.id', 'of_l.name as own', 'of_g.name as of_listing_agent', 'of_a.name as of_agent'])
    .where('l.id', 'in', ids)
    .execute();
  const values = await database.db
    .selectFrom('listing_custom')
    .selectAll()
    .where('listing_id', 'in', ids)
    .where('name', 'in', Object.keys(VALUES))
    .execute();
  const byListing = new Map<number, Attributed>();
  for (const { id, own, of_listing_agent, of_agent } of offices) {
    byListing.set(id, { office: own || of_listing_agent || of_agent || '' });
  }
  for (const { listing_id, name, value } of values) {
    const attributed = byListing.get(listing_id);
    if (attributed !== undefined) attributed[VALUES[name as keyof typeof VALUES]] = value;
  }
  return { byListing, refreshedAt };
}

const words = (description: string) =>
  Type.Optional(Type.String({ description: `addAttribution: ${description}` }));

/** The fields that `addAttribution` adds. R374. */
export const attributionFields = {
  courtesy_of: words('the office whose listing it is; empty when unknown'),
  courtesy_contact: words('how to reach it, as the MLS says; empty when unknown'),
  source_name: words('of a listing of a feed, what people call the feed'),
  source_copyright: words('of a listing of a feed, the copyright line to show, or empty'),
  source_logo: words('of a listing of a feed, URL of the logo to show, or empty'),
  source_disclaimer: words('of a listing of a feed, the disclaimer to show, or empty'),
  source_updated: Type.Optional(
    stampMoment(
      'addAttribution: of a listing of a feed, when the feed was last brought up to date',
    ),
  ),
};

/** What `addAttribution` adds to a listing, with its moment in ISO 8601 where `addIso` asks for it. */
type AttributionPart = Static<TObject<typeof attributionFields>> & { source_updated_iso?: string };

/** The fields that `addAttribution` adds to a listing. One of the brokerage has no notice of an MLS. */
export function attributionPart(
  id: number,
  { byListing, refreshedAt }: Attribution,
  { feed, timeZone }: AnswerContext,
  withIso: boolean,
): AttributionPart {
  const { office = '', contact = '', copyright = '' } = byListing.get(id) ?? {};
  const courtesy = { courtesy_of: office, courtesy_contact: contact };
  if (feed === undefined) return courtesy;
  const { display, title } = feed;
  return {
    ...courtesy,
    source_name: title,
    source_copyright: display.copyright ?? copyright,
    source_logo: display.logo ?? '',
    source_disclaimer: display.disclaimer ?? '',
    source_updated: stampDate(refreshedAt || null, timeZone),
    ...(withIso
      ? { source_updated_iso: refreshedAt === 0 ? '' : isoDate(refreshedAt, timeZone) }
      : {}),
  };
}
