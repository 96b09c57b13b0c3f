import type { ChangeKind } from '../../store/tenant/change-tables.js';
import type { RecordEvent } from '../../store/tenant/followers.js';

/** What may become of a record of which webhooks tell. */
export const RECORD_OPS = ['created', 'updated', 'removed'] as const;

export type RecordOp = (typeof RECORD_OPS)[number];

/** The records of which webhooks tell one by one: the first word of their types. */
export type RecordSubject = keyof typeof RECORD_SUBJECTS;

/** What one of them is called in the meaning of its types, and the kind of its changes. */
export const RECORD_SUBJECTS = {
  listing: { is: 'a listing', kind: 'listings' },
  building: { is: 'a building', kind: 'buildings' },
  agent: { is: 'an agent', kind: 'agents' },
  blog: { is: 'a blog post', kind: 'blogs' },
  team: { is: 'a team', kind: 'teams' },
  office: { is: 'an office', kind: 'offices' },
  neighborhood: { is: 'a neighborhood', kind: 'neighborhoods' },
  label: { is: 'a label of listings', kind: 'labels' },
  press: { is: 'a press article', kind: 'press' },
  video: { is: 'a video', kind: 'videos' },
  testimonial: { is: 'a testimonial', kind: 'testimonials' },
  document: { is: 'a document', kind: 'docs' },
  link: { is: 'a link', kind: 'links' },
} as const satisfies Readonly<Record<string, { readonly is: string; readonly kind: ChangeKind }>>;

type RecordTypes = { readonly [Type in `${RecordSubject}.${RecordOp}`]: string };

/** What becomes of a record where no website can read it any more, in the words of its meaning. */
const GONE: { readonly [Subject in RecordSubject]?: string } = {
  agent: 'an agent is gone, or suspended',
  blog: 'a blog post is gone, or not published any more',
};

function recordTypes(): RecordTypes {
  const types = Object.entries(RECORD_SUBJECTS).flatMap(([subject, { is }]) => [
    [`${subject}.created`, `${is} appeared`],
    [`${subject}.updated`, `${is}${subject === 'listing' ? ', or what it shows,' : ''} changed`],
    [`${subject}.removed`, GONE[subject as RecordSubject] ?? `${is} is gone`],
  ]);
  return Object.fromEntries(types) as RecordTypes;
}

/** The types of message that a receiver may ask for, each with what it says. R212, R233, R307. */
export const WEBHOOK_TYPES = {
  'lead.created': 'a lead was stored',
  'lead.repeated': 'a lead was added to an earlier one that it repeats',
  'lead.updated': 'a lead was changed by an import or a back office',
  'lead.removed': 'a lead is gone',
  'lead.erased': 'a person was erased, and with them what the lead said of them',
  'member.registered': 'a member registered on a website',
  'member.verified': 'a member confirmed the address',
  'member.updated': 'what is known of a member changed',
  'member.removed': 'a member is gone',
  'favorite.added': 'a member has added a listing to the favorites',
  'favorite.removed': 'a member has removed a listing from the favorites',
  'import.completed': 'an import into the database of the client ended',
  'import.failed':
    'an import failed, took no record of a kind, or did not fetch or remove all that it should',
  'pull.completed': 'a pull from an MLS changed something, or went well after failures',
  'pull.failed': 'a pull from an MLS failed, the first of failures in a row',
  ...recordTypes(),
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
  return Object.hasOwn(RECORD_SUBJECTS, type.replace(/\..*$/, ''));
}

/** Something that happened, for the receivers that want to hear of it. */
export interface WebhookEvent extends RecordEvent {
  readonly type: WebhookType;
}

/** The state of a receiver; `listening` is that of `portico webhook listen`. */
export type EndpointState = 'active' | 'paused' | 'disabled' | 'listening';
