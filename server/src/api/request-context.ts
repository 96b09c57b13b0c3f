import type { ClientDatabase } from '../data/client-database/open.js';
import type { ClientEntry } from '../data/directory/directory.js';

/** What an answer needs besides the row: the client, the time and the public address. */
export interface AnswerContext {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** IANA zone of the database that answers (R33). */
  readonly timeZone: string;
  readonly role: ClientDatabase['role'];
  /** Whether coordinates of listings with a hidden address are rounded. */
  readonly coarsenHidden: boolean;
  /** Absolute URL of a picture. An absolute URL stays as it is, an empty one stays empty. */
  readonly mediaUrl: (path: string) => string;
}

const ABSOLUTE = /^(https?:)?\/\//i;
/**
 * A path that needs no encoding, as most do. Splitting and encoding one takes ten times as long.
 */
const PLAIN = /^[\w.!~*'()/-]*$/;

/** The context of one answer. */
export function answerContext(settings: ClientEntry, now: number, baseUrl: string): AnswerContext {
  const folder = `${baseUrl}/media/${settings.name}/`;
  return {
    now,
    timeZone: settings.time_zone,
    role: settings.kind,
    coarsenHidden: settings.coarsen_hidden === 1,
    mediaUrl: (path) => {
      if (path === '' || ABSOLUTE.test(path)) return path;
      if (PLAIN.test(path)) return folder + path;
      return folder + path.split('/').map(encodeURIComponent).join('/');
    },
  };
}
