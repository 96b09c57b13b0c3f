import type { Phrase, Subject } from './subject.js';
import { numberWord } from './words.js';

const flat = ({ plan }: Subject): boolean => plan.building.profile.tenure !== 'house';
const roomy = ({ plan }: Subject): boolean => plan.size > 1300;
const beds = ({ plan }: Subject): number => Math.floor(plan.beds);

/** The living room. */
export const LIVING: readonly Phrase[] = [
  {
    when: flat,
    say: (s) =>
      `The living room has ${s.light} light and takes a full-size sofa, a table for ${s.plan.beds > 1 ? 'eight' : 'four'} and still leaves a path to the window.`,
  },
  {
    when: (s) => s.has('hardwood'),
    say: () => 'Hardwood floors run from the entry to the last closet.',
  },
  {
    when: (s) => s.has('hardwood', 'light'),
    say: (s) =>
      `Sun crosses the hardwood floors for most of the day, with ${s.light} windows doing the work.`,
  },
  {
    when: (s) => s.has('fireplace'),
    say: () => 'The living room gathers around a fireplace with its original mantel.',
  },
  {
    when: (s) => s.has('diningroom'),
    say: () =>
      'A separate dining room, increasingly hard to find, connects living room and kitchen.',
  },
  {
    when: (s) => roomy(s) && flat(s),
    say: () =>
      'A proper foyer keeps the street at a distance and opens to an entertaining room with space for a piano.',
  },
  {
    when: (s) => s.has('loft'),
    say: () =>
      'Columns divide the main room without interrupting it, and the far wall is all window.',
  },
  {
    when: (s) => s.plan.beds < 1,
    say: () =>
      'The main room holds a bed alcove and a sitting area without one apologizing to the other.',
  },
  {
    when: (s) => s.view !== '' && flat(s),
    say: (s) => `Oversized windows frame ${s.view} from the living room.`,
  },
  {
    when: (s) => s.has('originaldetails'),
    say: () => 'Crown moldings and herringbone borders have been restored, not replaced.',
  },
  {
    when: (s) => s.has('walltowallcarpeting'),
    say: () => 'New wall-to-wall carpeting keeps the rooms warm and remarkably quiet.',
  },
  {
    when: (s) => s.has('multilevel') && !flat(s),
    say: (s) =>
      `The ${s.plan.building.kind === 'house' ? 'first' : 'parlor'} floor runs the depth of the house, front windows to back, with sliding doors in between.`,
  },
  {
    when: (s) => s.has('convertible'),
    say: () => 'The living room is deep enough to take a second bedroom, should you need one.',
  },
  {
    when: (s) => s.has('light') && flat(s),
    say: (s) =>
      `With windows to the ${s.plan.unit?.line.exposure.toLowerCase() ?? 'south'}, lamps stay off until evening.`,
  },
  {
    when: flat,
    say: (s) =>
      `An entry with a coat closet leads to a living room whose ${s.light} windows look over ${s.plan.floor > 7 ? 'the rooftops' : 'a tree-lined block'}.`,
  },
  {
    say: () =>
      'Nothing here is oversized for its own sake; the rooms are square, the walls are straight and the furniture fits.',
  },
  {
    when: (s) => s.plan.size > 700,
    say: () => 'There is room for a reading chair in the corner everybody ends up fighting over.',
  },
  {
    when: (s) => s.has('livework'),
    say: () => 'The zoning allows live-work use, and the freight-scaled doors suit it.',
  },
];

/** The kitchen. */
export const KITCHEN: readonly Phrase[] = [
  {
    when: (s) => s.has('openkitchen', 'dishwasher'),
    say: () =>
      'The open kitchen has a dishwasher, a gas range and a counter where everyone will stand anyway.',
  },
  {
    when: (s) => s.has('openkitchen', 'stainlesssteelappliances'),
    say: () =>
      'Stainless appliances line the open kitchen, which shares its light with the living room.',
  },
  {
    when: (s) => s.has('eatinkitchen'),
    say: () => 'The kitchen has a window and space for a breakfast table.',
  },
  {
    when: (s) => s.has('granitekitchen'),
    say: () =>
      'Granite counters, undermount lighting and honest drawers make the kitchen easy to like.',
  },
  {
    when: (s) => s.has('winecooler'),
    say: () =>
      'A wine cooler sits under the kitchen counter, next to drawers deep enough for stockpots.',
  },
  {
    when: (s) => s.has('renovated', 'dishwasher'),
    say: () =>
      'The renovated kitchen adds a dishwasher and full-height cabinets without losing its window.',
  },
  {
    when: (s) => s.has('stainlesssteelappliances', 'microwave'),
    say: () =>
      'In the kitchen: stainless appliances, a vented hood, a built-in microwave and soft-close everything.',
  },
  {
    when: (s) => s.has('dishwasher') && s.plan.kind === 'rental',
    say: () => 'Yes, there is a dishwasher.',
  },
  {
    when: (s) => s.has('openkitchen') && s.plan.size > 1200,
    say: () =>
      'An island with seating for four separates the kitchen from the dining area and hides the mess from neither.',
  },
  {
    when: (s) => !s.has('dishwasher'),
    say: () =>
      'The kitchen is simple and in good order, with full-size appliances and a deep sink.',
  },
  {
    when: (s) => !s.has('renovated') && s.plan.building.built < 1990,
    say: () =>
      'The kitchen is ready for a new owner’s ideas, with plumbing walls where an architect would want them.',
  },
  {
    when: (s) => s.has('diningroom'),
    say: () => 'A pass-through joins kitchen and dining room, so the cook is never exiled.',
  },
  {
    when: (s) => s.plan.building.built >= 2004,
    say: () =>
      'Integrated appliances disappear behind oak fronts, and the counters are a pale, durable stone.',
  },
  {
    when: (s) => s.has('microwave', 'dishwasher') && s.plan.size < 800,
    say: () =>
      'The kitchen is compact and fully equipped: dishwasher, microwave, four burners and a pantry.',
  },
];

