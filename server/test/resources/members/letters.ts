import type { TenantDatabase } from '../../../src/store/tenant/open.js';

/** What was written to whom, oldest first. */
export async function letterText({
  db,
}: TenantDatabase): Promise<{ to: string; subject: string; text: string }[]> {
  const rows = await db
    .selectFrom('letter')
    .select(['to_address as to', 'subject', 'text'])
    .orderBy('id')
    .execute();
  return rows;
}
