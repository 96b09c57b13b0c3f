import { Type } from 'typebox';
import type { Call, Endpoint } from '../endpoint.js';
import { paramReader } from '../params.js';
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

const readSearch = paramReader(testimonialSearchParams);

/** The reads of testimonials. R116. */
export const testimonialEndpoints: readonly Endpoint[] = [
  {
    method: 'GET',
    path: '/agents/testimonials/{id}',
    access: 'key',
    freshness: 'data',
    tag,
    summary: 'Testimonials about an agent',
    segment: 'Agent id',
    params: {},
    answer: Type.Array(Testimonial),
    handle: (call) => about(call, 'agent_id'),
  },
  {
    method: 'GET',
    path: '/agents/testimonialsSearch',
    access: 'key',
    freshness: 'data',
    tag,
    summary: 'All testimonials, page by page',
    params: testimonialSearchParams,
    answer: TestimonialPage,
    handle: async ({ client, context, raw }: Call) => {
      const { total, rows } = await findTestimonials(client.database, readSearch(raw));
      return {
        TESTIMONIALS: rows.map((row) => testimonialSearchRecord(row, context)),
        TOTAL_COUNT: total,
      };
    },
  },
  {
    method: 'GET',
    path: '/teams/testimonials/{id}',
    access: 'key',
    freshness: 'data',
    tag,
    summary: 'Testimonials about a team',
    segment: 'Team id',
    params: {},
    answer: Type.Array(Testimonial),
    handle: (call) => about(call, 'team_id'),
  },
];

async function about(
  { client, context, id }: Call,
  subject: 'agent_id' | 'team_id',
): Promise<unknown> {
  const rows = await testimonialsAbout(client.database, subject, id);
  return rows.map((row) => testimonialRecord(row, context));
}
