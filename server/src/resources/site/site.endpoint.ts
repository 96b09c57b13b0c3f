import { BLOG_FOLDER } from 'portico-media/picture-store.js';
import { type Static, Type } from 'typebox';
import { type Call, type Endpoint, endpoint } from '../../api/endpoint.js';
import { isoMoment, named, oneOf, oneZero } from '../../api/fields.js';
import { described, truth } from '../../api/params.js';
import { isoDate } from '../../lib/dates.js';
import { revisionOf } from '../../store/tenant/write.js';
import { siteSettings } from './site.settings.js';

/** The schema of `GET /site`. R178. @param paths The paths of the endpoints that have pages. */
function siteSchema(paths: readonly string[]) {
  return named('Site', 'What a website needs to know', {
    name: Type.String({ description: 'What people call the brokerage' }),
    time_zone: Type.String({ description: 'IANA zone of its dates, such as America/New_York' }),
    media_url: Type.String({
      description:
        'Absolute URL that file names of records are relative to, with a slash at its end',
    }),
    blog_media_url: Type.String({
      description: 'The same for the images of blog posts',
    }),
    feeds: named(
      'SiteFeeds',
      'The feeds that the client reads, by the parameter that asks for them',
      {
        isMLS: oneZero('an MLS feed is attached, so that `isMLS=true` finds listings'),
        isRLS: oneZero('an RLS feed is attached'),
      },
    ),
    key: named('SiteKey', 'What the key of this call may do', {
      private: oneZero('it has private access: signed calls need a signature'),
      scopes: Type.Array(oneOf(['website', 'marketplace', 'manage'], 'A scope'), {
        description: 'What it is for, in the order of the alphabet',
      }),
    }),
    limits: named('SiteLimits', 'How much may be requested, and how often', {
      per_second: Type.Integer({ description: 'Calls of this key in any second' }),
      in_flight: Type.Integer({ description: 'Calls of this key at the same time' }),
      page_sizes: named(
        'SitePageSizes',
        'The largest page of each search, by its path',
        Object.fromEntries(
          paths.map((path) => [
            path,
            Type.Integer({ description: `Records of a page of ${path}` }),
          ]),
        ),
      ),
    }),
    site: siteSettings.schema('SiteSettings', 'What the operator has set for the website'),
    sources: Type.Optional(
      Type.Array(siteSource, {
        description: 'With `addSources`: the feeds that the client reads',
      }),
    ),
  });
}

/**
 * `GET /site`: what a website has to know besides the records, and what its key may do. R178.
 *
 * @param others All other endpoints, whose page sizes it lists.
 */
export function siteEndpoint(others: readonly Endpoint[]): Endpoint {
  const pageSizes = pageLimits(others);
  return endpoint({
    method: 'GET',
    path: '/site',
    operation: 'getSite',
    access: 'key',
    freshness: 'settings and key',
    refreshedWith: 'addsources',
    tag: 'About the interface',
    addition: true,
    summary: 'The brokerage, its time zone and files, and what the key may do',
    description:
      'What a website needs to know in addition to the records. It changes with settings and keys, and with `addSources` also when a feed is brought up to date.',
    params: {
      addSources: described(
        truth(),
        'Adds `sources`: the feeds that the client reads, with what their licenses require websites to show',
      ),
    },
    answer: siteSchema(Object.keys(pageSizes)),
    handle: async ({ tenant, context, feedContext, caller }, { addSources }) => ({
      name: tenant.settings.title,
      time_zone: tenant.settings.time_zone,
      media_url: context.mediaFolder,
      blog_media_url: `${context.mediaFolder}${BLOG_FOLDER}/`,
      feeds: {
        isMLS: tenant.feeds.mls === undefined ? 0 : 1,
        isRLS: tenant.feeds.rls === undefined ? 0 : 1,
      },
      key: { private: caller.privateAccess ? 1 : 0, scopes: [...caller.scopes].sort() },
      limits: {
        per_second: caller.limits.perSecond,
        in_flight: caller.limits.inFlight,
        page_sizes: pageSizes,
      },
      site: siteSettings.read(tenant.settings.site),
      ...(addSources ? { sources: await sourcesOf(tenant, feedContext) } : {}),
    }),
  });
}

function pageLimits(endpoints: readonly Endpoint[]): Readonly<Record<string, number>> {
  return Object.fromEntries(
    endpoints.flatMap(({ path, params }) =>
      Object.values(params).flatMap(({ pageLimit }) =>
        pageLimit === undefined ? [] : [[path, pageLimit]],
      ),
    ),
  );
}

/** A feed in the answer of `GET /site`. R375. */
const siteSource = named('SiteSource', 'A feed that the client reads', {
  feed: oneOf(['isMLS', 'isRLS'], 'The parameter that asks for its listings'),
  name: Type.String({ description: 'What people call it' }),
  copyright: Type.String({ description: 'Its copyright line, or empty' }),
  logo: Type.String({ description: 'URL of its logo, or empty' }),
  disclaimer: Type.String({ description: 'What it has websites say, or empty' }),
  history: oneZero('websites may show what its listings cost before'),
  updated: isoMoment(
    'When it was last brought up to date, like 2026-11-20T14:05:09-05:00; empty for never',
  ),
});

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
