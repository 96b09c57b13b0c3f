import { BLOG_FOLDER } from 'portico-media/picture-store.js';
import { type Endpoint, endpoint } from '../../api/endpoint.js';
import { siteSchema } from './site.record.js';
import { readSiteSettings } from './site.settings.js';

/**
 * `GET /site`: what a website has to know besides the records, and what its key may do. R178.
 *
 * @param others All other endpoints, whose page sizes it tells.
 */
export function siteEndpoint(others: readonly Endpoint[]): Endpoint {
  const pageSizes = pageLimits(others);
  return endpoint({
    method: 'GET',
    path: '/site',
    operation: 'getSite',
    access: 'key',
    freshness: 'settings and key',
    tag: 'Additions',
    summary: 'The brokerage, its time zone and files, and what the key may do',
    description:
      'What a website has to know besides the records. It changes with settings and keys, and with nothing else.',
    answer: siteSchema(Object.keys(pageSizes)),
    handle: async ({ tenant: { settings, feeds }, context, caller }) => ({
      name: settings.title,
      time_zone: settings.time_zone,
      media_url: context.mediaFolder,
      blog_media_url: `${context.mediaFolder}${BLOG_FOLDER}/`,
      feeds: { isMLS: feeds.mls === undefined ? 0 : 1, isRLS: feeds.rls === undefined ? 0 : 1 },
      key: { private: caller.privateAccess ? 1 : 0, scopes: [...caller.scopes].sort() },
      limits: {
        per_second: caller.limits.perSecond,
        in_flight: caller.limits.inFlight,
        page_sizes: pageSizes,
      },
      site: readSiteSettings(settings.site),
    }),
  });
}

/** The largest page of each endpoint that has pages, by its path. */
function pageLimits(endpoints: readonly Endpoint[]): Readonly<Record<string, number>> {
  return Object.fromEntries(
    endpoints.flatMap(({ path, params }) =>
      Object.values(params).flatMap(({ pageLimit }) =>
        pageLimit === undefined ? [] : [[path, pageLimit]],
      ),
    ),
  );
}
