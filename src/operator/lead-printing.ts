import { stampDate } from '../api/dates.js';
import type { StoredComment, StoredLead } from '../api/leads/lead.queries.js';
import { ID_SPACES } from '../data/client-database/members-tables.js';
import type { ListedLetter } from '../outbox/letter-store.js';
import { table } from './printing.js';
import { stripControls } from './transfer/text.js';

/** A lead with what came of it. */
export interface WholeLead {
  readonly lead: StoredLead;
  readonly comments: readonly StoredComment[];
  readonly letters: readonly ListedLetter[];
}

/** What a list of nothing says. */
export const NO_LEADS = 'There are no such leads.';

/** The headings of `leadRow`. */
export const ROW_HEADINGS = ['ID', 'RECEIVED', 'KIND', 'NAME', 'EMAIL', 'LISTING', 'AGENT'];

/** A lead as a line of a table. */
export function leadRow(lead: StoredLead, zone: string): string[] {
  return [
    `${lead.id}`,
    stampDate(lead.created_at, zone),
    lead.kind,
    nameOf(lead),
    lead.email,
    listingWords(lead),
    numberWords(lead.agent_id),
  ];
}

/** A lead as programs read it. @param more Given, its repeats and letters are told as well. */
export function leadJson(lead: StoredLead, more?: Omit<WholeLead, 'lead'>): object {
  return {
    id: lead.id,
    kind: lead.kind,
    received: isoOf(lead.created_at),
    firstname: lead.first_name,
    lastname: lead.last_name,
    email: lead.email,
    phone: lead.phone,
    comment: lead.comment,
    alertType: lead.alert_type,
    priceFrom: lead.price_from,
    priceTo: lead.price_to,
    minBeds: lead.min_beds,
    minBath: lead.min_bath,
    minSize: lead.min_size,
    area: lead.area,
    unit: lead.unit,
    source: lead.source,
    backLink: lead.back_link,
    agentID: orNull(lead.agent_id),
    ...listingJson(lead),
    clientID: orNull(lead.client_id),
    clientReference: lead.client_reference,
    ...(more === undefined
      ? {}
      : { comments: more.comments.map(commentJson), letters: more.letters.map(letterJson) }),
  };
}

function commentJson(comment: StoredComment): object {
  return { received: isoOf(comment.created_at), comment: comment.text, ...listingJson(comment) };
}

function letterJson(letter: ListedLetter): object {
  return {
    id: letter.id,
    kind: letter.kind,
    to: letter.to_address,
    subject: letter.subject,
    state: letter.state,
    sent: letter.state === 'sent' ? isoOf(letter.sent_at) : null,
    reason: letter.last_error,
  };
}

/** The listing and whose it is: `own`, `mls` or `rls`, as equal ids of feeds are other listings. */
function listingJson(lead: Pick<StoredLead, 'listing_id' | 'listing_space'>): object {
  const none = lead.listing_id === 0;
  return { listingID: orNull(lead.listing_id), listingOf: none ? null : spaceOf(lead) };
}

/** A lead as people read it, lines without a line break at the end. */
export function leadText({ lead, comments, letters }: WholeLead, zone: string): string {
  const facts: [name: string, value: string][] = [
    ['lead', `${lead.id}, ${lead.kind}`],
    ['received', `${stampDate(lead.created_at, zone)} (${zone})`],
    ['name', nameOf(lead)],
    ['email', lead.email],
    ['phone', lead.phone],
    ['looks for', lead.alert_type],
    ['price', lead.price_to === 0 ? '' : `${lead.price_from} to ${lead.price_to}`],
    ['beds', numberWords(lead.min_beds)],
    ['baths', numberWords(lead.min_bath)],
    ['size', numberWords(lead.min_size)],
    ['area', lead.area],
    ['unit', lead.unit],
    ['listing', listingWords(lead)],
    ['agent', numberWords(lead.agent_id)],
    ['member', numberWords(lead.client_id)],
    ['reference', lead.client_reference],
    ['source', lead.source],
    ['link', lead.back_link],
  ];
  const told = facts.filter(([, value]) => value !== '');
  const width = Math.max(...told.map(([name]) => name.length));
  const blocks = [
    told.map(([name, value]) => `${name.padEnd(width)}  ${stripControls(value)}`),
    said(lead.comment),
    ...comments.map((comment) => {
      const about = comment.listing_id === 0 ? '' : `, about listing ${listingWords(comment)}`;
      return [`Again on ${stampDate(comment.created_at, zone)}${about}`, ...said(comment.text)];
    }),
    letters.length === 0 ? [] : [table(LETTER_HEADINGS, letters.map(letterRow))],
  ];
  return blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

const LETTER_HEADINGS = ['LETTER', 'KIND', 'TO', 'STATE', 'REASON'];

function letterRow({ id, kind, to_address, state, last_error }: ListedLetter): string[] {
  return [`${id}`, kind, to_address, state, last_error];
}

function said(text: string): string[] {
  return text === '' ? [] : text.split(/\r?\n/).map((line) => `  ${stripControls(line)}`);
}

function nameOf(lead: StoredLead): string {
  return `${lead.first_name} ${lead.last_name}`.trim();
}

function listingWords(lead: Pick<StoredLead, 'listing_id' | 'listing_space'>): string {
  if (lead.listing_id === 0) return '';
  const space = spaceOf(lead);
  return space === 'own' ? `${lead.listing_id}` : `${lead.listing_id} (${space})`;
}

function spaceOf({ listing_space }: Pick<StoredLead, 'listing_space'>): string {
  return Object.entries(ID_SPACES).find(([, number]) => number === listing_space)?.[0] ?? 'own';
}

function numberWords(value: number): string {
  return value === 0 ? '' : `${value}`;
}

function orNull(value: number): number | null {
  return value === 0 ? null : value;
}

function isoOf(moment: number): string {
  return new Date(moment).toISOString();
}
