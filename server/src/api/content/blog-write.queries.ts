import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import { inPortions, storedById } from '../../data/bulk.js';
import { BLOG_DEFAULTS, type BlogTable } from '../../data/client-database/content-tables.js';
import type { ClientDatabase } from '../../data/client-database/open.js';
import type { ClientTables } from '../../data/client-database/tables.js';
import { writeTo } from '../../data/client-database/write.js';
import { containing, like, lockTable } from '../../data/dialect.js';
import { isPictureName } from '../../media/picture-store.js';
import { replacePairs } from './blog.write.js';
import { freeSlug, slugOf } from './blog-write.slug.js';
import { searchKey } from './search-key.js';

/** A post as it is stored. */
export type PostRow = Selectable<BlogTable>;

/** What is written of a post; what is left out keeps its value. */
export interface PostChange {
  readonly values: Partial<Omit<PostRow, 'id' | 'title_key'>>;
  readonly labels: readonly number[] | undefined;
  readonly buildings: readonly number[] | undefined;
}

/** A post that was written. */
export interface WrittenPost {
  readonly row: PostRow;
  /** The picture that it had before and that nothing names any more. */
  readonly orphan: string | undefined;
}

/** Whether there is a post of this id, published or not. */
export async function postExists(database: ClientDatabase, id: number): Promise<boolean> {
  return (await missingFrom(database, 'blog', [id])) === undefined;
}

/** The first of some ids that a table does not have; undefined when it has them all. */
export async function missingFrom(
  database: ClientDatabase,
  table: 'agent' | 'blog' | 'blog_label_name' | 'building',
  ids: readonly number[],
): Promise<number | undefined> {
  const loose = database.db as unknown as Kysely<Record<string, { id: number }>>;
  const found = await inPortions(ids, (portion) =>
    loose.selectFrom(table).select('id').where('id', 'in', portion).execute(),
  );
  const known = new Set(found.map(({ id }) => id));
  return ids.find((id) => !known.has(id));
}

/** Whether any post names this picture. */
export async function isPictureOfPost(database: ClientDatabase, image: string): Promise<boolean> {
  const found = await database.db
    .selectFrom('blog')
    .select('id')
    .where('image', '=', image)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Adds a post under the next id, with a slug made from its title when it is told none. */
export function addPost(database: ClientDatabase, post: PostChange): Promise<WrittenPost> {
  return writeTo(database, async (transaction) => {
    // Two posts made at once take neither one id nor one slug.
    await lockTable(transaction, 'blog');
    const { values } = post;
    const title = values.title ?? '';
    const row: PostRow = {
      ...BLOG_DEFAULTS,
      ...values,
      id: await nextId(transaction),
      friendly: values.friendly ?? (await derivedSlug(transaction, title, 0)),
      title,
      title_key: searchKey(title),
    };
    await transaction.insertInto('blog').values(row).execute();
    await linkPost(database, transaction, row.id, post);
    return { row, orphan: undefined };
  });
}

/**
 * Changes what is told of a post. A title makes a new slug, unless a slug is told, too.
 *
 * @returns undefined when there is no such post.
 */
export function changePost(
  database: ClientDatabase,
  id: number,
  post: PostChange,
): Promise<WrittenPost | undefined> {
  return writeTo(database, async (transaction) => {
    // The row before the table, as imports have it, so that neither waits for the other for ever.
    const before = (await storedById(transaction, 'blog', [id])).get(id);
    if (before === undefined) return undefined;
    const { values } = post;
    const changed: PostRow = { ...before, ...values };
    if (values.title !== undefined) {
      changed.title_key = searchKey(values.title);
      if (values.friendly === undefined) {
        await lockTable(transaction, 'blog');
        changed.friendly = await derivedSlug(transaction, values.title, id);
      }
    }
    const { id: _, ...columns } = changed;
    await transaction.updateTable('blog').set(columns).where('id', '=', id).execute();
    await linkPost(database, transaction, id, post);
    const replaced = changed.image === before.image ? '' : before.image;
    return { row: changed, orphan: await orphanOf(transaction, replaced) };
  });
}

async function nextId(transaction: Transaction<ClientTables>): Promise<number> {
  const { highest } = await transaction
    .selectFrom('blog')
    .select((eb) => eb.fn.max('id').as('highest'))
    .executeTakeFirstOrThrow();
  const next = (highest ?? 0) + 1;
  if (!Number.isSafeInteger(next)) throw new Error('An imported post has the highest id there is.');
  return next;
}

/** @param own The id of the post itself, whose own slug is not taken from it. */
async function derivedSlug(
  transaction: Transaction<ClientTables>,
  title: string,
  own: number,
): Promise<string> {
  const slug = slugOf(title);
  // `%slug-%` without its first sign: what begins like it.
  const numbered = containing(`${slug}-`).slice(1);
  const alike: readonly { readonly friendly: string }[] = await transaction
    .selectFrom('blog')
    .select('friendly')
    .where('id', '<>', own)
    .where((eb) => eb.or([eb('friendly', '=', slug), like(sql.ref('friendly'), numbered)]))
    .execute();
  return freeSlug(slug, new Set(alike.map(({ friendly }) => friendly)));
}

async function linkPost(
  database: ClientDatabase,
  transaction: Transaction<ClientTables>,
  id: number,
  { labels, buildings }: PostChange,
): Promise<void> {
  await replacePairs(database, transaction, 'blog_label', 'label_id', [[id, labels]]);
  await replacePairs(database, transaction, 'blog_building', 'building_id', [[id, buildings]]);
}

/** A replaced picture that is this server's own, and of no other post: an import may share one. */
async function orphanOf(
  transaction: Transaction<ClientTables>,
  replaced: string,
): Promise<string | undefined> {
  if (!isPictureName(replaced)) return undefined;
  const other = await transaction
    .selectFrom('blog')
    .select('id')
    .where('image', '=', replaced)
    .limit(1)
    .executeTakeFirst();
  return other === undefined ? replaced : undefined;
}
