import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import { isPictureName } from 'portico-media/picture-store.js';
import { idsOf } from '../../lib/grouped.js';
import { LETTERS } from '../../lib/words.js';
import { containing, like, lockTable } from '../../store/engines/dialect.js';
import { findsRow, inPortions, storedById } from '../../store/tenant/bulk.js';
import { changedLine } from '../../store/tenant/changed-fields.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import { numberAfter } from '../../store/tenant/source-keys.js';
import type { TenantTables } from '../../store/tenant/tables.js';
import { writeTo } from '../../store/tenant/write.js';
import { searchKey } from '../content.search.js';
import { changedLines, fieldNames } from '../kinds/changed-fields.js';
import { replacePairs } from '../kinds/pairs.js';
import { blog, LINKED } from './blog.js';

export type PostRow = Selectable<TenantTables['blog']>;

/** The values to write to a post; an absent one keeps its value. */
export interface PostChange {
  readonly values: Partial<Omit<PostRow, 'id' | 'title_key'>>;
  readonly labels: readonly number[] | undefined;
  readonly buildings: readonly number[] | undefined;
}

export interface WrittenPost {
  readonly row: PostRow;
  /** The post's former picture, if nothing names it any more. */
  readonly orphan: string | undefined;
}

/** Whether a post with this id exists, published or not. */
export async function postExists(database: TenantDatabase, id: number): Promise<boolean> {
  return (await missingFrom(database, 'blog', [id])) === undefined;
}

/** The first of these ids that a table lacks; undefined when it has all of them. */
export async function missingFrom(
  database: TenantDatabase,
  table: 'agent' | 'blog' | 'blog_label_name' | 'building',
  ids: readonly number[],
): Promise<number | undefined> {
  const loose = database.db as unknown as Kysely<Record<string, { id: number }>>;
  const found = await inPortions(ids, (portion) =>
    loose.selectFrom(table).select('id').where('id', 'in', portion).execute(),
  );
  const existing = new Set(idsOf(found));
  return ids.find((id) => !existing.has(id));
}

export function isPictureOfPost({ db }: TenantDatabase, image: string): Promise<boolean> {
  return findsRow(db.selectFrom('blog').select('id').where('image', '=', image).limit(1));
}

/** Adds a post under the next id. Without a slug, it gets one made from its title. */
export function addPost(database: TenantDatabase, post: PostChange): Promise<WrittenPost> {
  return writeTo(database, async (transaction, changes) => {
    // The lock keeps two posts made at once from taking the same id or slug.
    await lockTable(transaction, 'blog');
    const { values } = post;
    const title = values.title ?? '';
    const row: PostRow = {
      ...blog.defaults,
      ...values,
      id: await nextId(transaction),
      friendly: values.friendly ?? (await derivedSlug(transaction, title, 0)),
      title,
      title_key: searchKey(title),
    };
    await transaction.insertInto('blog').values(row).execute();
    changes.wrote('blogs', [row.id]);
    await linkPost(database, transaction, row.id, post);
    return { row, orphan: undefined };
  });
}

/** Changes values of a post. A new title makes a new slug, unless the call has one. @returns undefined where it is gone. */
export function changePost(
  database: TenantDatabase,
  id: number,
  post: PostChange,
): Promise<WrittenPost | undefined> {
  return writeTo(database, async (transaction, changes) => {
    // Locks the row before the table, as imports do, so that the two never deadlock.
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
    const stored = new Map([[id, before]]);
    changes.wrote('blogs', [id], changedLines(fieldNames(blog.reads), stored, [changed]));
    for (const list of ['labels', 'buildings'] as const) {
      if (post[list] !== undefined) changes.wrote('blogs', [id], changedLine(list));
    }
    await linkPost(database, transaction, id, post);
    const replaced = changed.image === before.image ? '' : before.image;
    return { row: changed, orphan: await orphanOf(transaction, replaced) };
  });
}

async function nextId(transaction: Transaction<TenantTables>): Promise<number> {
  const { highest } = await transaction
    .selectFrom('blog')
    .select((eb) => eb.fn.max('id').as('highest'))
    .executeTakeFirstOrThrow();
  const next = await numberAfter(transaction, 'blogs', highest);
  if (!Number.isSafeInteger(next)) throw new Error('An imported post has the highest id there is.');
  return next;
}

/** @param own The id of the post itself; its own slug does not count as taken. */
async function derivedSlug(transaction: Transaction<TenantTables>, title: string, own: number) {
  const slug = slugOf(title);
  // The pattern `%slug-%` without its first sign finds what begins with the slug.
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
  database: TenantDatabase,
  transaction: Transaction<TenantTables>,
  id: number,
  { labels, buildings }: PostChange,
): Promise<void> {
  await replacePairs(database, transaction, LINKED.labels, [[id, labels]]);
  await replacePairs(database, transaction, LINKED.buildings, [[id, buildings]]);
}

/** The replaced picture, if this server stored it and no other post names it, as imported ones may. */
async function orphanOf(
  transaction: Transaction<TenantTables>,
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

/** The most characters of a derived slug; longer titles are cut between words. */
const LONGEST = 100;

/** The slug of a title without a letter or digit of the Latin alphabet. */
const NAMELESS = 'post';

/** A title as part of a URL: lower case, ASCII, words joined by dashes. R132. */
function slugOf(title: string): string {
  const folded = title
    .toLowerCase()
    .normalize('NFKD')
    // Accents, and the apostrophe of "Ann's", do not separate words.
    .replace(/\p{M}+|['’]/gu, '')
    .replace(/[ßæœøđðħıłþ]/g, (letter) => LETTERS[letter] ?? '');
  const slug = folded.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '');
  if (slug === '') return NAMELESS;
  if (slug.length <= LONGEST) return slug;
  const cut = slug.slice(0, LONGEST + 1);
  const dash = cut.lastIndexOf('-');
  return dash > 0 ? cut.slice(0, dash) : slug.slice(0, LONGEST);
}

/** A free slug: itself, or with the lowest free number from 2 up. @param taken Those that begin like it. */
function freeSlug(slug: string, taken: ReadonlySet<string>): string {
  if (!taken.has(slug)) return slug;
  let number = 2;
  while (taken.has(`${slug}-${number}`)) number += 1;
  return `${slug}-${number}`;
}
