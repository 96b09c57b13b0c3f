import type { Selectable } from 'kysely';
import type { TenantDatabase } from '../../store/tenant/open.js';
import type { TestimonialTable } from '../../store/tenant/people-tables.js';
import type { TestimonialSearch } from './testimonial.params.js';

/** A stored testimonial. */
export type TestimonialRow = Selectable<TestimonialTable>;

/** A row of a search with its position among all that match, from 1. */
export type NumberedTestimonial = TestimonialRow & { readonly rownum: number };

/** The testimonials about one agent or team, oldest first. */
export function testimonialsAbout(
  database: TenantDatabase,
  subject: 'agent_id' | 'team_id',
  id: number,
): Promise<TestimonialRow[]> {
  return database.db
    .selectFrom('testimonial')
    .selectAll()
    .where(subject, '=', id)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** One page of all testimonials by date, and the number of all testimonials. */
export async function findTestimonials(
  database: TenantDatabase,
  { order, limit, page }: TestimonialSearch,
): Promise<{ total: number; rows: NumberedTestimonial[] }> {
  const { total } = await database.db
    .selectFrom('testimonial')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const offset = (page - 1) * limit;
  if (offset >= total) return { total, rows: [] };
  const rows = await database.db
    .selectFrom('testimonial')
    .selectAll()
    .orderBy('created_at', order)
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute();
  return { total, rows: rows.map((row, index) => ({ ...row, rownum: offset + index + 1 })) };
}
