/** What may become of a record of which webhooks tell. */
export const RECORD_OPS = ['created', 'updated', 'removed'] as const;

/** One of `RECORD_OPS`. */
export type RecordOp = (typeof RECORD_OPS)[number];

/** The records of which webhooks tell one by one: the first word of their types. */
export type RecordSubject = 'listing' | 'building' | 'agent' | 'blog';

/** The types of message that a receiver may ask for, each with what it says. R212, R233. */
export const WEBHOOK_TYPES = {
  'lead.created': 'a lead was stored',
  'lead.repeated': 'a lead was added to an earlier one that it repeats',
  'member.registered': 'a member registered on a website',
  'member.verified': 'a member confirmed the address',
  'import.completed': 'an import into the database of the client ended',
  'listing.created': 'a listing appeared',
  'listing.updated': 'a listing, or what it shows, changed',
  'listing.removed': 'a listing is gone',
  'building.created': 'a building appeared',
  'building.updated': 'a building changed',
  'building.removed': 'a building is gone',
  'agent.created': 'an agent appeared',
  'agent.updated': 'an agent changed',
  'agent.removed': 'an agent is gone, or suspended',
  'blog.created': 'a blog post appeared',
  'blog.updated': 'a blog post changed',
  'blog.removed': 'a blog post is gone, or not published any more',
  'changes.available': 'records changed: GET /changes says which',
} as const;

/** The type of the message that stands for many changes. */
export const CHANGES_TYPE = 'changes.available';

/** The type of the message of `portico webhook test`, which every receiver gets. */
export const TEST_TYPE = 'webhook.test';

/** The name of a type of message. */
export type WebhookType = keyof typeof WEBHOOK_TYPES | typeof TEST_TYPE;

/** Whether a receiver with these types follows the changes of records. */
export function followsChanges(types: readonly string[]): boolean {
  return types.some((type) => type === CHANGES_TYPE || isRecordType(type));
}

function isRecordType(type: string): boolean {
  return /^(listing|building|agent|blog)\./.test(type);
}

/** Something that happened, for the receivers that want to hear of it. */
export interface WebhookEvent {
  readonly type: WebhookType;
  /** What every receiver gets: the tenant, the kind and id of the record, and what became of it. */
  readonly data: Readonly<Record<string, unknown>>;
  /** The contents of the lead, for receivers that ask for them. */
  readonly lead?: Readonly<Record<string, unknown>>;
}

/** The state of a receiver. */
export type EndpointState = 'active' | 'paused' | 'disabled';

/** The states of a message: to be sent, delivered, or given up. */
export const MESSAGE_STATES = ['waiting', 'sent', 'failed'] as const;

/** One of `MESSAGE_STATES`. */
export type MessageState = (typeof MESSAGE_STATES)[number];
