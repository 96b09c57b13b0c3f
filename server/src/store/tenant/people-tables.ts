/** Agents. R112. */
export const AGENT_DEFAULTS = {
  id: 0,
  agent_custom_field_1: '',
  agent_custom_field_2: '',
  agent_link_name_1: '',
  agent_link_name_2: '',
  agent_link_name_3: '',
  agent_link_url_1: '',
  agent_link_url_2: '',
  agent_link_url_3: '',
  bio: '',
  email: '',
  fax: '',
  mobile: '',
  phone: '',
  firstname: '',
  lastname: '',
  image: '',
  isagent: 1,
  lang: '',
  link_social1: '',
  link_social2: '',
  link_social3: '',
  link_social4: '',
  link_social5: '',
  /** Links from its record; the tenant's pattern makes a missing one. */
  listingslink: '',
  office: 0,
  presslink: '',
  quote: '',
  rls_agent_id: '',
  searchwithmelink: '',
  specialty: '',
  /** Active, Silent or Suspend. */
  status: 'Active',
  /** The digits of the team's id, or empty. */
  teamid: '',
  testimoniallink: '',
  title: '',
};
export type AgentTable = typeof AGENT_DEFAULTS;

/** Teams. R113. `agent.teamid` holds the members. */
export const TEAM_DEFAULTS = {
  id: 0,
  bio: '',
  groupemail: '',
  groupimage: '',
  hide_team_listings_from_agent: '',
  logo: '',
  name: '',
  phone1: '',
  phone2: '',
  social_f: '',
  social_g: '',
  social_i: '',
  social_l: '',
  social_p: '',
  social_t: '',
  social_y: '',
  website: '',
};
export type TeamTable = typeof TEAM_DEFAULTS;

/**
 * Agents that a team named before their own record came. An agent joins the team, and leaves this
 * table, when the record comes.
 */
export interface TeamExpectsTable {
  agent_id: number;
  team_id: number;
}

/** The tables of people. */
export interface PeopleTables {
  agent: AgentTable;
  team: TeamTable;
  team_expects: TeamExpectsTable;
}
