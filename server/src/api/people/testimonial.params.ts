import { choice, described, pageNumber, pageSize, type Values } from '../params.js';

/** The parameters of `GET /agents/testimonialsSearch`. R26, R116. */
export const testimonialSearchParams = {
  order: described(choice(['asc', 'desc'], 'asc'), 'By the date they were left'),
  limit: pageSize(20, 40),
  page: pageNumber(),
};

/** The values of a search for testimonials. */
export type TestimonialSearch = Values<typeof testimonialSearchParams>;
