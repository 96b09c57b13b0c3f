import type { Calendar } from '../calendar.js';
import { scenePath } from '../pictures/pool.js';
import { Random } from '../random.js';
import type { PressRecord } from '../records/content-records.js';

/** Invented publications; the position is the number of the logo. */
export const PUBLICATIONS = [
  'The Harbor Ledger',
  'Borough & Block',
  'Stoop Quarterly',
  'Metropolitan Floor Plan',
  'The Elevated',
  'Five Borough Review',
] as const;

interface Clipping {
  readonly title: string;
  readonly subtitle: string;
  readonly publication: (typeof PUBLICATIONS)[number];
  readonly author: string;
  readonly agent: number;
  readonly type: PressRecord['type'];
  readonly text: string;
}

const CLIPPINGS: readonly Clipping[] = [
  {
    title: 'The broker who edits',
    subtitle: 'Why one listing reads like a short story',
    publication: 'Stoop Quarterly',
    author: 'Imara Wetherell',
    agent: 1,
    type: 'Article',
    text: 'Mirelle Ashgrove crosses out the word “stunning” twice before lunch. Her sellers have learned to live with it, and so have their buyers.',
  },
  {
    title: 'Queens comes into bloom',
    subtitle: 'Garden cooperatives find a second audience',
    publication: 'The Elevated',
    author: 'Linus Northquay',
    agent: 8,
    type: 'Article',
    text: 'At the open house in Jackson Heights there were more questions about the compost than about the kitchen. Soledad Fenwright was not surprised.',
  },
  {
    title: 'Small Firm of the Year',
    subtitle: 'Brokerages under thirty agents',
    publication: 'Metropolitan Floor Plan',
    author: '',
    agent: 0,
    type: 'Award',
    text: 'The jury cites the accuracy of Portico Realty’s floor plans and the plainness of its prose.',
  },
  {
    title: 'A house, floor by floor',
    subtitle: 'Eleven years in Clinton Hill',
    publication: 'Borough & Block',
    author: 'Paloma Sedgewell',
    agent: 5,
    type: 'Article',
    text: 'Priyanka Thornwick kept the plaster and replaced the wiring. The stair took two winters and a retired boat builder.',
  },
  {
    title: 'Inside the sales gallery',
    subtitle: 'A conversation about buying from drawings',
    publication: 'Five Borough Review',
    author: 'Noor Coldwater',
    agent: 4,
    type: 'Video',
    text: 'Kenji Halvorsen explains how to read a floor plan in three minutes, with a pencil.',
  },
  {
    title: 'The last of the freight elevators',
    subtitle: 'Loft living and its machinery',
    publication: 'The Harbor Ledger',
    author: 'Basil Drummore',
    agent: 3,
    type: 'Article',
    text: 'Odalys Quintrell still asks the operator for the second floor, though the buttons were installed in 1998.',
  },
  {
    title: 'Thirty under three hundred thousand',
    subtitle: 'Where first homes are still bought',
    publication: 'The Elevated',
    author: 'Freya Rookwood',
    agent: 2,
    type: 'Article',
    text: 'Tobin Farrowmere brings graph paper to showings. “Everybody can do this arithmetic,” he says, “if somebody shows them once.”',
  },
  {
    title: 'Townhouse Sale of the Quarter',
    subtitle: 'Brownstone Brooklyn',
    publication: 'Borough & Block',
    author: '',
    agent: 5,
    type: 'Award',
    text: 'For a sale completed in nineteen days, with the tenants’ blessing.',
  },
  {
    title: 'Who buys a corner shop?',
    subtitle: 'Mixed-use buildings and their owners',
    publication: 'The Harbor Ledger',
    author: 'Emeka Saltmarsh',
    agent: 9,
    type: 'Article',
    text: 'Marek Winterlis reads rent rolls the way other people read menus. He is usually right about what is off.',
  },
  {
    title: 'Moving day, forty times a year',
    subtitle: 'A relocation specialist on tape',
    publication: 'Five Borough Review',
    author: 'Zadie Hazelgrove',
    agent: 7,
    type: 'Video',
    text: 'Wren Castellane on what people forget to ask before they move to New York.',
  },
];

/** The records of press articles, oldest first. R121. */
export function pressRecords(seed: number, calendar: Calendar): PressRecord[] {
  const random = new Random(seed, 'press');
  let age = 12;
  const dated = CLIPPINGS.map((clipping) => {
    const at = calendar.daytime(calendar.ago(age));
    age += random.between(30, 110);
    return { clipping, at };
  });
  return dated.reverse().map(({ clipping, at }, index) => {
    const number = PUBLICATIONS.indexOf(clipping.publication) + 1;
    return {
      id: index + 1,
      agent_id: clipping.agent,
      author: clipping.author,
      body: `<p>${clipping.text}</p>`,
      date_create: calendar.text(Math.min(at + 86_400_000 * random.int(1, 6), calendar.today)),
      date_publish: calendar.text(at),
      filename: clipping.type === 'Article' ? scenePath('clipping', number) : '',
      logo: scenePath('press', number),
      publicationname: clipping.publication,
      sub_title: clipping.subtitle,
      title: clipping.title,
      type: clipping.type,
      url: '',
    };
  });
}
