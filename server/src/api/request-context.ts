import type { ClientDatabase } from '../data/client-database/open.js';
import type { ClientEntry } from '../data/directory/directory.js';

/** What a record needs to know beyond its row: whose it is, and when and where it is read. */
export interface AnswerContext {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** IANA zone of the answering database (R33). */
  readonly timeZone: string;
  readonly role: ClientDatabase['role'];
  /** Whether coordinates of listings with a hidden address are rounded. */
  readonly coarsenHidden: boolean;
  /** Absolute URL of a picture: what is absolute already stays, what is empty stays empty. */
  readonly mediaUrl: (path: string) => string;
}

const ABSOLUTE = /^(https?:)?\/\//i;
/** A path that stands in a URL as it is, as most do; to take one apart takes ten times as long. */
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
