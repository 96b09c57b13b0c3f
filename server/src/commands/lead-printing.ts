import type { Terminal } from '../lib/terminal.js';
import { stripControls } from '../lib/text.js';
import type { ListedEmail } from '../outbox/email/email-store.js';
import type { StoredComment, StoredLead } from '../resources/leads/lead.queries.js';
import { commentRecord, isoOf, leadRecord, spaceOf } from '../resources/leads/lead.record.js';
import { momentIn, table } from './text-table.js';

/** A lead with its repeats and emails. */
export interface WholeLead {
  readonly lead: StoredLead;
  readonly comments: readonly StoredComment[];
  readonly letters: readonly ListedEmail[];
  readonly agents: AgentNames;
}

/** The names of agents, by id. */
export type AgentNames = ReadonlyMap<number, string>;

/** The text of an empty list. */
export const NO_LEADS = 'There are no such leads.';

/** The headings of `leadRow`. */
export const ROW_HEADINGS = ['ID', 'RECEIVED', 'KIND', 'NAME', 'EMAIL', 'LISTING', 'AGENT'];

/** A lead as a row of a table. */
export function leadRow(lead: StoredLead, zone: string, agents: AgentNames): string[] {
  return [
    `${lead.id}`,
    receivedWords(lead, zone),
    lead.kind,
    nameOf(lead),
    lead.email,
    listingWords(lead),
    agentWords(lead, agents),
  ];
}

/** A lead as JSON for programs. @param more Its repeats and emails, to be included. */
export function leadJson(
  lead: StoredLead,
  agents: AgentNames,
  more?: Pick<WholeLead, 'comments' | 'letters'>,
): object {
  const record = { ...leadRecord(lead), agentName: agents.get(lead.agent_id) ?? null };
  if (more === undefined) return record;
  return {
    ...record,
    comments: more.comments.map(commentRecord),
    letters: more.letters.map(emailJson),
  };
}

function emailJson(email: ListedEmail): object {
  return {
    id: email.id,
    kind: email.kind,
    to: email.to_address,
    subject: email.subject,
    state: email.state,
    sent: email.state === 'sent' ? isoOf(email.sent_at) : null,
    reason: email.last_error,
  };
}

/** A lead as text for people, lines without a line break at the end. */
export function leadText(
  { lead, comments, letters: emails, agents }: WholeLead,
  zone: string,
  terminal: Terminal,
): string {
  const facts: [name: string, value: string][] = [
    ['lead', `${lead.id}, ${lead.kind}`],
    ['received', receivedWords(lead, zone)],
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
    ['agent', agentWords(lead, agents)],
    ['member', numberWords(lead.client_id)],
    ['reference', lead.client_reference],
    ['source', lead.source],
    ['link', lead.back_link],
  ];
  const filled = facts.filter(([, value]) => value !== '');
  const width = Math.max(...filled.map(([name]) => name.length));
  const blocks = [
    filled.map(([name, value]) => `${name.padEnd(width)}  ${stripControls(value)}`),
    said(lead.comment),
    ...comments.map((comment) => {
      const about = comment.listing_id === 0 ? '' : `, about listing ${listingWords(comment)}`;
      return [`Again on ${receivedWords(comment, zone)}${about}`, ...said(comment.text)];
    }),
    emails.length === 0 ? [] : [table(EMAIL_HEADINGS, emails.map(emailRow), { terminal })],
  ];
  return blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

const EMAIL_HEADINGS = ['EMAIL', 'KIND', 'TO', 'STATE', 'REASON'];

function emailRow({ id, kind, to_address, state, last_error }: ListedEmail): string[] {
  return [`${id}`, kind, to_address, state, last_error];
}

function said(text: string): string[] {
  return text === '' ? [] : text.split(/\r?\n/).map((line) => `  ${stripControls(line)}`);
}

function receivedWords({ created_at }: Pick<StoredLead, 'created_at'>, zone: string): string {
  return created_at === 0 ? '' : momentIn(created_at, zone);
}

function nameOf(lead: StoredLead): string {
  return `${lead.first_name} ${lead.last_name}`.trim();
}

function listingWords(lead: Pick<StoredLead, 'listing_id' | 'listing_space'>): string {
  if (lead.listing_id === 0) return '';
  const space = spaceOf(lead);
  return space === 'own' ? `${lead.listing_id}` : `${lead.listing_id} (${space})`;
}

/** The name and the id, as another command asks for the id. */
function agentWords({ agent_id: id }: StoredLead, agents: AgentNames): string {
  const name = agents.get(id) ?? '';
  return name === '' ? numberWords(id) : `${name} (${id})`;
}

function numberWords(value: number): string {
  return value === 0 ? '' : `${value}`;
}
