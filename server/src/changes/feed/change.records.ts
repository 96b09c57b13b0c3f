import { type Kysely, type Selectable, sql } from 'kysely';
import type { AnswerContext } from '../../api/request-context.js';
import { FairQueue, mapInTurns, QueueFull } from '../../lib/queues.js';
import { LargePagesWaiting } from '../../lib/unavailable.js';
import { blogLabel } from '../../resources/blog-label.js';
import { buildingRecords, buildingsById } from '../../resources/buildings/building.js';
import { neighborhood } from '../../resources/buildings/neighborhood.js';
import { blog } from '../../resources/content/blog.js';
import { label } from '../../resources/content/label.js';
import { document } from '../../resources/document.js';
import type { FieldList } from '../../resources/kinds/fields.js';
import type { Kind } from '../../resources/kinds/kind.js';
import { link, linkCategory } from '../../resources/link.js';
import * as listings from '../../resources/listings/listing.queries.js';
import { addedPart, detailRecord, searchRecord } from '../../resources/listings/listing.record.js';
import { office } from '../../resources/office.js';
import { agentRecord, membersOf } from '../../resources/people/agent.js';
import { teamRecord } from '../../resources/people/team.js';
import { press } from '../../resources/press.js';
import { testimonial } from '../../resources/testimonial.js';
import { video } from '../../resources/video.js';
import type { ClientEntry } from '../../store/directory/directory.js';
import { idTable } from '../../store/engines/dialect-tables.js';
import { CHANGE_KINDS, type ChangeKind } from '../../store/tenant/change-tables.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import type { TenantTables } from '../../store/tenant/tables.js';

/** Where the records of changes come from: the brokerage's own database, or a feed. */
export interface RecordSource {
  /** The name of the tenant that calls, also where the database is that of a feed. */
  readonly tenant: string;
  readonly database: TenantDatabase;
  readonly context: AnswerContext;
  readonly settings: ClientEntry;
}

/** Reads the records with these ids, as JSON, by id; those that a website may not read are missing. */
type Reader = (
  source: RecordSource,
  ids: readonly number[],
) => Promise<ReadonlyMap<number, string>>;

function fromRows<Kind extends ChangeKind>(
  kind: Kind,
  record: (
    row: Selectable<TenantTables[(typeof CHANGE_KINDS)[Kind]['table']]>,
    source: RecordSource,
  ) => object,
): Reader {
  return async (source, ids) => {
    const { db } = source.database;
    const loose = db as unknown as Kysely<Pick<TenantTables, 'office'>>;
    const rows = await loose
      .selectFrom(CHANGE_KINDS[kind].table as 'office')
      .selectAll()
      .where('id', 'in', (eb) =>
        eb.selectFrom(idTable(db, sql`${JSON.stringify(ids)}`).as('ids')).select('ids.id'),
      )
      .execute();
    return byId(rows, (row) => record(row as never, source));
  };
}

function answersOf<List extends FieldList>(kind: Kind<List>): Reader {
  return fromRows(kind.name as ChangeKind, (row, { context }) =>
    kind.record(row as never, context),
  );
}

/**
 * The records as JSON, made in turns: five hundred take longer than a hundred searches. Each is written at once, so
 * that it is garbage before the collector moves it.
 */
async function byId<Row extends { readonly id: number }>(
  rows: readonly Row[],
  record: (row: Row) => object,
): Promise<ReadonlyMap<number, string>> {
  return new Map(await mapInTurns(rows, (row) => [row.id, JSON.stringify(record(row))]));
}

/** The reader of each kind. Its records are those of the reads, made by the same functions. R194. */
export const RECORD_READERS: { readonly [Kind in ChangeKind]: Reader } = {
  neighborhoods: answersOf(neighborhood),
  buildings: async ({ database, context }, ids) => {
    const rows = await buildingsById(database, ids);
    return byId(rows, await buildingRecords(database, rows, context));
  },
  offices: answersOf(office),
  agents: fromRows('agents', (row, { context, settings }) => agentRecord(row, settings, context)),
  teams: async (source, ids) => {
    const members = await membersOf(source.database, ids);
    const records = fromRows('teams', (row, { context }) =>
      teamRecord(row, members.get(row.id) ?? [], context),
    );
    return records(source, ids);
  },
  labels: answersOf(label),
  listings: listingRecords,
  'blog-labels': answersOf(blogLabel),
  blogs: answersOf(blog),
  press: answersOf(press),
  videos: answersOf(video),
  testimonials: fromRows('testimonials', (row, { context }) => ({
    ...testimonial.record(row, context),
    agentid: row.agent_id,
  })),
  docs: answersOf(document),
  'link-categories': answersOf(linkCategory),
  links: answersOf(link),
};

/** What a search and the listing's own read say together, with photos, open houses, labels and custom values. */
async function listingRecords(
  { database, context }: RecordSource,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const rows = await listings.listingsById(database, ids);
  const added = {
    openHouse: true,
    photos: await listings.photosOf(database, ids),
    customValues: await listings.customValuesOf(database, ids),
    labels: await listings.labelsOf(database, ids),
  };
  return byId(rows, (row) => ({
    ...searchRecord(row, context, true),
    ...detailRecord(row, context),
    ...addedPart(row, added, context),
  }));
}

/** How many large pages a process makes at a time: while one waits for PostgreSQL, another goes on. */
const AT_ONCE = 2;

/** How many wait. A page of 500 records takes the processor for a tenth of a second, and more on a busy machine. */
const MOST_WAITING = { each: 4, inAll: 12 } as const;

/** How long one waits, in milliseconds. Of the four seconds of its call most are left to make it. */
const LONGEST_WAIT_MS = 1_000;

const queue = new FairQueue(MOST_WAITING.each, MOST_WAITING.inAll, AT_ONCE);

/**
 * Makes a page of many records when there is room for it, so that many at once are not all late together. R298.
 *
 * @param tenant The name of the tenant that calls: one tenant does not wait behind all pages of another.
 * @throws LargePagesWaiting when too many wait, or this one has waited for too long; nothing was done.
 */
export function whenThereIsRoom<Page>(tenant: string, make: () => Promise<Page>): Promise<Page> {
  return new Promise((resolve, reject) => {
    let over = false;
    const timer = setTimeout(() => {
      over = true;
      reject(new LargePagesWaiting());
    }, LONGEST_WAIT_MS);
    const makeInTime = async () => {
      clearTimeout(timer);
      if (!over) resolve(await make());
    };
    queue.run(tenant, makeInTime).catch((error: unknown) => {
      clearTimeout(timer);
      reject(error instanceof QueueFull ? new LargePagesWaiting() : error);
    });
  });
}
