import { fieldNames } from '../kinds/changed-fields.js';
import {
  type Field,
  type Fields,
  flagged,
  momentOrZero,
  problem,
  readFields,
  readId,
  readList,
  text,
  trimmed,
  whole,
} from '../kinds/transfer-fields.js';
import type { StoredClient } from './client.queries.js';
import { CLIENT_TYPES, typeText } from './client-types.js';

/** The fields of a record as columns; `active` has no column, as it follows from others. */
type ImportedMember = StoredClient & { readonly active: number };

const TAGS: ReadonlyMap<string, string> = new Map(
  CLIENT_TYPES.map((tag) => [tag.toLowerCase(), tag]),
);

const type: Field<ImportedMember> = {
  column: 'type',
  read: (value, field) =>
    typeText(
      readList(value, field).map((text) => {
        const tag = TAGS.get(text.toLowerCase());
        if (tag === undefined) throw problem(field, text, `tags out of ${CLIENT_TYPES.join(', ')}`);
        return tag;
      }),
    ),
};

const fields: Fields<ImportedMember> = {
  firstName: text('first_name'),
  lastName: text('last_name'),
  email: trimmed('email'),
  active: flagged('active'),
  type,
  verify: trimmed('verify'),
  date_create: momentOrZero('created_at'),
  date_update: momentOrZero('updated_at'),
  phone: text('phone'),
  home_Phone: text('home_phone'),
  office_Phone: text('office_phone'),
  agent_id: whole('agent_id'),
  progress: text('progress'),
  source: text('source'),
  dob: text('dob'),
  address: text('address'),
  city: text('city'),
  state: text('state'),
  zip: text('zip'),
  last_login: momentOrZero('last_login_at'),
  verified: flagged('verified'),
};

/** The names of columns in records of clients. A password has none: records do not carry it. */
export const clientFieldNames = fieldNames(fields, { password_hash: 'password' });

/** Fields that follow from others: accepted and ignored. */
const COMPUTED = [
  'status',
  'agent_name',
  'agent_email',
  'deal_id',
  'deal_listing_id',
  'deal_address',
  'deal_price',
  'deal_status',
  'deal_date',
];

/** Every field that an import record of a client may have. */
export const clientImportFields: ReadonlySet<string> = new Set([
  'id',
  ...Object.keys(fields),
  ...COMPUTED,
]);

/** The columns of a client that an import record has. */
export interface ClientImport {
  readonly id: number;
  readonly values: Partial<ImportedMember>;
}

/**
 * Reads one import record of a client. R154, R168.
 *
 * @throws RecordProblem
 */
export function readClient(record: Readonly<Record<string, unknown>>, zone: string): ClientImport {
  return { id: readId(record, 'id'), values: readFields(fields, record, zone) };
}
