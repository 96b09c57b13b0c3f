import { Type } from 'typebox';
import { type Call, endpoint } from '../endpoint.js';
import { testimonialSearchParams } from './testimonial.params.js';
import { findTestimonials, testimonialsAbout } from './testimonial.queries.js';
import {
  Testimonial,
  TestimonialSearchRecord,
  testimonialRecord,
  testimonialSearchRecord,
} from './testimonial.record.js';

const tag = 'Agents, teams, offices';

const TestimonialPage = Type.Object(
  {
    TESTIMONIALS: Type.Array(TestimonialSearchRecord),
    TOTAL_COUNT: Type.Integer({ description: 'Testimonials in all, whatever the page' }),
  },
  { $id: 'TestimonialPage', additionalProperties: false },
);

/** The reads of testimonials. R36, R39. */
export const testimonialEndpoints = [
  endpoint({
    method: 'GET',
    path: '/agents/testimonials/{id}',
    access: 'key',
    freshness: 'data',
    tag,
    operation: 'getAgentTestimonials',
    summary: 'Testimonials about an agent',
    description: 'Answers all testimonials about the agent, the oldest first.',
    segment: 'Agent id',
    answer: Type.Array(Testimonial),
    handle: (call) => about(call, 'agent_id'),
  }),
  endpoint({
    method: 'GET',
    path: '/agents/testimonialsSearch',
    access: 'key',
    freshness: 'data',
    tag,
    operation: 'searchTestimonials',
    summary: 'All testimonials, page by page',
    description:
      'Answers testimonials about anybody, page by page, with the number of all in `TOTAL_COUNT`. `rownum` counts from 1 across pages.',
    params: testimonialSearchParams,
    answer: TestimonialPage,
    handle: async ({ tenant, context }, params) => {
      const { total, rows } = await findTestimonials(tenant.database, params);
      return {
        TESTIMONIALS: rows.map((row) => testimonialSearchRecord(row, context)),
        TOTAL_COUNT: total,
      };
    },
  }),
  endpoint({
    method: 'GET',
    path: '/teams/testimonials/{id}',
    access: 'key',
    freshness: 'data',
    tag,
    operation: 'getTeamTestimonials',
    summary: 'Testimonials about a team',
    description: 'Answers all testimonials about the team, the oldest first.',
    segment: 'Team id',
    answer: Type.Array(Testimonial),
    handle: (call) => about(call, 'team_id'),
  }),
];

async function about({ tenant, context, segment }: Call<number>, subject: 'agent_id' | 'team_id') {
  const rows = await testimonialsAbout(tenant.database, subject, segment);
  return rows.map((row) => testimonialRecord(row, context));
}
