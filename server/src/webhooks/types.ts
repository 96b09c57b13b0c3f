/** The types of message that a receiver may ask for, each with what it says. R212. */
export const WEBHOOK_TYPES = {
  'lead.created': 'a lead was stored',
  'lead.repeated': 'a lead was added to an earlier one that it repeats',
  'member.registered': 'a member registered on a website',
  'member.verified': 'a member confirmed the address',
  'import.completed': 'an import into the database of the client ended',
} as const;

/** The type of the message of `portico webhook test`, which every receiver gets. */
export const TEST_TYPE = 'webhook.test';

/** The name of a type of message. */
export type WebhookType = keyof typeof WEBHOOK_TYPES | typeof TEST_TYPE;

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
