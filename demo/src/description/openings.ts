import type { Phrase, Subject } from './subject.js';
import { article, capital } from './words.js';

const tall = ({ plan }: Subject): boolean => plan.floor >= 8;
const whole = ({ plan }: Subject): boolean => plan.building.profile.tenure === 'house';
const flat = (s: Subject): boolean => !whole(s);
const prewar = ({ plan }: Subject): boolean =>
  plan.building.built > 0 && plan.building.built < 1940;
const recent = ({ plan }: Subject): boolean => plan.building.built >= 2004;
const cardinal = ({ plan }: Subject): number => plan.unit?.line.exposure.split(' and ').length ?? 1;

/** First sentences. */
export const OPENINGS: readonly Phrase[] = [
  {
    when: flat,
    say: (s) =>
      `${capital(article(s.beds))} ${s.home} on the ${s.floor}, with ${s.light} light and room to think.`,
  },
  {
    when: (s) => flat(s) && s.size !== '',
    say: (s) =>
      `${capital(s.size)} on the ${s.floor}: ${article(s.beds)} ${s.home} laid out so that no foot of it is wasted.`,
  },
  {
    when: (s) => flat(s) && s.view !== '',
    say: (s) =>
      `The first thing you notice is the window. This ${s.beds} ${s.home} has ${s.view} and knows it.`,
  },
  {
    when: (s) => flat(s) && s.outdoor !== '',
    say: (s) =>
      `A private ${s.outdoor} in ${s.neighborhood}, and ${article(s.beds)} ${s.home} to go with it.`,
  },
  {
    when: (s) => flat(s) && prewar(s),
    say: (s) =>
      `Built in ${s.plan.building.built} and still the right idea: a ${s.beds} ${s.home} with proportions that newer buildings only quote.`,
  },
  {
    when: (s) => flat(s) && recent(s),
    say: (s) =>
      `Completed in ${s.plan.building.built}, this ${s.beds} ${s.home} pairs calm detailing with a plan that simply works.`,
  },
  {
    when: (s) => flat(s) && s.has('renovated'),
    say: (s) =>
      `Renovated from the subfloor up, this ${s.beds} ${s.home} asks for nothing but your books and a bed.`,
  },
  {
    when: (s) => flat(s) && tall(s),
    say: (s) =>
      `Above the rooftops on the ${s.floor}, ${article(s.beds)} ${s.home} where the weather becomes part of the furniture.`,
  },
  {
    when: flat,
    say: (s) =>
      `Quiet, well kept and close to everything: this is the ${s.beds} ${s.home} ${s.neighborhood} does best.`,
  },
  {
    when: (s) => flat(s) && s.plan.kind === 'rental',
    say: (s) =>
      `A ${s.plan.beds < 1 ? 'studio' : 'home'} you will want to renew: ${s.beds}, ${s.baths}, ${s.floor}, in the thick of ${s.neighborhood}.`,
  },
  {
    when: (s) => flat(s) && s.plan.kind === 'sale',
    say: (s) =>
      `It has been some time since ${article(s.beds)} ${s.home} of this line came to market.`,
  },
  {
    when: (s) => flat(s) && cardinal(s) === 2,
    say: (s) =>
      `A corner ${s.plan.beds < 1 ? 'studio' : s.home} with two exposures, ${s.light}, and the cross-breeze that comes with them.`,
  },
  {
    when: (s) => flat(s) && s.has('highceilings'),
    say: (s) =>
      `High ceilings change how a ${s.plan.beds < 1 ? 'room' : 'home'} feels before you have seen the rest of it. Here they run throughout this ${s.beds} ${s.home}.`,
  },
  {
    when: (s) => flat(s) && s.has('loft'),
    say: (s) =>
      `Once a factory floor, now ${article(s.beds)} loft with columns, tall windows and the width to hang large pictures.`,
  },
  {
    when: (s) => flat(s) && s.has('originaldetails'),
    say: (s) =>
      `Picture rails, deep sills and doors with some weight to them: the details have survived in this ${s.beds} ${s.home}.`,
  },
  {
    when: (s) => flat(s) && s.plan.beds >= 3,
    say: (s) => `A true ${s.beds} with ${s.baths}, for a household that needs doors that close.`,
  },
  {
    when: (s) => flat(s) && s.plan.beds < 1,
    say: (s) =>
      `A studio with a sensible shape: sleep at one end, cook at the other, and ${article(`${s.light} window`)} between.`,
  },
  {
    when: (s) => flat(s) && s.plan.beds % 1 > 0 && s.plan.beds > 1,
    say: () =>
      'The extra room makes it: a real home office with a door, in addition to the bedroom.',
  },
  {
    when: (s) => s.plan.unit?.floorText === 'PH',
    say: (s) =>
      `The top of the house, and the only home on its floor: ${s.beds}, ${s.baths}, and sky on every side.`,
  },
  {
    when: (s) => s.plan.unit?.floorText === 'Garden',
    say: (s) =>
      `Garden level with the garden to match: your own door to green ${s.neighborhood} quiet.`,
  },
  {
    when: (s) => s.plan.furnished,
    say: (s) =>
      `Furnished down to the good knives, this ${s.beds} ${s.home} is ready for the day you land.`,
  },
  {
    when: whole,
    say: (s) =>
      `${capital(article(s.beds))} ${s.home} of ${s.plan.building.stories} stories, built in ${s.plan.building.built} and cared for ever since.`,
  },
  {
    when: (s) => whole(s) && s.size !== '',
    say: (s) =>
      `Some ${s.size} behind one front door: a ${s.beds} ${s.home} on one of ${s.neighborhood}’s prettier blocks.`,
  },
  {
    when: (s) => whole(s) && s.has('garden'),
    say: (s) =>
      `From the stoop to the far end of the garden, a ${s.home} with ${s.baths} and a room for every age.`,
  },
  {
    when: (s) => whole(s) && s.has('fireplace'),
    say: (s) =>
      `A fire in winter, a garden in summer: this ${s.beds} ${s.home} keeps the calendar of another century and the systems of this one.`,
  },
  {
    when: whole,
    say: (s) =>
      `A single-family ${s.home} is rare anywhere in the city; one this complete is rarer in ${s.neighborhood}.`,
  },
];