/** Bedrooms, baths and closets. */
export const BEDROOMS: readonly Phrase[] = [
  {
    when: (s) => beds(s) === 1,
    say: () => 'The bedroom takes a king-size bed with tables on both sides.',
  },
  {
    when: (s) => beds(s) === 1 && s.has('walkincloset'),
    say: () =>
      'The bedroom has a walk-in closet, and the hall has a second one for everything else.',
  },
  {
    when: (s) => beds(s) === 2,
    say: () =>
      'The two bedrooms lie at opposite ends, which works equally well for roommates and for light sleepers.',
  },
  {
    when: (s) => beds(s) === 2 && s.plan.baths >= 2,
    say: () => 'Each bedroom has a bath of its own; the primary adds a dressing hall.',
  },
  {
    when: (s) => beds(s) >= 3,
    say: (s) =>
      `All ${numberWord(beds(s))} bedrooms fit queen-size beds, and the primary suite sits apart from the others.`,
  },
  {
    when: (s) => beds(s) >= 3 && s.plan.baths >= 2,
    say: (s) => `The bedroom wing has ${s.baths}, so mornings run on schedule.`,
  },
  {
    when: (s) => beds(s) >= 4,
    say: (s) =>
      `${s.baths.charAt(0).toUpperCase()}${s.baths.slice(1)} serve ${numberWord(beds(s))} bedrooms, with a linen closet long enough to get lost in.`,
  },
  { when: (s) => s.plan.baths % 1 > 0, say: () => 'Guests have a powder room off the entry.' },
  {
    when: (s) => s.has('marblebath'),
    say: () => 'The bath is lined in marble, with a deep tub and a heated rail for towels.',
  },
  {
    when: (s) => s.has('laundryinunit'),
    say: () => 'A washer and dryer have their own closet, vented and out of earshot.',
  },
  {
    when: (s) => s.has('walkincloset') && beds(s) > 1,
    say: () => 'Closets have been fitted throughout, with a walk-in for the primary bedroom.',
  },
  {
    when: (s) => s.plan.beds < 1,
    say: () => 'Three closets, one of them a walk-through by the bath, keep the room clear.',
  },
  {
    when: (s) => s.plan.beds < 1,
    say: () =>
      'The bath has a window and a deep tub, and the closet beside it takes a season of coats.',
  },
  {
    when: (s) => s.plan.beds < 1,
    say: () => 'A dressing area leads to the bath, so the bed can stay unmade in private.',
  },
  {
    when: (s) => s.plan.beds < 1 && s.plan.rooms > 2,
    say: () =>
      'The sleeping alcove is deep enough for a queen-size bed and a curtain in front of it.',
  },
  {
    when: (s) => s.has('recreationalroom'),
    say: () =>
      'Below, a finished recreation room takes the bicycles, the band or the grandparents.',
  },
  {
    when: (s) => s.plan.beds % 1 > 0 && beds(s) >= 1,
    say: () => 'The office has a window and fits a single bed when a visitor stays.',
  },
  {
    when: (s) => !s.has('laundryinunit') && beds(s) >= 1,
    say: () => 'The bedroom is on the quiet side, with a windowed bath next to it.',
  },
  {
    when: (s) => s.has('light') && beds(s) >= 1,
    say: (s) =>
      `${beds(s) === 1 ? 'The bedroom has' : 'The bedrooms have'} ${s.light.split(' and ').at(-1)} light, and shades that shut it out completely when you prefer.`,
  },
];

/** Outdoor space and what can be seen. */
export const OUTSIDE: readonly Phrase[] = [
  {
    when: (s) => s.outdoor === 'terrace',
    say: () => 'The terrace is wide enough for a table of eight and has water and power.',
  },
  {
    when: (s) => s.outdoor === 'terrace' && s.view !== '',
    say: (s) => `From the planted terrace, ${s.view} and very little else.`,
  },
  {
    when: (s) => s.outdoor === 'balcony',
    say: () => 'A balcony off the living room holds two chairs, herbs and a morning paper.',
  },
  {
    when: (s) => s.outdoor === 'balcony',
    say: (s) =>
      `The balcony, in ${s.light.split(' and ')[0]} light, is deep enough to use and not just to own.`,
  },
  {
    when: (s) => s.outdoor === 'garden',
    say: () =>
      'Behind, a planted garden with a mature dogwood, bluestone and a place for the grill.',
  },
  {
    when: (s) => s.outdoor === 'garden',
    say: (s) =>
      `The garden runs the full width of the ${s.plan.building.profile.tenure === 'house' ? 'lot' : 'building'} and gets the afternoon sun.`,
  },
  {
    when: (s) => s.outdoor === 'patio',
    say: () => 'French doors open to a walled patio, sheltered enough for dinner in October.',
  },
  {
    when: (s) => s.outdoor === 'deck',
    say: () => 'A cedar deck extends the main room outdoors from April on.',
  },
  {
    when: (s) => s.has('riverview'),
    say: () => 'Tugs, ferries and the occasional tall ship go by on the river.',
  },
  {
    when: (s) => s.has('parkview'),
    say: () => 'The park is below, and in every season a different color.',
  },
  { when: (s) => s.has('skylineview'), say: () => 'After dark the skyline does the decorating.' },
];
