import { type Static, Type } from 'typebox';
import { bit, oneOf, serverOnly } from '../../api/fields.js';
import type { AnswerContext } from '../../api/request-context.js';
import type { AgentRow } from './agent.queries.js';
import { agentLinks, type LinkPatterns } from './agent-links.js';
import { AGENT_STATUSES } from './agent-status.js';

const str = (description: string) => Type.String({ description });
const customLink = (what: string, number: number) => str(`${what} of custom link ${number}`);
const socialLink = (number: number) => str(`Profile URL on social network ${number}`);

/** The fields that an agent has both on its own and as a member of a team. */
const memberFields = {
  agent_custom_field_1: serverOnly("Free text of the client's own, frequently internal"),
  agent_custom_field_2: serverOnly("Free text of the client's own, frequently internal"),
  agent_link_name_1: customLink('Label', 1),
  agent_link_name_2: customLink('Label', 2),
  agent_link_name_3: customLink('Label', 3),
  agent_link_url_1: customLink('URL', 1),
  agent_link_url_2: customLink('URL', 2),
  agent_link_url_3: customLink('URL', 3),
  bio: str('Biography, with line breaks'),
  email: str('Email'),
  fax: str('Fax'),
  firstname: str('First name'),
  id: Type.Integer({ description: 'Agent id' }),
  image: str('Absolute URL of the photo, or empty'),
  isagent: bit('1 agent, 0 other staff'),
  lang: str('Languages spoken, comma separated'),
  lastname: str('Last name'),
  link_social1: socialLink(1),
  link_social2: socialLink(2),
  link_social3: socialLink(3),
  link_social4: socialLink(4),
  link_social5: socialLink(5),
  mobile: str('Mobile phone'),
  office: Type.Integer({ description: 'Office id, 0 when there is none' }),
  phone: str('Office line'),
  quote: str('A short quoted line'),
  rls_agent_id: str('Identifier at the listing service'),
  specialty: str('Specialty'),
  status: oneOf(AGENT_STATUSES, 'Silent agents are not shown in public'),
  title: str('Licence title'),
};

/** An agent in the record of a team. R113. */
export const TeamMember = Type.Object(memberFields, {
  $id: 'TeamMember',
  description: 'An agent as a team embeds it',
  additionalProperties: false,
});

/** An agent, in a search too. R40, R112. */
export const Agent = Type.Object(
  {
    ...memberFields,
    listingslink: str("Link to the agent's listings on the client's website"),
    presslink: str("Link to the agent's press on the client's website"),
    searchwithmelink: str("Link to the agent's search page on the client's website"),
    teamid: str('Team id, empty when in no team'),
    testimoniallink: str("Link to the agent's testimonials on the client's website"),
  },
  { $id: 'Agent', additionalProperties: false },
);

/** The record of an agent in its team. */
export function memberRecord(row: AgentRow, context: AnswerContext): Static<typeof TeamMember> {
  return {
    agent_custom_field_1: row.agent_custom_field_1,
    agent_custom_field_2: row.agent_custom_field_2,
    agent_link_name_1: row.agent_link_name_1,
    agent_link_name_2: row.agent_link_name_2,
    agent_link_name_3: row.agent_link_name_3,
    agent_link_url_1: context.linkUrl(row.agent_link_url_1),
    agent_link_url_2: context.linkUrl(row.agent_link_url_2),
    agent_link_url_3: context.linkUrl(row.agent_link_url_3),
    bio: row.bio,
    email: row.email,
    fax: row.fax,
    firstname: row.firstname,
    id: row.id,
    image: context.mediaUrl(row.image),
    isagent: row.isagent,
    lang: row.lang,
    lastname: row.lastname,
    link_social1: row.link_social1,
    link_social2: row.link_social2,
    link_social3: row.link_social3,
    link_social4: row.link_social4,
    link_social5: row.link_social5,
    mobile: row.mobile,
    office: row.office,
    phone: row.phone,
    quote: row.quote,
    rls_agent_id: row.rls_agent_id,
    specialty: row.specialty,
    status: row.status,
    title: row.title,
  };
}

/** The record of an agent, with the links that the tenant's patterns make. */
export function agentRecord(
  row: AgentRow,
  patterns: LinkPatterns,
  context: AnswerContext,
): Static<typeof Agent> {
  return { ...memberRecord(row, context), ...agentLinks(row, patterns), teamid: row.teamid };
}
