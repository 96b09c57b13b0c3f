import type { TransferContext } from '../../resources/kinds/record-kind.js';
import type { TestimonialRow } from './testimonial.queries.js';
import { testimonialRecord } from './testimonial.record.js';

/** The export record of a testimonial, with its agent and its team. */
export function exportedTestimonial(row: TestimonialRow, context: TransferContext): object {
  return { ...testimonialRecord(row, context), agentid: row.agent_id, teamid: row.team_id };
}
