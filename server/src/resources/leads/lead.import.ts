import { LEAD_DEFAULTS } from '../../store/tenant/leads-tables.js';
import { fieldNames } from '../kinds/changed-fields.js';
import {
  type Fields,
  keyText,
  number,
  oneOf,
  problem,
  readFields,
  readId,
  text,
  whole,
} from '../kinds/transfer-fields.js';
import { listingOf, received } from '../members/visitor-fields.js';
import { LEAD_KINDS } from './lead.js';
import type { StoredComment, StoredLead } from './lead.queries.js';

type CommentRow = Omit<StoredComment, 'id' | 'alert_id'>;

/** A lead as an import record gives it. */
export interface LeadImport {
  readonly id: number;
  readonly values: Partial<StoredLead>;
  /** All of its repeats; undefined when the record has no list of them. */
  readonly comments: readonly CommentRow[] | undefined;
}

/** The fields that a lead and a repeat share. */
const ABOUT: Fields<Pick<StoredLead, 'created_at' | 'listing_id' | 'listing_space'>> = {
  received: received('created_at'),
  listingID: whole('listing_id'),
  listingOf: listingOf('listing_space'),
};

const COMMENT_FIELDS: Fields<CommentRow> = { ...ABOUT, comment: text('text') };

const fields: Fields<StoredLead> = {
  ...ABOUT,
  kind: oneOf('kind', LEAD_KINDS, LEAD_DEFAULTS.kind),
  firstname: text('first_name'),
  lastname: text('last_name'),
  email: keyText('email'),
  phone: text('phone'),
  comment: text('comment'),
  alertType: text('alert_type'),
  priceFrom: whole('price_from'),
  priceTo: whole('price_to'),
  minBeds: number('min_beds'),
  minBath: number('min_bath'),
  minSize: whole('min_size'),
  area: text('area'),
  unit: text('unit'),
  source: text('source'),
  backLink: text('back_link'),
  agentID: whole('agent_id'),
  clientID: whole('client_id'),
  clientReference: text('client_reference'),
};

/** The names of columns in records of leads. */
export const leadFieldNames = fieldNames(fields);

/** Every field that a record of `leads` may have; the last two follow from others and are ignored. */
export const leadImportFields: ReadonlySet<string> = new Set([
  'id',
  'comments',
  ...Object.keys(fields),
  'client',
  'letters',
]);

/**
 * Reads a record of `leads`, as `portico lead show --json` prints one. See docs/importing.md.
 *
 * @throws RecordProblem
 */
export function readLead(record: Readonly<Record<string, unknown>>, zone: string): LeadImport {
  return {
    id: readId(record, 'id'),
    values: readFields(fields, record, zone),
    comments: readComments(record.comments, zone),
  };
}

function readComments(value: unknown, zone: string): readonly CommentRow[] | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  if (!Array.isArray(value)) throw problem('comments', value, 'a list of objects');
  return value.map((comment: unknown) => {
    if (typeof comment !== 'object' || comment === null || Array.isArray(comment)) {
      throw problem('comments', comment, 'an object with received and comment');
    }
    const row = {
      created_at: 0,
      text: '',
      listing_id: 0,
      listing_space: 0,
      ...readFields(COMMENT_FIELDS, comment as Record<string, unknown>, zone),
    };
    return { ...row, listing_space: row.listing_id === 0 ? 0 : row.listing_space };
  });
}
