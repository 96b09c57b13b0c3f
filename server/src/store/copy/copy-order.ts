/**
 * The tables of records, which only imports and websites' own tools write. They are read-only while a
 * client moves, and copied meanwhile. What is not here is copied last, while nobody writes: so it is
 * with a table that is forgotten here.
 */
const RECORDS: ReadonlySet<string> = new Set([
  ...['agent', 'team', 'team_expects', 'office', 'testimonial', 'press', 'video', 'deal'],
  ...[
    'blog',
    'blog_building',
    'blog_label',
    'blog_label_name',
    'document',
    'link',
    'link_category',
  ],
  ...['building', 'building_photo', 'neighborhood', 'label', 'picture', 'picture_source'],
  ...['listing', 'listing_custom', 'listing_history', 'listing_label', 'listing_search', 'photo'],
  ...['change_entry', 'source_key'],
]);

/** The index of words: searches bring it forward, also during a move. `word_index` says how far it is. */
const WORDS: ReadonlySet<string> = new Set(['word', 'word_index', 'word_posting', 'listing_words']);

/** The order in which the tables of a database are copied. */
export interface CopyOrder {
  readonly records: readonly string[];
  /** Large, and mostly still; copied again where a search has brought it forward. */
  readonly words: readonly string[];
  /** What people write, and all else. */
  readonly last: readonly string[];
}

export function copyOrder(tables: readonly string[]): CopyOrder {
  return {
    records: tables.filter((name) => RECORDS.has(name)),
    words: tables.filter((name) => WORDS.has(name)),
    last: tables.filter((name) => !RECORDS.has(name) && !WORDS.has(name)),
  };
}
