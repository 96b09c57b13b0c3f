import type { AreaFacts } from './facts.js';
import { avenue, crosstown } from './grid.js';
import { streets } from './segment.js';

/** Manhattan from Fourteenth Street to Fifty-ninth. */
export const MIDTOWN: AreaFacts = {
  name: 'Midtown',
  text: 'From Union Square to Central Park: gated squares and quiet side streets at its edges, the city’s busiest avenues at its heart.',
  neighborhoods: [
    {
      name: 'Gramercy Park',
      lines: '6LNQRW',
      sale: 1600,
      rent: 82,
      mix: { prewarCoop: 5, postwarCoop: 3, brownstone: 1, townhouse: 1, boutiqueCondo: 1, elevatorRental: 1 },
      places: ['Gramercy Park itself', 'Stuyvesant Square', 'the Irving Place restaurants'],
      text: 'A private park with a key for every neighbor around it, and calm brick blocks beyond. Irving Place has kept the scale of another century.',
      segments: [
        ...crosstown('east', [17, 18, 19, 20, 21], [200], '10003'),
        ...crosstown('east', [22], [200], '10010'),
        ...streets(`
          * Irving Place; 20-80; 40.7345 -73.9883; 40.7369 -73.9866; 10003; East 15th Street, East 17th Street, East 19th Street
        `),
      ],
    },
    {
      name: 'Flatiron',
      lines: 'FM6NRWL',
      sale: 1950,
      rent: 88,
      mix: { loftCondo: 5, condoTower: 2, boutiqueCondo: 1, office: 3 },
      places: ['Madison Square Park', 'the Union Square Greenmarket', 'the Ladies’ Mile storefronts'],
      text: 'Loft buildings from the days of the great department stores, now homes and studios, gathered around Madison Square Park.',
      segments: [
        ...crosstown('west', [17, 18, 19, 20, 21], [0], '10011'),
        ...crosstown('west', [22, 24, 25], [0], '10010'),
      ],
    },
    {
      name: 'Chelsea',
      lines: 'ACE1L',
      sale: 1900,
      rent: 87,
      mix: { prewarCoop: 3, condoTower: 2, boutiqueCondo: 4, brownstone: 3, townhouse: 2, walkup: 2, elevatorRental: 1, rentalTower: 1, loftCondo: 1 },
      places: ['the High Line', 'Chelsea Market', 'the Chelsea Piers promenade'],
      text: 'Galleries under the High Line, rowhouses with front gardens, and converted factories toward the river. Few neighborhoods change so much from block to block.',
      segments: [
        ...crosstown('west', [16, 17, 18, 19, 20, 21, 22], [200, 300], '10011'),
        ...crosstown('west', [20, 21, 22, 24], [400], '10011'),
        ...crosstown('west', [25, 26, 27, 28], [200], '10001'),
        ...avenue('Eighth Avenue', [17, 19, 21], '10011'),
        ...avenue('Seventh Avenue', [17, 20], '10011'),
      ],
    },
    {
      name: 'Hudson Yards',
      lines: '7ACE',
      sale: 1900,
      rent: 90,
      mix: { condoTower: 4, rentalTower: 4 },
      places: ['the Hudson Boulevard park', 'the northern end of the High Line', 'Moynihan Train Hall'],
      text: 'Manhattan’s newest skyline, built over the rail yards, with gardens between the towers and the Hudson past the last of them.',
      segments: [
        ...crosstown('west', [35, 36, 37], [500], '10018'),
        ...crosstown('west', [30], [500], '10001'),
        ...avenue('Tenth Avenue', [35, 36], '10018'),
      ],
    },
    {
      name: "Hell's Kitchen",
      lines: 'ACE1NQRW7',
      sale: 1450,
      rent: 80,
      mix: { walkup: 4, rentalTower: 4, condoTower: 3, elevatorRental: 1, prewarCoop: 1, boutiqueCondo: 1, lot: 1 },
      places: ['the Ninth Avenue restaurants', 'Pier 84', 'Clinton Community Garden'],
      text: 'Theater people, new towers on the river and old walk-ups between them; Ninth Avenue may be the longest menu in the city.',
      segments: [
        ...crosstown('west', [44, 45, 46, 47, 48, 49], [400], '10036'),
        ...crosstown('west', [45, 46, 47], [300], '10036'),
        ...crosstown('west', [51, 52, 53, 54, 55], [300, 400, 500], '10019'),
        ...avenue('Tenth Avenue', [51, 54], '10019'),
      ],
    },
    {
      name: 'Kips Bay',
      lines: '6RW',
      sale: 1350,
      rent: 76,
      mix: { postwarCoop: 3, condoTower: 2, rentalTower: 2, elevatorRental: 2, walkup: 2 },
      places: ['Madison Square Park', 'the Asser Levy pool', 'the East River ferry landing'],
      text: 'An easygoing east-side neighborhood of postwar slabs and small rowhouses, close to the hospitals and the river.',
      segments: [
        ...crosstown('east', [24, 25], [200, 300], '10010'),
        ...crosstown('east', [26, 27, 28, 29], [200, 300], '10016'),
        ...avenue('Third Avenue', [24], '10010'),
        ...avenue('Second Avenue', [26, 28], '10016'),
      ],
    },
    {
      name: 'Murray Hill',
      lines: '4567S',
      sale: 1250,
      rent: 74,
      mix: { postwarCoop: 3, prewarCoop: 3, rentalTower: 2, elevatorRental: 1, townhouse: 1, condoTower: 1 },
      places: ['Grand Central Terminal', 'the library on Madison Avenue', 'the Sniffen Court mews'],
      text: 'Carriage houses and brownstones on a rise south of Grand Central, with tall apartment houses along the avenues.',
      segments: [
        ...crosstown('east', [35, 36, 37, 38], [140, 200], '10016'),
        ...crosstown('east', [36, 37, 38], [100], '10016'),
        ...avenue('Lexington Avenue', [35, 37], '10016'),
        ...avenue('Third Avenue', [36, 38], '10016'),
      ],
    },
    {
      name: 'Turtle Bay',
      lines: '4567EM',
      sale: 1250,
      rent: 73,
      mix: { prewarCoop: 3, postwarCoop: 3, condoTower: 2, rentalTower: 1, townhouse: 1, condop: 1 },
      places: ['the Dag Hammarskjöld greenmarket', 'the Tudor City gardens', 'the East River esplanade'],
      text: 'Diplomats and long-time residents share leafy blocks near the river, minutes from Grand Central.',
      segments: [
        ...crosstown('east', [46, 47, 48], [200, 300], '10017'),
        ...crosstown('east', [49, 50, 51], [200, 300], '10022'),
        ...avenue('Second Avenue', [46, 47], '10017'),
        ...avenue('Third Avenue', [47], '10017'),
      ],
    },
    {
      name: 'Sutton Place',
      lines: '456EMNRW',
      sale: 1250,
      rent: 70,
      mix: { prewarCoop: 4, postwarCoop: 4, condop: 1, condoTower: 1 },
      places: ['the Sutton parks above the river', 'the Queensboro arches', 'the First Avenue food shops'],
      text: 'A quiet enclave at the edge of the East River: white-glove cooperatives, pocket parks over the water and very little through traffic.',
      segments: [
        ...streets(`
          * Sutton Place South; 2-60; 40.7551 -73.9622; 40.7575 -73.9605; 10022; East 53rd Street, East 55th Street, East 57th Street
        `),
        ...crosstown('east', [54, 55, 56, 57], [300], '10022'),
        ...avenue('First Avenue', [54, 56], '10022'),
      ],
    },
    {
      name: 'Midtown',
      lines: 'BDFMNQRWE',
      sale: 1750,
      rent: 84,
      mix: { condoTower: 4, condop: 2, office: 4, postwarCoop: 1, rentalTower: 1, retail: 1 },
      places: ['the southern edge of Central Park', 'Carnegie Hall', 'Bryant Park'],
      text: 'Slender towers, concert halls and office lobbies, with Central Park as a front yard. Living here means walking to everything.',
      segments: [
        ...crosstown('west', [54, 55, 56, 57, 58], [0, 100], '10019'),
        ...crosstown('east', [53, 54, 55], [0, 50], '10022'),
      ],
    },
  ],
};
