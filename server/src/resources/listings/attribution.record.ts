import { type Static, type TObject, Type } from 'typebox';
import { stampMoment } from '../../api/fields.js';
import type { AnswerContext } from '../../api/request-context.js';
import { isoDate, stampDate } from '../../lib/dates.js';
import type { Attribution } from './attribution.queries.js';

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
