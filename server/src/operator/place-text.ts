import type { ClientEntry } from '../data/directory/directory.js';
import { type Places, UnreadablePlaceError } from '../data/directory/places.js';
import { maskUrl } from '../lib/mask.js';

/**
 * Where a client or feed is kept, as lists print it: a masked URL, `sqlite` for a file in the data
 * folder, or null where the configuration puts new ones.
 */
export async function placeText(places: Places, entry: ClientEntry): Promise<string | null> {
  try {
    const place = await places.placeOf(entry.name, entry.database_url);
    return place === 'default' ? null : maskUrl(place);
  } catch (error) {
    if (error instanceof UnreadablePlaceError) return '(sealed under another secret key)';
    throw error;
  }
}
