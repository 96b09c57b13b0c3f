import type { ClientEntry } from '../../store/directory/directory.js';

/** The four links in an agent's record that lead to pages of the tenant's own website. R112. */
export interface AgentLinks {
  readonly listingslink: string;
  readonly presslink: string;
  readonly searchwithmelink: string;
  readonly testimoniallink: string;
}

/** The settings of a tenant from which these links are made. */
export type LinkPatterns = Pick<
  ClientEntry,
  'listings_link' | 'press_link' | 'search_with_me_link' | 'testimonial_link'
>;

/** The fields of an agent that a link may contain. */
export interface LinkedAgent extends AgentLinks {
  readonly id: number;
  readonly firstname: string;
  readonly lastname: string;
  readonly email: string;
  readonly rls_agent_id: string;
}

/** A pattern that cannot make links; the message says why, and what is accepted. */
export class LinkPatternError extends Error {
  constructor(pattern: string, problem: string) {
    const shown = pattern.length > SHOWN ? `${pattern.slice(0, SHOWN)}…` : pattern;
    super(`The link pattern ${JSON.stringify(shown)} ${problem}.`);
    this.name = 'LinkPatternError';
  }
}

const SHOWN = 80;
const LONGEST = 500;

/** The value of each placeholder. Names become words of a path, the rest stays as it is. */
const PLACEHOLDERS: Readonly<Record<string, (agent: LinkedAgent) => string>> = {
  id: ({ id }) => String(id),
  firstname: ({ firstname }) => slug(firstname),
  lastname: ({ lastname }) => slug(lastname),
  email: ({ email }) => email,
  rls_agent_id: ({ rls_agent_id }) => rls_agent_id,
};

const PLACEHOLDER = /\{([^{}]*)\}/g;

/**
 * Checks an operator's pattern, such as
 * `https://www.example.com/agents/{id}/{firstname}-{lastname}`. An empty pattern makes no link.
 *
 * @param names The placeholders that it may have.
 * @returns The pattern, trimmed.
 * @throws LinkPatternError when a placeholder is unknown, or the pattern cannot make a link.
 */
export function checkLinkPattern(input: string, names = Object.keys(PLACEHOLDERS)): string {
  const pattern = input.trim();
  if (pattern === '') return '';
  const refuse = (problem: string) => new LinkPatternError(pattern, problem);
  if (pattern.length > LONGEST) throw refuse(`is longer than ${LONGEST} characters`);
  for (const [placeholder, name = ''] of pattern.matchAll(PLACEHOLDER)) {
    if (names.includes(name)) continue;
    const placeholders = names.map((one) => `{${one}}`);
    throw refuse(`holds ${placeholder}; accepted are ${placeholders.join(', ')}`);
  }
  const filled = pattern.replace(PLACEHOLDER, '1');
  if (/[{}]/.test(filled)) throw refuse('has a brace without its other half');
  if (/[\s\p{Cc}]/u.test(pattern)) throw refuse('holds a blank; write it as %20');
  // Visitors of a website see the link, so it may lead to a page only.
  const accepted = 'accepted is an http(s) URL, or a path that begins with /';
  if (/^\/(?![/\\])/.test(filled)) return pattern;
  const host = /^https?:\/\/([^/?#]+)/i.exec(pattern)?.[1];
  if (host === undefined || !URL.canParse(filled)) throw refuse(`is not an address; ${accepted}`);
  if (/[{}@]/.test(host)) throw refuse('may have placeholders behind the host name only');
  return pattern;
}

/** The links of an agent: those of its record, else those of the tenant's patterns, with URL-encoded values. */
export function agentLinks(agent: LinkedAgent, patterns: LinkPatterns): AgentLinks {
  return {
    listingslink: agent.listingslink || fill(patterns.listings_link, agent),
    presslink: agent.presslink || fill(patterns.press_link, agent),
    searchwithmelink: agent.searchwithmelink || fill(patterns.search_with_me_link, agent),
    testimoniallink: agent.testimoniallink || fill(patterns.testimonial_link, agent),
  };
}

function fill(pattern: string, agent: LinkedAgent): string {
  return pattern.replace(PLACEHOLDER, (_, name: string) =>
    encodeURIComponent(PLACEHOLDERS[name]?.(agent) ?? ''),
  );
}

/** `José O'Brien` becomes `jose-o-brien`: letters and digits of any script, Latin ones without accents. */
function slug(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]+/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
}
