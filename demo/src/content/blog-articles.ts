/** Labels of blog posts. */
export const BLOG_LABELS = [
  'Buying',
  'Selling',
  'Renting',
  'Neighborhoods',
  'Market',
  'Homes',
] as const;

/** A label of a blog post. */
export type BlogLabel = (typeof BLOG_LABELS)[number];

/** A post before it has a date. */
export interface Article {
  readonly title: string;
  readonly labels: readonly BlogLabel[];
  /** Id of the agent who wrote it; 0 for the agency. */
  readonly agent: number;
  /** Paragraphs of HTML, without their tags; one that begins with `## ` is a heading. */
  readonly body: readonly string[];
  /** Class of buildings the post mentions; null when none. */
  readonly about: 'prewarCoop' | 'loftCondo' | 'gardenCoop' | 'townhouse' | 'condoTower' | null;
  readonly published: boolean;
}

/** The posts, newest first. */
export const ARTICLES: readonly Article[] = [
  {
    title: 'What a board package is really for',
    labels: ['Buying'],
    agent: 1,
    about: 'prewarCoop',
    published: true,
    body: [
      'A cooperative board does not want to know whether you can afford the apartment. Your bank has already answered that. It wants to know whether you will still be a good neighbor in ten years.',
      '## Start with the letter',
      'The cover letter is the only page that everybody reads. Say who you are, why this building, and what you do on a Sunday. One page, no adjectives about the lobby.',
      '## Then make the numbers easy',
      'Put the statements in the order the form asks for them, tab them, and add up the columns yourself. A treasurer who does not have to reach for a calculator is a treasurer on your side.',
    ],
  },
  {
    title: 'Five streets to walk before choosing a neighborhood',
    labels: ['Neighborhoods'],
    agent: 7,
    about: null,
    published: true,
    body: [
      'Maps are flat and neighborhoods are not. Before you settle on one, walk it at eight in the morning, at six in the evening and once after a night of rain.',
      'Start on Court Street in Brooklyn, where the bakeries have opened by seven. Continue, another day, along Skillman Avenue in Sunnyside, West End Avenue in the Eighties, Orchard Street below Delancey and Franklin Street in Greenpoint.',
      'Count the strollers, the empty shops and the people who say good morning. None of it is in a listing.',
    ],
  },
  {
    title: 'Gross rent, net rent and the month that is free',
    labels: ['Renting', 'Market'],
    agent: 7,
    about: null,
    published: true,
    body: [
      'A month free on a thirteen-month lease lowers what you pay over the term by about eight percent. It does not lower the rent that next year’s increase is counted from.',
      'We always print the gross rent, and tell you the net when you ask. If a price seems too good for its street, ask which of the two it is.',
      '<em>A rule of thumb:</em> twelve times the net rent should be what leaves your account in a year. If it is not, something is being counted twice.',
    ],
  },
  {
    title: 'The case for the garden cooperative',
    labels: ['Homes', 'Buying'],
    agent: 8,
    about: 'gardenCoop',
    published: true,
    body: [
      'A century ago, builders in Queens had an idea that has not been bettered: put the houses around the edge of the block and give the middle to everybody.',
      'The apartments have windows on two sides, the children have a lawn, and the gardener knows which roses came from whose grandmother.',
      'Prices are still well below what the same rooms cost across the river. The express train takes twenty minutes.',
    ],
  },
  {
    title: 'How we photograph a home',
    labels: ['Selling'],
    agent: 5,
    about: 'townhouse',
    published: true,
    body: [
      'No wide lens, no orange sunsets, no bowl of green apples. We come at the hour when the best room is at its best, turn off every lamp and open every door.',
      '## Before we arrive',
      'Take away a third of the furniture. Leave the books. Wash the windows on the outside, which nobody ever does and everybody sees.',
    ],
  },
  {
    title: 'Reading an offering plan in an hour',
    labels: ['Buying'],
    agent: 4,
    about: 'condoTower',
    published: true,
    body: [
      'An offering plan runs to six hundred pages, and about forty of them concern you. Read Schedule A for the prices, Schedule B for the budget, and the special risks from the first word to the last.',
      'Then find your line on the floor plans and check three things: where the columns are, which wall is the elevator’s, and what the ceiling height is under the beams.',
      'Everything else is for your attorney, who reads faster than you do.',
    ],
  },
  {
    title: 'Columns, joists and other good news',
    labels: ['Homes'],
    agent: 3,
    about: 'loftCondo',
    published: true,
    body: [
      'The floors of a nineteenth-century loft were built to hold presses, not sofas. That is why they bounce less than floors built last year.',
      'Look up: timber joists a foot deep mean a warm, slightly lively floor; brick arches between steel beams mean a silent one. Cast-iron columns may be moved by nobody.',
      'And look at the freight elevator. If it still works, so does everything else.',
    ],
  },
  {
    title: 'Should you renovate before you sell?',
    labels: ['Selling', 'Market'],
    agent: 2,
    about: null,
    published: true,
    body: [
      'Usually not. Paint, light bulbs and a new shower door return what they cost. A new kitchen returns about half, because your buyer would have chosen the other tile.',
      'There are two exceptions: a floor that creaks where visitors stand, and a bathroom that smells of 1974.',
    ],
  },
  {
    title: 'A Saturday in Jackson Heights',
    labels: ['Neighborhoods'],
    agent: 8,
    about: 'gardenCoop',
    published: true,
    body: [
      'Begin on Thirty-fourth Avenue, which has belonged to people on foot for years now. There will be dancing by ten.',
      'Lunch is a question of direction: momos to the west, arepas to the east, dosas under the train. Then ask at any of the garden cooperatives whether it is an open day.',
      'You will want to stay. We can help with that.',
    ],
  },
  {
    title: 'Taxes, maintenance and common charges, untangled',
    labels: ['Buying'],
    agent: 2,
    about: null,
    published: true,
    body: [
      '<strong>Cooperative:</strong> one monthly maintenance, taxes included; part of it is deductible. <strong>Condominium:</strong> common charges to the building, taxes to the city. <strong>Condop:</strong> a cooperative on paper, with the rules of a condominium.',
      'Compare the sum of everything, over a year, for each foot. It is the only number that means the same in all three.',
    ],
  },
  {
    title: 'What brokers do in January',
    labels: ['Market'],
    agent: 0,
    about: null,
    published: true,
    body: [
      'We walk through buildings with their superintendents, correct the floor plans, and call everyone who bought in the same month ten years ago.',
      'It is also when the patient buyer is alone at the open house. The apartment is the same one that will have a line in May.',
    ],
  },
  {
    title: 'Living above a shop',
    labels: ['Homes', 'Renting'],
    agent: 6,
    about: null,
    published: true,
    body: [
      'A bakery below means warm floors and an early start. A bookshop means silence. A restaurant means you should visit on Friday night, and look at where the vent goes.',
      'In return you get a street that somebody looks after until late, and rarely a neighbor who practices the drums.',
    ],
  },
  {
    title: 'The rent roll is the only brochure I read',
    labels: ['Market', 'Buying'],
    agent: 9,
    about: null,
    published: true,
    body: [
      'Before I visit a mixed-use building I ask for three pages: the rent roll, the last two tax bills and the insurance invoice. If they agree with one another, I put on my coat.',
      'A shop that has paid on time for eleven years is worth more than a higher rent from one that opened in spring.',
    ],
  },
  {
    title: 'Notes for the spring market',
    labels: ['Market'],
    agent: 0,
    about: null,
    published: false,
    body: [
      'Draft. Figures to be added once the quarter has closed.',
      'Points to make: more two-bedrooms than last year, fewer studios; concessions ending in most towers; townhouses quiet and expensive.',
    ],
  },
];
