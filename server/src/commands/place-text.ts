import { maskUrl } from '../lib/mask.js';
import type { ClientEntry } from '../store/directory/directory.js';
import { BeingRemovedError, type Places, UnreadablePlaceError } from '../store/directory/places.js';

/**
 * The place of a tenant or feed in lists: a masked URL, `sqlite` for a file in the data folder, or
 * null for the place of new ones in the configuration.
 */
export async function placeText(places: Places, entry: ClientEntry): Promise<string | null> {
  try {
    const place = await places.placeOf(entry.name, entry.database_url);
    return place === 'default' ? null : maskUrl(place);
  } catch (error) {
    if (error instanceof BeingRemovedError) return '(being removed)';
    if (error instanceof UnreadablePlaceError) return '(sealed under another secret key)';
    throw error;
  }
}
