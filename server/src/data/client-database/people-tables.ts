/** Offices. R115. */
export interface OfficeTable {
  id: number;
  address: string;
  city: string;
  email: string;
  fax: string;
  logo: string;
  name: string;
  phone: string;
  state: string;
  zip: string;
}

/** Teams. R113. Who belongs to one is told by `agent.teamid`. */
export interface TeamTable {
  id: number;
  bio: string;
  groupemail: string;
  groupimage: string;
  hide_team_listings_from_agent: string;
  logo: string;
  name: string;
  phone1: string;
  phone2: string;
  social_f: string;
  social_g: string;
  social_i: string;
  social_l: string;
  social_p: string;
  social_t: string;
  social_y: string;
  website: string;
}

/**
 * Agents that a team named before they were told of: one joins the team when its record comes, and
 * leaves this table.
 */
export interface TeamExpectsTable {
  agent_id: number;
  team_id: number;
}

/** Testimonials. R116. */
export interface TestimonialTable {
  id: number;
  /** 0 when it is about nobody in particular. */
  agent_id: number;
  /** 0 when it is not about a team. */
  team_id: number;
  commentor: string;
  content: string;
  /** Milliseconds since the epoch; 0 when it was never told, so that a sort has a place for it. */
  created_at: number;
  image: string;
  title: string;
}

/** The tables of people beside `agent`. */
export interface PeopleTables {
  office: OfficeTable;
  team: TeamTable;
  team_expects: TeamExpectsTable;
  testimonial: TestimonialTable;
}
