import type { Calendar } from '../calendar.js';
import { POOL, scenePath } from '../pictures/pool.js';
import { Deck, Random } from '../random.js';
import type { TestimonialRecord } from '../records/people-records.js';
import { TEAMS } from './agency-profile.js';
import { AGENTS } from './agent-profiles.js';
import { FIRST_NAMES, LAST_NAMES } from './names.js';

/** Texts of testimonials: enough that none is said twice. `{name}` stands for the agent's first name or the team's name. */
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
  '{name} drew the floor plan on a napkin and then explained why the second bedroom was not one.',
  'We asked for light. {name} took us to see every place at four in the afternoon in January.',
  'The co-op wanted three years of everything. {name} had the folder ready before we finished complaining.',
  'I was the nervous kind of buyer. {name} never once hurried me.',
  '{name} sold the place next door and remembered that we had liked the stairs.',
  'An honest price, a clean contract and a call on Sunday to say it was done.',
  'My parents speak no English. {name} learned how to say “closing costs” for them.',
  '{name} told us to wait for spring. In spring we had four offers.',
  'We moved with twins and a piano. {name} had measured the elevator.',
  'The first apartment {name} showed us was the one. The other twelve were to make sure.',
  '{name} read the minutes of the board and found the roof repair that nobody had mentioned.',
  'Our tenants were found in four days and have paid on the first of every month since.',
  '{name} knows which side of the street gets the sun, and which one gets the bus.',
  'We bought from another city. {name} walked through with a camera, and opened every closet.',
  'It took seven months. {name} wrote every Friday, even when there was nothing to say.',
  '{name} asked what we cook before showing us a single kitchen. Now I understand why.',
  'We wanted a garden and could afford a window box. {name} found us a terrace.',
  'When the appraisal came in low, {name} already had the comparable sales on one page.',
  '{name} was the only one who said that we should not sell yet. We sold a year later, with thanks.',
  'A dog, a drum kit and a small budget: {name} laughed, and found it in three weeks.',
  '{name} staged the living room with our own furniture, in an afternoon. We nearly stayed.',
  'The walk-through turned up a leak. {name} had a plumber there before lunch.',
  '{name} put the lease into plain words, and two of its clauses into the bin.',
  'I came for a rental and left with a plan for the next five years.',
  'Downsizing after thirty years is hard. {name} carried boxes, and listened.',
  '{name} had keys, answers and an umbrella every single time.',
  'They never oversold a view. When {name} said “charming”, it was.',
  'Two boards turned us down. {name} found out why, and the third one did not.',
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
