/** An agent of whom everything is told, as the answer has it. */
export const AGENT = {
  id: 12,
  agent_custom_field_1: 'Desk 4',
  agent_custom_field_2: 'Starts at ten',
  agent_link_name_1: 'Blog',
  agent_link_name_2: 'Press',
  agent_link_name_3: 'Calendar',
  agent_link_url_1: 'https://one.example.test/',
  agent_link_url_2: 'https://two.example.test/',
  agent_link_url_3: 'https://three.example.test/',
  bio: 'Born in Queens.\nLives in Brooklyn.',
  email: 'ada@acme.example.test',
  fax: '212-555-0101',
  firstname: 'Ada',
  image: 'https://img.example.test/ada.jpg',
  isagent: 0,
  lang: 'English, Español',
  lastname: 'Moreno',
  link_social1: 'https://social.example.test/1/ada',
  link_social2: 'https://social.example.test/2/ada',
  link_social3: 'https://social.example.test/3/ada',
  link_social4: 'https://social.example.test/4/ada',
  link_social5: 'https://social.example.test/5/ada',
  listingslink: '/our-people/ada/listings',
  mobile: '917-555-0102',
  office: 3,
  phone: '212-555-0103',
  presslink: '/our-people/ada/press',
  quote: 'Home is a verb.',
  rls_agent_id: 'RLS-77',
  searchwithmelink: '/our-people/ada/search',
  specialty: 'Lofts',
  status: 'Silent',
  teamid: '5',
  testimoniallink: '/our-people/ada/praise',
  title: 'Associate Broker',
} as const;

/** What the record of an agent reads of whom nothing but the id was told. */
export const UNTOLD_AGENT = {
  ...Object.fromEntries(Object.keys(AGENT).map((field) => [field, ''])),
  isagent: 1,
  office: 0,
  status: 'Active',
};

/** The fields that an agent has on its own and not inside of a team. */
export const ALONE = [
  'listingslink',
  'presslink',
  'searchwithmelink',
  'teamid',
  'testimoniallink',
] as const;

/** An agent's record as a team embeds it. */
export function member(agent: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const fields = Object.entries(agent).filter(([field]) => !ALONE.some((name) => name === field));
  return Object.fromEntries(fields);
}

/** A team of which everything is told, as the answer has it; its members left out. */
export const TEAM = {
  id: 5,
  bio: 'Two sisters.\nOne desk.',
  groupemail: 'sisters@acme.example.test',
  groupimage: 'https://img.example.test/sisters.jpg',
  hide_team_listings_from_agent: '1',
  logo: 'sisters.svg',
  name: 'The Sisters',
  phone1: '212-555-0110',
  phone2: '212-555-0111',
  social_f: 'https://social.example.test/f',
  social_g: 'https://social.example.test/g',
  social_i: 'https://social.example.test/i',
  social_l: 'https://social.example.test/l',
  social_p: 'https://social.example.test/p',
  social_t: 'https://social.example.test/t',
  social_y: 'https://social.example.test/y',
  website: 'https://sisters.example.test',
} as const;

/** What the record of a team reads of which nothing but the id was told. */
export const UNTOLD_TEAM = {
  ...Object.fromEntries(Object.keys(TEAM).map((field) => [field, ''])),
  agents: [],
};

/** An office of which everything is told, as the answer has it. */
export const OFFICE = {
  id: 3,
  address: '1 Broadway',
  city: 'New York',
  email: 'downtown@acme.example.test',
  fax: '212-555-0120',
  logo: 'downtown.png',
  name: 'Downtown',
  phone: '212-555-0121',
  state: 'NY',
  zip: '10004',
} as const;
