import { momentOrZero, text, whole } from '../../resources/kinds/transfer-fields.js';
import { TESTIMONIAL_DEFAULTS } from '../../store/tenant/people-tables.js';
import type { TableImport } from '../table-kind.js';

/**
 * Import records of testimonials. R116.
 */
export const testimonialImport: TableImport<'testimonial'> = {
  kind: 'testimonials',
  table: 'testimonial',
  defaults: TESTIMONIAL_DEFAULTS,
  fields: {
    agentid: whole('agent_id'),
    teamid: whole('team_id'),
    commentor: text('commentor'),
    content: text('content'),
    date_create: momentOrZero('created_at'),
    image: text('image'),
    title: text('title'),
  },
  computed: ['rownum'],
};
