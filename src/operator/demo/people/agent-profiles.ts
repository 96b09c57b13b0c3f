/** Who works at the agency. All of them are invented. */
export interface AgentProfile {
  readonly id: number;
  readonly first: string;
  readonly last: string;
  readonly status: 'Active' | 'Silent' | 'Suspend';
  readonly agent: boolean;
  readonly office: number;
  /** 0 when in no team. */
  readonly team: number;
  readonly title: string;
  readonly languages: string;
  readonly specialty: string;
  readonly quote: string;
  readonly bio: string;
  /** Parts of the city, by the name of the area, where most of the listings are. */
  readonly areas: readonly string[];
}

/** The roster. */
export const AGENTS: readonly AgentProfile[] = [
  {
    id: 1, first: 'Mirelle', last: 'Ashgrove', status: 'Active', agent: true, office: 1, team: 1,
    title: 'Associate Real Estate Broker', languages: 'English, French', specialty: 'Prewar cooperatives',
    quote: 'A board package is a biography. Write it well.',
    bio: 'Mirelle has sat on the board of her own building for nine years, which is why her applicants are rarely turned down. She began in publishing and still edits every listing herself.\n\nWhen she is not on West End Avenue she is in the reading room of the library on Forty-second Street.',
    areas: ['West Side', 'East Side'],
  },
  {
    id: 2, first: 'Tobin', last: 'Farrowmere', status: 'Active', agent: true, office: 1, team: 1,
    title: 'Licensed Real Estate Salesperson', languages: 'English', specialty: 'First-time buyers',
    quote: 'The right apartment survives a second visit in the rain.',
    bio: 'Tobin taught middle-school mathematics before real estate, and explains maintenance, taxes and mortgage points without a single euphemism.\n\nHe lives in Yorkville with two rescue greyhounds.',
    areas: ['East Side', 'Midtown'],
  },
  {
    id: 3, first: 'Odalys', last: 'Quintrell', status: 'Active', agent: true, office: 1, team: 0,
    title: 'Licensed Associate Real Estate Broker', languages: 'English, Spanish', specialty: 'Downtown lofts',
    quote: 'Ceiling height is the one thing you cannot renovate.',
    bio: 'Odalys trained as an architect and can tell a cast-iron column from a painted one across a room. She has worked south of Fourteenth Street for sixteen years.\n\nHer clients include sculptors, restaurateurs and the occasional violin maker.',
    areas: ['Downtown'],
  },
  {
    id: 4, first: 'Kenji', last: 'Halvorsen', status: 'Active', agent: true, office: 1, team: 3,
    title: 'Licensed Real Estate Salesperson', languages: 'English, Japanese, Norwegian', specialty: 'New development',
    quote: 'Buy the floor plan, not the rendering.',
    bio: 'Kenji has opened eleven sales galleries and closed the last unit in nine of them. He reads offering plans for pleasure.',
    areas: ['Midtown', 'Downtown', 'Western Queens'],
  },
  {
    id: 5, first: 'Priyanka', last: 'Thornwick', status: 'Active', agent: true, office: 2, team: 2,
    title: 'Associate Real Estate Broker', languages: 'English, Hindi, Gujarati', specialty: 'Townhouses',
    quote: 'Every house has one room it was built for. Find it first.',
    bio: 'Priyanka restored her own house in Clinton Hill over eleven patient years, and keeps a list of plasterers that colleagues have tried to buy.\n\nShe leads Harborline’s townhouse practice.',
    areas: ['Brownstone Brooklyn', 'Central Brooklyn'],
  },
  {
    id: 6, first: 'Lucian', last: 'Barrowdale', status: 'Active', agent: true, office: 2, team: 2,
    title: 'Licensed Real Estate Salesperson', languages: 'English, Italian', specialty: 'Brooklyn condominiums',
    quote: 'I have never regretted telling a client to wait a week.',
    bio: 'Lucian grew up over his family’s hardware store in Carroll Gardens and has sold apartments on eight of the nine blocks around it.',
    areas: ['Brownstone Brooklyn', 'North Brooklyn'],
  },
  {
    id: 7, first: 'Wren', last: 'Castellane', status: 'Active', agent: true, office: 2, team: 0,
    title: 'Licensed Real Estate Salesperson', languages: 'English, Haitian Creole, French', specialty: 'Rentals and relocation',
    quote: 'Send me your commute and I will send you a map.',
    bio: 'Wren places some forty households a year, most of them from out of town, and has a spreadsheet of which platforms are in the shade in August.',
    areas: ['North Brooklyn', 'Central Brooklyn', 'South Brooklyn'],
  },
  {
    id: 8, first: 'Soledad', last: 'Fenwright', status: 'Active', agent: true, office: 3, team: 0,
    title: 'Associate Real Estate Broker', languages: 'English, Spanish, Portuguese', specialty: 'Queens cooperatives and houses',
    quote: 'Queens rewards people who walk one more block.',
    bio: 'Soledad opened the agency’s Queens office and has chaired a garden cooperative through two roof replacements.\n\nShe keeps bees, with the board’s permission.',
    areas: ['Western Queens', 'Central Queens'],
  },
  {
    id: 9, first: 'Marek', last: 'Winterlis', status: 'Active', agent: true, office: 1, team: 3,
    title: 'Licensed Associate Real Estate Broker', languages: 'English, Polish, German', specialty: 'Investment and commercial property',
    quote: 'The rent roll is the only brochure I read.',
    bio: 'Marek underwrote loans for a savings bank before crossing the table. He handles mixed-use buildings, offices and land, and returns calls before eight in the morning.',
    areas: ['Upper Manhattan', 'Midtown', 'North Brooklyn', 'Western Queens', 'South Brooklyn'],
  },
  {
    id: 10, first: 'Desta', last: 'Marchbanks', status: 'Silent', agent: true, office: 1, team: 1,
    title: 'Licensed Real Estate Salesperson', languages: 'English, Amharic', specialty: 'Upper Manhattan',
    quote: 'North of 110th you get a second bedroom and a sunset.',
    bio: 'Desta works by referral only, mostly in Harlem and the Heights, and prefers to be found by people who already know her.',
    areas: ['Upper Manhattan', 'West Side'],
  },
  {
    id: 11, first: 'Anselm', last: 'Tidewell', status: 'Suspend', agent: true, office: 2, team: 0,
    title: 'Licensed Real Estate Salesperson', languages: 'English', specialty: 'South Brooklyn houses',
    quote: 'Check the boiler first.',
    bio: 'Anselm worked with the Brooklyn office until last year.',
    areas: ['South Brooklyn', 'Central Brooklyn'],
  },
  {
    id: 12, first: 'Juno', last: 'Pellworth', status: 'Active', agent: false, office: 1, team: 0,
    title: 'Director of Operations', languages: 'English, Korean', specialty: 'Listings and data',
    quote: 'If it is not in the system, it did not happen.',
    bio: 'Juno keeps the listings accurate, the keys labelled and the coffee acceptable.',
    areas: [],
  },
];
