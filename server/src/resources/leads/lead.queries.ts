import type { Selectable } from 'kysely';
import { LISTED_COLUMNS, type ListedEmail } from '../../outbox/email/email-store.js';
import type { AlertCommentTable, AlertTable } from '../../store/tenant/leads-tables.js';
import type { TenantDatabase } from '../../store/tenant/open.js';

/** A lead as it is stored. */
export type StoredLead = Selectable<AlertTable>;

/** The comment of a repeat as it is stored. */
export type StoredComment = Selectable<AlertCommentTable>;

/**
 * The newest leads, newest first.
 *
 * @param filter.email Only those from this address, in any letter case.
 * @param filter.since Only those from this moment on, in milliseconds since the epoch.
 */
export function newestLeads(
  { db }: Pick<TenantDatabase, 'db'>,
  {
    email,
    since,
    limit,
  }: {
    readonly email?: string | undefined;
    readonly since?: number | undefined;
    readonly limit: number;
  },
): Promise<StoredLead[]> {
  let query = db
    .selectFrom('alert')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit);
  if (email !== undefined) query = query.where('email_key', '=', email.toLowerCase());
  if (since !== undefined) query = query.where('created_at', '>=', since);
  return query.execute();
}

/** The lead of an id and the comments of its repeats, oldest first; undefined if there is no such lead. */
export async function leadWithComments(
  { db }: Pick<TenantDatabase, 'db'>,
  id: number,
): Promise<{ lead: StoredLead; comments: StoredComment[] } | undefined> {
  const lead = await db.selectFrom('alert').selectAll().where('id', '=', id).executeTakeFirst();
  if (lead === undefined) return undefined;
  const comments = await db
    .selectFrom('alert_comment')
    .selectAll()
    .where('alert_id', '=', id)
    .orderBy('id')
    .execute();
  return { lead, comments };
}

/** The names of the agents of leads, by the agents' ids. */
export async function agentNames(
  { db }: Pick<TenantDatabase, 'db'>,
  leads: readonly Pick<StoredLead, 'agent_id'>[],
): Promise<ReadonlyMap<number, string>> {
  const ids = [...new Set(leads.map(({ agent_id }) => agent_id))].filter((id) => id !== 0);
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('agent')
    .select(['id', 'firstname', 'lastname'])
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.id, `${row.firstname} ${row.lastname}`.trim()]));
}

/** The emails about a lead, oldest first. Sent ones are deleted after a time. */
export function emailsAbout(
  { db }: Pick<TenantDatabase, 'db'>,
  alertId: number,
): Promise<ListedEmail[]> {
  return db
    .selectFrom('letter')
    .select(LISTED_COLUMNS)
    .where('alert_id', '=', alertId)
    .orderBy('id')
    .execute();
}
