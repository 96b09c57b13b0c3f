import { type Static, Type } from 'typebox';
import type { Call } from '../../api/endpoint.js';
import { isoMoment, oneOf, oneZero } from '../../api/fields.js';
import { isoDate } from '../../lib/dates.js';
import { revisionOf } from '../../store/tenant/write.js';

/** A feed in the answer of `GET /site`. R375. */
export const siteSource = Type.Object(
  {
    feed: oneOf(['isMLS', 'isRLS'], 'The parameter that asks for its listings'),
    name: Type.String({ description: 'What people call it' }),
    copyright: Type.String({ description: 'Its copyright line, or empty' }),
    logo: Type.String({ description: 'URL of its logo, or empty' }),
    disclaimer: Type.String({ description: 'What it has websites say, or empty' }),
    history: oneZero('websites may show what its listings cost before'),
    updated: isoMoment(
      'When it was last brought up to date, like 2026-11-20T14:05:09-05:00; empty for never',
    ),
  },
  { $id: 'SiteSource', description: 'A feed that the client reads', additionalProperties: false },
);

/** The feeds that a tenant reads. */
export async function sourcesOf(
  { feeds }: Call['tenant'],
  feedContext: Call['feedContext'],
): Promise<Static<typeof siteSource>[]> {
  const sources: Static<typeof siteSource>[] = [];
  for (const kind of ['mls', 'rls'] as const) {
    const [database, { feed, timeZone }] = [feeds[kind], feedContext(kind)];
    if (database === undefined || feed === undefined) continue;
    const { copyright = '', logo = '', disclaimer = '', history } = feed.display;
    const { refreshed_at } = await revisionOf(database);
    sources.push({
      feed: kind === 'mls' ? 'isMLS' : 'isRLS',
      name: feed.title,
      ...{ copyright, logo, disclaimer, history: history === 'yes' ? 1 : 0 },
      updated: refreshed_at === 0 ? '' : isoDate(refreshed_at, timeZone),
    });
  }
  return sources;
}
