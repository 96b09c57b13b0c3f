import type { ClientEntry } from '../store/directory/directory.js';
import { may, type Roles } from './roles.js';

/** A brokerage as its people see it. */
export function brokerageOf(entry: ClientEntry, roles: Roles) {
  return {
    client: entry.name,
    title: entry.title,
    timeZone: entry.time_zone,
    role: may(roles, 'edit records', entry.name) ? 'editor' : 'viewer',
    listingPage: entry.listing_page ?? '',
  };
}
