import type { Config } from '../../config/config.js';
import { count } from '../../lib/text.js';
import { alertState, heldListings } from '../../resources/saved-searches/alerts/alert-places.js';
import { unsubscribePattern } from '../../resources/saved-searches/alerts/unsubscribe.js';
import type { Services } from '../../services.js';
import type { ClientEntry } from '../../store/directory/directory.js';
import { visitEach } from './visits.js';

/**
 * What keeps email about saved searches from being sent, in words.
 *
 * @param entries Those whose databases have all schema steps.
 * @param withinMs The longest that databases are opened for: of those that are left out, nothing is said.
 */
export async function alertProblems(
  services: Pick<Services, 'tenants' | 'clock' | 'directory'>,
  { baseUrl }: Pick<Config, 'baseUrl'>,
  entries: readonly ClientEntry[],
  withinMs: number,
): Promise<string[]> {
  // A tenant whose members want such email is noted for as long as they do.
  const noted = new Set(
    (await services.directory.emailNotes.noted()).map(({ entry }) => entry.name),
  );
  const clients = entries.filter(({ kind, name }) => kind === 'client' && noted.has(name));
  const { found } = await visitEach(services, clients, withinMs, async (database) => {
    const [{ wanted }, held] = [await alertState(database), await heldListings(database)];
    return wanted ? held : undefined;
  });
  return clients.flatMap((entry) => {
    const { name } = entry;
    const held = found.get(name);
    if (held === undefined) return [];
    if (unsubscribePattern(entry, baseUrl) === undefined) {
      return `Members of ${name} get no email about their searches: it needs PORTICO_BASE_URL, or \`portico client set ${name} --unsubscribe-page\`.`;
    }
    if (held === 0) return [];
    return `Alerts of ${name} wait, because so many listings are new or cheaper within a day, ${count(held)} of them now: \`portico alert release ${name}\` sends them, and \`portico alert discard ${name}\` does not.`;
  });
}
