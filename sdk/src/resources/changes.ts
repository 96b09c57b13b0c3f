import type { Answer } from '../answer.js';
import type { Api, CallOptions } from '../api.js';
import { AbortedError } from '../errors.js';
import type { AnswerOf, QueryOf, Schema } from '../types.js';
import { sleep } from '../waiting.js';

/** How changes are followed. */
export interface FollowOptions extends Pick<CallOptions, 'signal'> {
  /** Where to start: the cursor that was saved last. By default, with everything there is. */
  readonly cursor?: string | undefined;
  /** Keeps a cursor, after every change before it has been handed out and the loop has gone on. */
  readonly saveCursor?: (cursor: string) => void | Promise<void>;
  /** Milliseconds between two questions when nothing has changed; 10,000 by default. */
  readonly interval?: number;
  /** Kinds of records, whether the records themselves come along, and the feed to follow. */
  readonly query?: Omit<QueryOf<'listChanges'>, 'since'>;
}

/** What the records of each kind are. */
interface ChangedRecords {
  neighborhoods: Schema<'Neighborhood'>;
  buildings: Schema<'Building'>;
  offices: Schema<'Office'>;
  agents: Schema<'Agent'>;
  teams: Schema<'Team'>;
  labels: Schema<'Label'>;
  listings: Schema<'ListingSearchRecord'> & Schema<'ListingDetail'>;
  'blog-labels': Schema<'BlogLabel'>;
  blogs: Schema<'BlogPost'>;
  press: Schema<'PressArticle'>;
  videos: Schema<'Video'>;
  testimonials: Schema<'Testimonial'> & { agentid: number };
  docs: Schema<'Document'>;
  'link-categories': Schema<'LinkCategory'>;
  links: Schema<'Link'>;
}

/** A change. Its `kind` says what its `record` is. An upsert has a record if you asked for `records: true`. */
export type Change = {
  [Kind in Schema<'ChangeKind'>]: Omit<Schema<'Change'>, 'kind' | 'record'> & {
    kind: Kind;
    record?: ChangedRecords[Kind];
  };
}[Schema<'ChangeKind'>];

/** One page of changes. */
export type ChangePage = Omit<AnswerOf<'listChanges'>, 'CHANGES'> & { CHANGES: Change[] };

/** What appeared, changed or was removed: `/changes`. */
export class Changes {
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  /** One page of changes since a cursor. */
  list(query: QueryOf<'listChanges'> = {}, options?: CallOptions): Answer<ChangePage> {
    return this.#api.call({ path: '/changes', query, unkept: true }, options);
  }

  /**
   * Every change, forever: break out of the loop or abort the signal to end it, without an error. A change comes
   * again if the program ended before its cursor was saved.
   *
   * @throws CursorGoneError when the cursor cannot be continued: start without one.
   * @example
   * const copy = new Map<string, unknown>();
   * const query = { kinds: ['offices' as const], records: true };
   * for await (const { op, kind, id, record } of portico.changes.follow({ query })) {
   *   if (op === 'remove') copy.delete(`${kind} ${id}`);
   *   else copy.set(`${kind} ${id}`, record);
   *   if (copy.size === 3) break;
   * }
   */
  async *follow(options: FollowOptions = {}): AsyncGenerator<Change> {
    const { signal, saveCursor, interval = 10_000, query } = options;
    let since = options.cursor;
    try {
      while (true) {
        const page = await this.list({ ...query, since }, { signal });
        yield* page.CHANGES;
        if (page.CURSOR !== since) await saveCursor?.(page.CURSOR);
        since = page.CURSOR;
        if (!page.MORE) await sleep(interval, signal);
      }
    } catch (error) {
      if (!(signal?.aborted && error instanceof AbortedError)) throw error;
    }
  }
}
