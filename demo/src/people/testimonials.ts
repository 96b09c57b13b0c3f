import type { Calendar } from '../calendar.js';
import { POOL, scenePath } from '../pictures/pool.js';
import { Deck, Random } from '../random.js';
import type { TestimonialRecord } from '../records/people-records.js';
import { TEAMS } from './agency-profile.js';
import { AGENTS } from './agent-profiles.js';
import { FIRST_NAMES, LAST_NAMES } from './names.js';

/** Texts of testimonials. `{name}` stands for the agent's first name or the team's name. */
const PRAISE: readonly string[] = [
  'We looked at nineteen apartments and {name} remembered something about every one of them. The twentieth is ours.',
  '{name} talked us out of the first place we loved. Two months later we understood why, and sent cake.',
  'Our board package came back approved in eight days. {name} had read it more often than we had.',
  'I moved from abroad with two suitcases and a cat. {name} had the lease signed before I landed.',
  'Selling my mother’s apartment was not easy. {name} was patient, exact and kind.',
  'Three offers on the first Sunday. {name} explained each one without once telling me what to do.',
  'No drama, no jargon, no surprises at closing. I did not know it could be like that.',
  '{name} answered at eleven at night, then told me to go to sleep and sign in the morning.',
  'We were outbid twice. {name} never said “I told you so”, though it would have been fair.',
  'The listing text made me want to buy my own apartment back.',
  '{name} noticed the crack in the lintel that our inspector missed, and the seller fixed it.',
  'A straight answer to every question, including the ones I should not have asked.',
  'They measured everything twice and the sofa fit. That is all I ever wanted from a broker.',
  'Rented our brownstone floor in a week, to people we now have dinner with.',
  '{name} kept a spreadsheet of our commute times. It turned out to matter more than the view.',
  'Fast, discreet and well organized. The photographs alone were worth it.',
  'We changed our minds about the borough halfway through. {name} simply turned the page.',
  'First apartment, first mortgage, first winter without a draft. Thank you, {name}.',
  'After six years of renting through {name}, we bought through {name}, and will sell the same way.',
  'Clear about fees on day one. Everybody should work like this.',
];

const TITLES = ['Worth the wait', 'Our first home', 'Sold in nine days', 'From Lisbon to Brooklyn'];

/** The records of testimonials: some about each agent that can be seen, some about teams. */
export function testimonialRecords(seed: number, calendar: Calendar): TestimonialRecord[] {
  const random = new Random(seed, 'testimonials');
  const firsts = new Deck(FIRST_NAMES, random.fork('first names'));
  const lasts = new Deck(LAST_NAMES, random.fork('last names'));
  const praise = new Deck(PRAISE, random.fork('praise'));
  const subjects = [
    ...AGENTS.filter((a) => a.agent && a.status === 'Active').flatMap((a) =>
      Array.from({ length: random.int(3, 5) }, () => ({ agentid: a.id, teamid: 0, name: a.first })),
    ),
    ...TEAMS.flatMap((t) =>
      Array.from({ length: 3 }, () => ({ agentid: 0, teamid: t.id, name: t.name })),
    ),
  ];
  return random
    .shuffle(subjects)
    .map((subject) => ({ subject, age: 3 + 1100 * random.next() ** 1.2 }))
    .sort((a, b) => b.age - a.age)
    .map(({ subject: { agentid, teamid, name }, age }, index) => ({
      id: index + 1,
      commentor: `${firsts.draw()} ${lasts.draw().charAt(0)}.`,
      content: praise.draw().replaceAll('{name}', name),
      date_create: calendar.text(calendar.daytime(calendar.ago(age))),
      image: random.chance(0.25)
        ? scenePath('living-modern', random.int(1, POOL['living-modern']))
        : '',
      title: random.chance(0.15) ? random.pick(TITLES) : '',
      agentid,
      teamid,
    }));
}
