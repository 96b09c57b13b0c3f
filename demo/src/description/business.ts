import { rentRoll } from '../listings/special-offers.js';
import { buildingSize, lotSize } from '../property/sizes.js';
import type { Phrase, Subject } from './subject.js';
import { article, capital, numberWord, thousands } from './words.js';

const feet = ({ plan }: Subject): string => `${thousands(plan.size)} square feet`;
const area = ({ neighborhood }: Subject): string => neighborhood;

/** Descriptions of listings that are not homes, by listing type: a first and a second paragraph. */
export const BUSINESS: Readonly<Record<string, readonly [readonly Phrase[], readonly Phrase[]]>> = {
  Office: [
    [
      {
        say: (s) =>
          `${feet(s)} of office space on the ${s.floor}, built out with a reception, glass-fronted rooms and open seating.`,
      },
      {
        say: (s) =>
          `A full-floor feeling at the size of a suite: ${feet(s)}, ${s.light} windows and polished concrete underfoot.`,
      },
      {
        say: (s) =>
          `Plug-and-play offices in ${area(s)}: wired, lit and painted, with a pantry and two restrooms across ${feet(s)}.`,
      },
      {
        say: (s) =>
          `High ceilings and operable windows make these ${feet(s)} on the ${s.floor} an office people come back to.`,
      },
    ],
    [
      {
        say: (s) =>
          `The lobby is attended, freight runs on weekdays, and ${s.trains} are close. Terms from ${numberWord(s.terms.leaseMin / 12)} years.`,
      },
      {
        say: (s) =>
          `Built in ${s.plan.building.built} with ${s.plan.building.stories} floors and slow, beautiful elevators that have since become fast ones.`,
      },
      {
        say: (s) =>
          `Close to ${s.places[0]}; landlord will contribute to the build-out on terms of ${numberWord(Math.max(s.terms.leaseMin / 12, 5))} years or more.`,
      },
    ],
  ],
  Retail: [
    [
      {
        say: (s) =>
          `A corner-of-the-eye storefront of ${feet(s)} with a full glass front and steady foot traffic from ${s.places[0]}.`,
      },
      {
        say: (s) =>
          `${feet(s)} at grade, with a dry basement for stock and a gate that actually closes.`,
      },
      {
        say: (s) =>
          `Previously a bakery, now a white box: ${feet(s)} of selling floor with vents in place.`,
      },
      {
        say: (s) =>
          `Shop space of ${feet(s)} below ${numberWord(Math.max(s.plan.building.stories - 1, 1))} floors of neighbors who have to walk past it.`,
      },
    ],
    [
      {
        say: (s) =>
          `Uses considered: café, studio, clinic, books. The block is busy from ${s.trains} to ${s.places[1]}.`,
      },
      {
        say: (s) =>
          `Terms of ${numberWord(s.terms.leaseMin / 12)} to ${numberWord(s.terms.leaseMax / 12)} years, with a build-out period for the right tenant.`,
      },
    ],
  ],
  Commercial: [
    [
      {
        say: (s) =>
          `Professional space of ${feet(s)} with its own entrance beside the lobby, suited to a practice or a small firm.`,
      },
      {
        say: (s) =>
          `${feet(s)} of flexible commercial space: four consultation rooms, a waiting area and plumbing where it counts.`,
      },
      {
        say: (s) =>
          `A ground-floor suite of ${feet(s)} in ${area(s)}, accessible without a step and quiet behind the glass.`,
      },
    ],
    [
      {
        say: (s) =>
          `Patients and clients arrive by ${s.trains.replace(/^trains on /, '')}; ${s.places[0]} and ${s.places[1]} are nearby.`,
      },
      {
        say: (s) =>
          `The entrance is separate from the residents’, and the hours are your own. Parking is easiest near ${s.places[2]}.`,
      },
    ],
  ],
  Building: [
    [
      {
        say: (s) =>
          `A ${numberWord(s.plan.building.stories)}-story building with ${s.plan.building.units} units and a shop on the street, offered for the first time in a generation.`,
      },
      {
        say: (s) =>
          `Owner-user opportunity: a shop below, ${numberWord(s.plan.building.units - 1)} apartments above, and ${feet(s)} in all.`,
      },
    ],
    [
      {
        say: (s) =>
          `Built in ${s.plan.building.built} on a lot of ${thousands(lotSize(s.plan.building))} square feet, near ${s.places[0]}. Taxes are $${thousands(s.plan.taxes)} a month.`,
      },
      {
        say: (s) =>
          `The roof and boiler are recent, the leases are in order and ${s.trains} are close.`,
      },
    ],
  ],
  Investment: [
    [
      {
        say: (s) =>
          `Fully occupied and easy to run: ${s.plan.building.units} units bringing $${thousands(rentRoll(s.plan.building))} a year.`,
      },
      {
        say: (s) =>
          `A mixed-use property with a rent roll of $${thousands(rentRoll(s.plan.building))} and room to grow it.`,
      },
    ],
    [
      {
        say: (s) =>
          `${thousands(buildingSize(s.plan.building))} square feet over ${numberWord(s.plan.building.stories)} floors in ${area(s)}. Rent roll and expense statement on request.`,
      },
      {
        say: (s) =>
          `Separate meters, a long-standing shop tenant and ${s.places[0]} down the block.`,
      },
    ],
  ],
  Development: [
    [
      {
        say: (s) =>
          `A development site of ${thousands(lotSize(s.plan.building))} square feet in ${area(s)}, with a one-story garage on it that can be delivered vacant.`,
      },
      {
        say: (s) =>
          `${thousands(lotSize(s.plan.building))} square feet of ground, ready for an architect: surveys, borings and a zoning study come with it.`,
      },
    ],
    [
      {
        say: (s) =>
          `The surroundings have moved on, with ${s.places[0]} and ${s.places[1]} drawing people to the block.`,
      },
      { say: (s) => `Near ${s.trains}. Offers are reviewed as they come, all cash preferred.` },
    ],
  ],
  Land: [
    [
      {
        say: (s) =>
          `A vacant lot of ${thousands(lotSize(s.plan.building))} square feet between two occupied houses in ${area(s)}.`,
      },
      {
        say: (s) =>
          `Unbuilt land, fenced and level: ${thousands(lotSize(s.plan.building))} square feet, residential zoning.`,
      },
    ],
    [
      { say: (s) => `${capital(s.places[0])} and ${s.trains} are close.` },
      { say: () => 'Clean environmental report; title is insurable and in the seller’s own name.' },
    ],
  ],
  'N/A': [
    [
      {
        say: (s) =>
          `Deeded parking space ${s.plan.apt} in ${s.hidden ? `an attended garage in ${area(s)}` : `the garage of ${s.house}`}, wide enough for a large car and wired for charging.`,
      },
      {
        say: (s) =>
          `One parking space, number ${s.plan.apt}, in the heated garage below ${s.hidden ? article('residential tower') : s.house}.`,
      },
    ],
    [
      {
        say: (s) =>
          `Open to buyers and tenants from outside the building. ${capital(s.trains)} are around the corner for the rest of the trip.`,
      },
    ],
  ],
};
