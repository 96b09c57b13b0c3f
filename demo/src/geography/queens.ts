import type { AreaFacts } from './facts.js';
import { queensStreets, streets } from './segment.js';

/** Queens nearest to Manhattan. */
export const WESTERN_QUEENS: AreaFacts = {
  name: 'Western Queens',
  text: 'A few stops from Midtown: waterfront parks, garden apartments and more cuisines to a mile than anywhere else.',
  neighborhoods: [
    {
      name: 'Long Island City',
      lines: '7EGM',
      sale: 1300,
      rent: 70,
      mix: { condoTower: 4, rentalTower: 5, boutiqueCondo: 1, loftCondo: 1, office: 1 },
      places: [
        'Gantry Plaza State Park',
        'the Vernon Boulevard cafés',
        'the sculpture yards of Jackson Avenue',
      ],
      text: 'Towers, galleries and old gantries across from the United Nations, one stop from Grand Central.',
      segments: [
        ...queensStreets(`
          * Center Boulevard; 47 48 49 50 51 52; 40.7467 -73.9571; 40.7416 -73.9600; 11109; 47th Road, 48th Avenue, 49th Avenue, 50th Avenue, 51st Avenue, 52nd Avenue, Borden Avenue
          * 47th Avenue; 5 10 11; 40.7456 -73.9549; 40.7449 -73.9491; 11101; 5th Street, Vernon Boulevard, 11th Street, 21st Street
          * Jackson Avenue; 22 23 24 26 27; 40.7451 -73.9474; 40.7480 -73.9402; 11101; 23rd Street, 44th Drive, Thomson Avenue, Purves Street, Dutch Kills Street, Queens Plaza South
        `),
      ],
    },
    {
      name: 'Astoria',
      lines: 'NWRM',
      sale: 950,
      rent: 55,
      mix: {
        walkup: 4,
        elevatorRental: 2,
        boutiqueCondo: 3,
        house: 2,
        mixedUse: 1,
        rentalTower: 1,
      },
      places: ['Astoria Park', 'the Steinway Street shops', 'the Museum of the Moving Image'],
      text: 'Beer gardens, bakeries and brick walk-ups under the elevated line, with a park and a great pool at the river.',
      segments: queensStreets(`
        35th Street; 31 32; 40.7628 -73.9202; 40.7596 -73.9230; 11106; 31st Avenue, Broadway, 34th Avenue
        37th Street; 28 30 31; 40.7658 -73.9158; 40.7603 -73.9203; 11103; 28th Avenue, 30th Avenue, 31st Avenue, Broadway
        * Crescent Street; 30; 40.7666 -73.9254; 40.7652 -73.9267; 11102; 30th Avenue, 31st Avenue
        29th Street; 25 28 30; 40.7709 -73.9202; 40.7663 -73.9243; 11102; Astoria Boulevard, Newtown Avenue, 30th Avenue, 31st Avenue
      `),
    },
    {
      name: 'Sunnyside',
      lines: '7',
      sale: 750,
      rent: 48,
      mix: { gardenCoop: 3, elevatorRental: 3, house: 1 },
      places: [
        'the garden courts of Sunnyside',
        'the Skillman Avenue cafés',
        'the Queens Boulevard arches',
      ],
      text: 'Garden courts planned a century ago, sturdy six-story houses and a main street under the viaduct.',
      segments: queensStreets(`
        44th Street; 39 43; 40.7484 -73.9203; 40.7437 -73.9208; 11104; 39th Avenue, Skillman Avenue, Queens Boulevard
        46th Street; 39 43; 40.7484 -73.9184; 40.7436 -73.9190; 11104; 39th Avenue, Skillman Avenue, Queens Boulevard
        * 48th Street; 43 45; 40.7436 -73.9164; 40.7407 -73.9170; 11104; 43rd Avenue, Queens Boulevard, 47th Avenue
      `),
    },
    {
      name: 'Woodside',
      lines: '7EFMR',
      sale: 700,
      rent: 46,
      mix: { house: 2, postwarCoop: 2, elevatorRental: 1, mixedUse: 1 },
      places: ['Doughboy Plaza', 'Windmuller Park', 'the Roosevelt Avenue restaurants'],
      text: 'A crossroads of trains and kitchens, with modest houses and cooperatives on hilly blocks.',
      segments: queensStreets(`
        54th Street; 39 43; 40.7462 -73.9106; 40.7426 -73.9107; 11377; Skillman Avenue, Roosevelt Avenue, 43rd Avenue
        61st Street; 40 43; 40.7442 -73.9038; 40.7418 -73.9035; 11377; Roosevelt Avenue, 43rd Avenue, Queens Boulevard
        39th Avenue; 58 60 61; 40.7472 -73.9052; 40.7466 -73.9010; 11377; 58th Street, 60th Street, 61st Street, 62nd Street
      `),
    },
    {
      name: 'Jackson Heights',
      lines: '7EFMR',
      sale: 700,
      rent: 46,
      mix: { gardenCoop: 6, prewarCoop: 1, house: 1 },
      places: [
        'the Thirty-fourth Avenue open street',
        'Travers Park',
        'the interior gardens of the historic district',
      ],
      text: 'Cooperatives built around block-long private gardens, and an avenue that is all promenade. Five trains meet at one station.',
      segments: queensStreets(`
        78th Street; 34 35 37; 40.7535 -73.8890; 40.7488 -73.8880; 11372; 34th Avenue, 35th Avenue, 37th Avenue, Roosevelt Avenue
        80th Street; 34 35 37; 40.7537 -73.8870; 40.7490 -73.8859; 11372; 34th Avenue, 35th Avenue, 37th Avenue, Roosevelt Avenue
        82nd Street; 34 35; 40.7539 -73.8851; 40.7507 -73.8845; 11372; 34th Avenue, 35th Avenue, 37th Avenue
        84th Street; 34 35 37; 40.7541 -73.8831; 40.7494 -73.8821; 11372; 34th Avenue, 35th Avenue, 37th Avenue, Roosevelt Avenue
      `),
    },
    {
      name: 'Ridgewood',
      lines: 'ML',
      sale: 750,
      rent: 52,
      mix: { walkup: 4, mixedUse: 1, house: 1 },
      places: [
        'the yellow-brick historic district',
        'Grover Cleveland Park',
        'the Fresh Pond Road bakeries',
      ],
      text: 'Blocks of matching yellow-brick flats, some of the most complete in the city, and cafés that opened the week before last.',
      segments: streets(`
        Menahan Street; 1700-1790; 40.7040 -73.9117; 40.7058 -73.9100; 11385; Cypress Avenue, Seneca Avenue, Onderdonk Avenue
        Linden Street; 1700-1790; 40.7023 -73.9100; 40.7042 -73.9081; 11385; Cypress Avenue, Seneca Avenue, Onderdonk Avenue
        Harman Street; 1800-1910; 40.7062 -73.9123; 40.7080 -73.9105; 11385; Seneca Avenue, Onderdonk Avenue, Woodward Avenue
      `),
    },
  ],
};

