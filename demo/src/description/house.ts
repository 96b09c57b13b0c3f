import type { BuildingFlag } from '../records/place-records.js';
import type { Phrase, Subject } from './subject.js';
import { capital, list, numberWord } from './words.js';

/** Features in words, the most interesting first. */
const SERVICES: ReadonlyArray<readonly [BuildingFlag, string]> = [
  ['pool', 'a swimming pool'],
  ['healthclub', 'a fitness center'],
  ['roofdeck', 'a roof deck'],
  ['childrenplayroom', 'a playroom'],
  ['lounge', 'a residents’ lounge'],
  ['garage', 'a garage'],
  ['commonoutdoorspace', 'a shared garden'],
  ['courtyard', 'a landscaped courtyard'],
  ['businesscenter', 'a work lounge'],
  ['nursery', 'a nursery'],
  ['valet', 'valet service'],
  ['maidservice', 'housekeeping on request'],
  ['storage', 'private storage'],
  ['bicycleroom', 'a bicycle room'],
  ['laundry', 'a laundry room'],
];

/** Up to `most` features of the building, in words. */
function servicesOf({ plan }: Subject, most: number): string[] {
  return SERVICES.filter(([flag]) => plan.building.features.flags.has(flag))
    .slice(0, most)
    .map(([, words]) => words);
}

const many = (s: Subject): boolean => servicesOf(s, 3).length >= 3;
const flat = ({ plan }: Subject): boolean => plan.building.profile.tenure !== 'house';
const tenure = ({ plan }: Subject): string => plan.building.profile.tenure;

/** The building. */
export const HOUSE: readonly Phrase[] = [
  {
    when: (s) => flat(s) && many(s) && s.has('doorman'),
    say: (s) => `${capital(s.house)} has a full-time doorman, ${list(servicesOf(s, 4))}.`,
  },
  { when: (s) => flat(s) && many(s), say: (s) => `Residents share ${list(servicesOf(s, 4))}.` },
  {
    when: (s) => flat(s) && s.has('doorman', 'concierge'),
    say: (s) =>
      `The lobby of ${s.house} is attended day and night, by people who will know your name by the second week.`,
  },
  {
    when: (s) => flat(s) && tenure(s) === 'coop',
    say: (s) =>
      `${capital(s.house)} is a cooperative of ${s.plan.building.units} homes on ${s.plan.building.stories} floors, well run and financially sound.`,
  },
  {
    when: (s) => flat(s) && tenure(s) === 'condo' && !s.hidden,
    say: (s) =>
      `${capital(s.house)} is a condominium of ${s.plan.building.units} ${s.plan.building.units === 1 ? 'home' : 'homes'} with low carrying costs.`,
  },
  {
    when: (s) => s.plan.building.kind === 'walkup',
    say: (s) =>
      `A walk-up of ${numberWord(s.plan.building.stories)} floors with a clean stair, a responsive owner and ${s.has('laundry') ? 'laundry downstairs' : 'a laundromat at the corner'}.`,
  },
  {
    when: (s) => s.plan.building.kind === 'brownstone',
    say: (s) =>
      `The house dates from ${s.plan.building.built}, with one apartment to a floor and a carved oak stair between them.`,
  },
  {
    when: (s) => flat(s) && s.has('elevator') && !s.has('doorman'),
    say: (s) =>
      `An elevator house of ${s.plan.building.stories} stories with a live-in feel: ${list(['a video intercom', ...servicesOf(s, 2)])}.`,
  },
  {
    when: (s) => flat(s) && s.plan.building.built >= 2010 && s.has('greenbuilding'),
    say: () =>
      'The building was designed for low energy use, with filtered fresh air and triple glazing.',
  },
  {
    when: (s) => tenure(s) === 'condop',
    say: (s) =>
      `${capital(s.house)} runs on condominium rules in cooperative clothing: subletting from the first day and no board interview.`,
  },
  {
    when: (s) => s.plan.building.kind === 'gardenCoop',
    say: () =>
      'The cooperative wraps around a block-long garden with lawns, benches and a gardener on staff.',
  },
  {
    when: (s) => s.plan.building.kind === 'loftCondo',
    say: (s) =>
      `The conversion kept the ${s.plan.building.built} facade and gave each floor to only ${s.plan.building.lines.length > 2 ? 'a few' : 'one or two'} homes.`,
  },
  {
    when: (s) => !flat(s),
    say: (s) =>
      `The systems have been brought up to date: zoned heat, rewired floors, a dry cellar${s.has('driveway') ? ' and a private driveway' : ''}.`,
  },
  {
    when: (s) => !flat(s),
    say: (s) =>
      `The facade was repointed within the last few years, the roof is sound and the lot leaves ${s.has('garden') ? 'a good garden' : 'breathing room'} behind.`,
  },
  {
    when: (s) => flat(s) && !s.hidden,
    say: (s) =>
      `Built in ${s.plan.building.built}, ${s.house} has ${numberWord(s.plan.building.stories)} floors and ${numberWord(s.plan.building.units)} units.`,
  },
  {
    when: (s) => flat(s) && s.has('liveinsuper'),
    say: () => 'The superintendent lives on the premises and answers the bell.',
  },
  {
    when: (s) => flat(s) && s.has('laundry') && !many(s),
    say: (s) =>
      `Laundry is in the building${s.has('bicycleroom') ? ', as is a room for bicycles' : ''}.`,
  },
  {
    when: (s) => flat(s) && !s.has('doorman'),
    say: () => 'The entrance hall has been restored and the intercom replaced, in that order.',
  },
  {
    when: (s) => flat(s) && s.has('virtualdoorman'),
    say: () => 'A virtual doorman takes in packages and lets in the plumber.',
  },
  {
    when: (s) => flat(s) && s.has('roofdeck') && !many(s),
    say: () => 'Everyone in the house may use the roof deck, and most sunsets they do.',
  },
];

const PETS: Readonly<Record<number, readonly string[]>> = {
  1: ['Cats are welcome.', 'Cats yes, dogs no.'],
  2: ['Small dogs are welcome.', 'Dogs up to thirty pounds are fine.'],
  3: [
    'Pets are welcome.',
    'Bring the dog.',
    'Cats and dogs both allowed.',
    'Pet friendly.',
    'The house allows pets of reasonable size.',
    'Four-legged residents are welcome.',
    'Pets are fine with everybody here.',
  ],
  4: ['Dogs are welcome.', 'Dogs yes, cats no, for reasons nobody remembers.'],
  98: ['Pets are considered case by case.', 'Pets upon approval.', 'Ask us about your pet.'],
  99: ['Sorry, no pets.', 'No pets, please.'],
};

/** The pet policy in a sentence; empty when it is unknown. */
export function petWords({ plan, random }: Subject): string {
  const words = PETS[plan.building.features.pets];
  return words ? random.pick(words) : '';
}
