import type { WebhookMessage } from '../../sdk/src/webhooks.js';
import {
  RECORD_OPS,
  RECORD_SUBJECTS,
  type RecordOp,
  type RecordSubject,
  type WebhookType,
} from '../src/outbox/webhook/types.js';

/* What a message of each type says, for the page of all types. That this compiles proves that the client for websites knows them all. */

type DataOf = {
  readonly [Message in WebhookMessage as Message['type']]: Omit<Message['data'], 'client'>;
};

const LEAD = { resource: 'leads', id: 42 };
const MEMBER = { resource: 'clients', id: 11 };
const FAVORITE = { resource: 'favorites', clientID: 11, listingID: 7, listingOf: 'own' } as const;
const PULL = { resource: 'pull', source: 'actris' } as const;

/** `data` of an example of each type, without the client. */
export const webhookExamples: Pick<DataOf, WebhookType> = {
  'lead.created': { ...LEAD, op: 'created' },
  'lead.repeated': { ...LEAD, op: 'updated' },
  'lead.updated': { ...LEAD, op: 'updated', changed: ['comment'] },
  'lead.removed': { ...LEAD, op: 'removed' },
  'lead.erased': { ...LEAD, op: 'erased' },
  'member.registered': { ...MEMBER, op: 'created' },
  'member.verified': { ...MEMBER, op: 'updated' },
  'member.updated': { ...MEMBER, op: 'updated', changed: ['firstName', 'phone'] },
  'member.removed': { ...MEMBER, op: 'removed' },
  'favorite.added': { ...FAVORITE, op: 'created' },
  'favorite.removed': { ...FAVORITE, op: 'removed' },
  'import.completed': { resource: 'import', counts: counts(4998) },
  'import.failed': { resource: 'import', result: 'rejected', counts: counts(0) },
  'pull.completed': { ...PULL, counts: counts(4998) },
  'pull.failed': { ...PULL, result: 'rejected', counts: counts(0) },
  ...recordExamples(),
  'listing.updated': {
    ...{ resource: 'listings', id: 7, op: 'updated', seq: 4711 },
    ...{ changed: ['financials_price', 'main_description'], before: { financials_price: 450_000 } },
  },
  'changes.available': { cursor: 'MS4xNTU0MTIyMTYzMDYwNDMuNDcxMS4wLjAuMC4w' },
  'webhook.test': {},
};

function counts(written: number) {
  return { listings: { read: 5000, written, rejected: 5000 - written } };
}

function recordExamples() {
  const examples = Object.entries(RECORD_SUBJECTS).flatMap(([subject, { kind }]) =>
    RECORD_OPS.map((op) => [`${subject}.${op}`, { resource: kind, id: 7, op, seq: 4711 }] as const),
  );
  return Object.fromEntries(examples) as Pick<DataOf, `${RecordSubject}.${RecordOp}`>;
}
