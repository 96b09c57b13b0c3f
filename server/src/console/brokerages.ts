import { siteSettings } from '../resources/site/site.settings.js';
import type { ClientEntry } from '../store/directory/directory.js';
import { may, type Roles } from './roles.js';

/** A brokerage as its people see it. */
export function brokerageOf(entry: ClientEntry, roles: Roles) {
  const { latitude, longitude } = siteSettings.read(entry.site);
  return {
    client: entry.name,
    title: entry.title,
    timeZone: entry.time_zone,
    role: may(roles, 'edit records', entry.name) ? 'editor' : 'viewer',
    listingPage: entry.listing_page ?? '',
    // Where its maps begin.
    place: latitude === undefined || longitude === undefined ? null : { latitude, longitude },
  };
}
