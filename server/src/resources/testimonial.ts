import { type Static, Type } from 'typebox';
import { type Call, read } from '../api/endpoint.js';
import { named } from '../api/fields.js';
import { choice, described, pageNumber, pageSize, type Values } from '../api/params.js';
import type { TenantDatabase } from '../store/tenant/open.js';
import { type ColumnsOf, id, idOf, inFiles, momentOrZero, text } from './kinds/fields.js';
import { filesOf } from './kinds/files.js';
import { defineKind } from './kinds/kind.js';

const agent = idOf('agents', 'Id of the agent it is about, 0 when about nobody', {
  column: 'agent_id',
});

const fields = {
  commentor: text('Who left it'),
  content: text('Text'),
  date_create: momentOrZero('When it was left', { column: 'created_at' }),
  id: id('Testimonial id'),
  image: text('Filename of an image'),
  title: text('Headline, mostly empty'),
  agentid: inFiles(agent),
  teamid: inFiles(idOf('teams', 'Id of the team it is about, 0 when none', { column: 'team_id' })),
};

declare module '../store/tenant/tables.js' {
  interface TenantTables {
    testimonial: ColumnsOf<typeof fields>;
  }
}

/** Testimonials. R116. */
export const testimonial = defineKind('testimonials', 'Testimonial', fields);

export const testimonialFiles = filesOf(testimonial, { ignored: ['rownum'] });

/** A testimonial in the answer to a search. R116. */
const TestimonialSearchRecord = named('TestimonialSearchRecord', {
  ...testimonial.schema.properties,
  agentid: agent.schema,
  rownum: Type.Integer({ minimum: 1, description: 'Position among all, from 1 across pages' }),
});

/** The parameters of `GET /agents/testimonialsSearch`. R26, R116. */
const searchParams = {
  order: described(choice(['asc', 'desc'], 'asc'), 'By the date they were left'),
  limit: pageSize(20, 40),
  page: pageNumber(),
};

const tag = 'Agents, teams, offices';

const TestimonialPage = named('TestimonialPage', {
  TESTIMONIALS: Type.Array(TestimonialSearchRecord),
  TOTAL_COUNT: Type.Integer({ description: 'Testimonials in all, whatever the page' }),
});

/** The reads of testimonials. R36, R39. */
export const testimonialEndpoints = [
  read({
    path: '/agents/testimonials/{id}',
    tag,
    operation: 'getAgentTestimonials',
    summary: 'Testimonials about an agent',
    description: 'Answers all testimonials about the agent, the oldest first.',
    segment: 'Agent id',
    answer: Type.Array(testimonial.schema),
    handle: (call) => about(call, 'agent_id'),
  }),
  read({
    path: '/agents/testimonialsSearch',
    tag,
    operation: 'searchTestimonials',
    summary: 'All testimonials, page by page',
    description:
      'Answers testimonials about anybody, page by page, with the number of all in `TOTAL_COUNT`. `rownum` counts from 1 across pages.',
    params: searchParams,
    answer: TestimonialPage,
    handle: async ({ tenant, context }, params) => {
      const { total, offset, rows } = await findTestimonials(tenant.database, params);
      const records = rows.map((row, index): Static<typeof TestimonialSearchRecord> => {
        const record = testimonial.record(row, context);
        return { ...record, agentid: row.agent_id, rownum: offset + index + 1 };
      });
      return { TESTIMONIALS: records, TOTAL_COUNT: total };
    },
  }),
  read({
    path: '/teams/testimonials/{id}',
    tag,
    operation: 'getTeamTestimonials',
    summary: 'Testimonials about a team',
    description: 'Answers all testimonials about the team, the oldest first.',
    segment: 'Team id',
    answer: Type.Array(testimonial.schema),
    handle: (call) => about(call, 'team_id'),
  }),
];

/** The testimonials about one agent or team, oldest first. */
async function about({ tenant, context, segment }: Call<number>, subject: 'agent_id' | 'team_id') {
  const rows = await tenant.database.db
    .selectFrom('testimonial')
    .selectAll()
    .where(subject, '=', segment)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map((row) => testimonial.record(row, context));
}

/** One page of all testimonials by date, and the number of all testimonials. */
async function findTestimonials(
  { db }: TenantDatabase,
  { order, limit, page }: Values<typeof searchParams>,
) {
  const { total } = await db
    .selectFrom('testimonial')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const offset = (page - 1) * limit;
  if (offset >= total) return { total, offset, rows: [] };
  const rows = await db
    .selectFrom('testimonial')
    .selectAll()
    .orderBy('created_at', order)
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute();
  return { total, offset, rows };
}
