import type { ClientDatabase } from '../../../src/data/client-database/open.js';

/** What was written to whom, oldest first. */
export async function letterText({
  db,
}: ClientDatabase): Promise<{ to: string; subject: string; text: string }[]> {
  const rows = await db
    .selectFrom('letter')
    .select(['to_address as to', 'subject', 'text'])
    .orderBy('id')
    .execute();
  return rows;
}