/** Queens around Queens Boulevard and beyond. */
export const CENTRAL_QUEENS: AreaFacts = {
  name: 'Central Queens',
  text: 'Express trains, English gardens and sturdy apartment houses, with a proper downtown at the end of the line.',
  neighborhoods: [
    {
      name: 'Rego Park',
      lines: 'MR',
      sale: 650,
      rent: 44,
      mix: { postwarCoop: 3, elevatorRental: 1 },
      places: ['the Rego Center shops', 'the crescents of Saunders Street', 'Lost Battalion Hall'],
      text: 'Six- and twelve-story cooperatives on crescent streets, with supermarkets from half the world.',
      segments: queensStreets(`
        * Saunders Street; 62 63 64; 40.7303 -73.8651; 40.7276 -73.8584; 11374; 62nd Avenue, 63rd Avenue, 63rd Drive, 65th Road
        * 99th Street; 62 63; 40.7337 -73.8579; 40.7314 -73.8566; 11374; 62nd Drive, 63rd Road, 63rd Drive
        Booth Street; 61 63 64; 40.7307 -73.8678; 40.7272 -73.8596; 11374; 61st Road, 62nd Avenue, 63rd Drive, 64th Road
      `),
    },
    {
      name: 'Forest Hills',
      lines: 'EFMR',
      sale: 800,
      rent: 48,
      mix: { house: 3, postwarCoop: 3, prewarCoop: 2, condoTower: 1 },
      places: ['the Austin Street shops', 'the stadium in the gardens', 'Flushing Meadows'],
      text: 'A Tudor garden suburb with a tennis stadium, tall cooperatives beside the express train and a true high street.',
      segments: [
        ...queensStreets(`
          * 108th Street; 66 67 68; 40.7296 -73.8481; 40.7253 -73.8455; 11375; 66th Avenue, 67th Avenue, 68th Avenue, 69th Avenue
          113th Street; 72 75 76; 40.7208 -73.8360; 40.7173 -73.8335; 11375; 72nd Avenue, 75th Avenue, 76th Avenue, 77th Avenue
          * Yellowstone Boulevard; 66 67; 40.7293 -73.8496; 40.7280 -73.8494; 11375; 66th Avenue, 67th Avenue, 68th Avenue
        `),
        ...streets(`
          Dartmouth Street; 10-90; 40.7189 -73.8490; 40.7175 -73.8468; 11375; Tennis Place, Burns Street, Continental Avenue
        `),
      ],
    },
    {
      name: 'Kew Gardens',
      lines: 'EF',
      sale: 650,
      rent: 44,
      mix: { postwarCoop: 2, prewarCoop: 1, house: 2 },
      places: [
        'Forest Park',
        'the Lefferts Boulevard bridge shops',
        'the Metropolitan Avenue cinema',
      ],
      text: 'A village built along a railroad, with half-timbered apartment houses and deep woods next door.',
      segments: queensStreets(`
        * Talbot Street; 82 83; 40.7101 -73.8294; 40.7083 -73.8277; 11415; 82nd Road, 83rd Avenue, Lefferts Boulevard
        118th Street; 83 84; 40.7061 -73.8338; 40.7034 -73.8331; 11415; 83rd Avenue, 84th Avenue, 85th Avenue
        Beverly Road; 84; 40.7086 -73.8320; 40.7076 -73.8310; 11415; Audley Street, Brevoort Street
      `),
    },
    {
      name: 'Flushing',
      lines: '7',
      sale: 900,
      rent: 47,
      mix: { condoTower: 3, postwarCoop: 2, house: 2, office: 1, boutiqueCondo: 1 },
      places: ['the Main Street food halls', 'Kissena Park', 'the Botanical Garden'],
      text: 'Queens’s own downtown, with dumplings, banks and new towers around the last stop of the 7.',
      segments: queensStreets(`
        * Sanford Avenue; 132 136 138 140; 40.7551 -73.8328; 40.7581 -73.8235; 11355; College Point Boulevard, Main Street, Kissena Boulevard, Union Street, Bowne Street
        Bowne Street; 41 42 43; 40.7583 -73.8238; 40.7538 -73.8187; 11355; Barclay Avenue, Sanford Avenue, Cherry Avenue, 45th Avenue
        * 37th Avenue; 138 140 142; 40.7622 -73.8299; 40.7629 -73.8262; 11354; Union Street, Leavitt Street, Bowne Street, Parsons Boulevard
        Ash Avenue; 146 147 149; 40.7592 -73.8180; 40.7602 -73.8124; 11355; Parsons Boulevard, Burling Street, 149th Street, Murray Street
      `),
    },
  ],
};
