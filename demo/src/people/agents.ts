import type {
  AgentRecord,
  MemberRecord,
  OfficeRecord,
  TeamRecord,
} from '../records/people-records.js';
import { AGENCY, OFFICES, TEAMS } from './agency-profile.js';
import { AGENTS, type AgentProfile } from './agent-profiles.js';

/** Fictional numbers: the exchange 555-01xx is set aside for them. */
function phone(area: '212' | '917' | '646' | '718', last: number): string {
  return `${area}-555-01${`${last % 100}`.padStart(2, '0')}`;
}

/** An agent as listings name one. */
export interface Contact {
  readonly id: number;
  readonly email: string;
  readonly name: string;
  readonly phone: string;
  readonly image: string;
}

const address = (mailbox: string): string => `${mailbox}@${AGENCY.domain}`;

const mailboxOf = ({ first, last }: AgentProfile): string => `${first}.${last}`.toLowerCase();

/** Where an agent's portrait is. */
export function portraitPath({ id }: AgentProfile): string {
  return `demo/portrait-${`${id}`.padStart(2, '0')}.jpg`;
}

/** What a listing says about an agent: the mobile number, as the interface prefers it. */
export function contactOf(agent: AgentProfile): Contact {
  return {
    id: agent.id,
    email: address(mailboxOf(agent)),
    name: `${agent.first} ${agent.last}`,
    phone: phone('917', 20 + agent.id),
    image: portraitPath(agent),
  };
}

function memberRecord(agent: AgentProfile, year: number): MemberRecord {
  const contact = contactOf(agent);
  return {
    agent_custom_field_1: `Desk ${10 + agent.id * 3}`,
    agent_custom_field_2: agent.agent ? `Since ${year - 1 - ((agent.id * 5) % 17)}` : '',
    agent_link_name_1: agent.agent ? 'Quarterly market letter' : '',
    agent_link_name_2: agent.team === 1 ? 'Board package checklist' : '',
    agent_link_name_3: '',
    agent_link_url_1: agent.agent ? 'demo/docs/market-letter.pdf' : '',
    agent_link_url_2: agent.team === 1 ? 'demo/docs/board-package.pdf' : '',
    agent_link_url_3: '',
    bio: agent.bio,
    email: contact.email,
    fax: phone('212', 98),
    firstname: agent.first,
    id: agent.id,
    image: contact.image,
    isagent: agent.agent ? 1 : 0,
    lang: agent.languages,
    lastname: agent.last,
    link_social1: '',
    link_social2: '',
    link_social3: '',
    link_social4: '',
    link_social5: '',
    mobile: contact.phone,
    office: agent.office,
    phone: phone('212', 40 + agent.id),
    quote: agent.quote,
    rls_agent_id: agent.agent ? `RLS-${70_400 + agent.id * 37}` : '',
    specialty: agent.specialty,
    status: agent.status,
    title: agent.title,
  };
}

/**
 * The records of agents.
 * @param year The current calendar year, which lengths of service count back from.
 */
export function agentRecords(year: number): AgentRecord[] {
  return AGENTS.map((agent) => {
    // Paths on the agency's own website, which a page resolves against itself.
    const page = `/agents/${agent.first}-${agent.last}`.toLowerCase();
    return {
      ...memberRecord(agent, year),
      listingslink: agent.agent ? `${page}/listings` : '',
      presslink: agent.agent ? `${page}/press` : '',
      searchwithmelink: agent.agent ? `${page}/search` : '',
      testimoniallink: agent.agent ? `${page}/testimonials` : '',
      teamid: agent.team === 0 ? '' : `${agent.team}`,
    };
  });
}

/** The records of teams, with the members that are not suspended. R113. */
export function teamRecords(year: number): TeamRecord[] {
  return TEAMS.map((team) => {
    const members = AGENTS.filter((a) => a.team === team.id && a.status !== 'Suspend');
    return {
      id: team.id,
      agents: members.map((member) => memberRecord(member, year)),
      agent_ids: members.map(({ id }) => id),
      bio: team.bio,
      groupemail: address(team.mailbox),
      groupimage: `demo/team-${team.id}.jpg`,
      hide_team_listings_from_agent: team.showsListings ? '1' : '0',
      logo: `demo/team-logo-${team.id}.jpg`,
      name: team.name,
      phone1: phone('212', 60 + team.id),
      phone2: team.id === 2 ? phone('718', 62) : '',
      social_f: '',
      social_g: '',
      social_i: '',
      social_l: '',
      social_p: '',
      social_t: '',
      social_y: '',
      website: '',
    };
  });
}

/** The records of offices. R115. */
export function officeRecords(): OfficeRecord[] {
  return OFFICES.map(({ id, name, mailbox, address: street, city, zip }) => ({
    id,
    address: street,
    city,
    email: address(mailbox),
    fax: phone('212', 98 - id),
    logo: `demo/office-${id}.jpg`,
    name: `${AGENCY.name} ${name}`,
    phone: phone('212', id),
    state: 'NY',
    zip,
  }));
}
