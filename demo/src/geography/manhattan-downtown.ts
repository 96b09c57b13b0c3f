import type { AreaFacts } from './facts.js';
import { crosstown } from './grid.js';
import { streets } from './segment.js';

/** Manhattan below Fourteenth Street. */
export const DOWNTOWN: AreaFacts = {
  name: 'Downtown',
  text: 'Below Fourteenth Street the grid loosens into lanes, squares and waterfront: cast-iron lofts, Federal rowhouses and glass towers within a walk of one another.',
  neighborhoods: [
    {
      name: 'Battery Park City',
      lines: '1ER',
      sale: 1450,
      rent: 82,
      mix: { condoTower: 4, rentalTower: 4, condop: 1 },
      places: ['the Hudson River esplanade', 'Rockefeller Park', 'the North Cove marina'],
      text: 'A planned neighborhood on the Hudson where lawns, playgrounds and an unbroken esplanade set the pace. Most buildings are full-service, and the ferries are as useful as the trains.',
      segments: [
        ...streets(`
          * South End Avenue; 200-392; 40.7086 -74.0172; 40.7112 -74.0162; 10280; West Thames Street, Rector Place, Albany Street, Liberty Street
          Rector Place; 200-380; 40.7087 -74.0162; 40.7097 -74.0178; 10280; South End Avenue, Esplanade
          * River Terrace; 2-40; 40.7152 -74.0163; 40.7174 -74.0151; 10282; Vesey Street, Murray Street, Warren Street, Chambers Street
        `),
      ],
    },
    {
      name: 'Financial District',
      lines: '12345ACJZRW',
      sale: 1380,
      rent: 80,
      mix: { condoTower: 4, rentalTower: 5, loftCondo: 3, office: 4, postwarCoop: 1, retail: 1 },
      places: ['the South Street Seaport', 'the Stone Street terraces', 'Fulton Center'],
      text: 'Banking halls and early skyscrapers have become homes with vaulted lobbies and harbor views. Nearly every subway line passes underneath, and the seaport brings evenings back to the water.',
      segments: [
        ...streets(`
          * John Street; 20-180; 40.7097 -74.0086; 40.7067 -74.0047; 10038; Broadway, Nassau Street, William Street, Gold Street, Pearl Street
          * William Street; 40-110; 40.7062 -74.0095; 40.7083 -74.0074; 10005; Exchange Place, Wall Street, Pine Street, Maiden Lane
          Gold Street; 20-90; 40.7076 -74.0060; 40.7095 -74.0036; 10038; Maiden Lane, Platt Street, Fulton Street, Beekman Street
          Pearl Street; 100-220; 40.7047 -74.0098; 40.7065 -74.0063; 10005; Hanover Square, Wall Street, Pine Street, Maiden Lane
        `),
      ],
    },
    {
      name: 'Tribeca',
      lines: '123ACE',
      sale: 2050,
      rent: 92,
      mix: { loftCondo: 6, condoTower: 2, boutiqueCondo: 3, rentalTower: 1, retail: 1 },
      places: ['Hudson River Park', 'Washington Market Park', 'the Staple Street bridge'],
      text: 'Cobbled blocks of former warehouses, most of them homes now, with iron columns, loading docks turned to porches and very high ceilings. Quiet after dark, close to the river at all hours.',
      segments: [
        ...streets(`
          Franklin Street; 60-190; 40.7177 -74.0042; 40.7194 -74.0098; 10013; Church Street, West Broadway, Varick Street, Hudson Street, Greenwich Street
          North Moore Street; 12-70; 40.7199 -74.0062; 40.7204 -74.0100; 10013; Varick Street, Hudson Street, Greenwich Street
          Leonard Street; 20-110; 40.7186 -74.0079; 40.7170 -74.0040; 10013; Hudson Street, West Broadway, Church Street, Broadway
          Laight Street; 30-90; 40.7222 -74.0073; 40.7229 -74.0103; 10013; Hudson Street, Greenwich Street, Washington Street
          * Warren Street; 40-200; 40.7144 -74.0088; 40.7158 -74.0122; 10007; Church Street, West Broadway, Greenwich Street
        `),
      ],
    },
    {
      name: 'SoHo',
      lines: 'ACENRW6',
      sale: 2150,
      rent: 94,
      mix: { loftCondo: 6, boutiqueCondo: 2, walkup: 2, retail: 2 },
      places: [
        'the galleries of Greene Street',
        'the cast-iron blocks of Mercer Street',
        'the Vesuvio playground',
      ],
      text: 'The largest stand of cast-iron facades anywhere, with galleries, flagships and artists’ lofts behind them. West of Sixth Avenue the scale drops to tenements and small cafés.',
      segments: [
        ...streets(`
          Greene Street; 80-160; 40.7228 -74.0009; 40.7250 -73.9987; 10012; Broome Street, Spring Street, Prince Street, West Houston Street
          Mercer Street; 60-150; 40.7222 -74.0009; 40.7247 -73.9985; 10012; Broome Street, Spring Street, Prince Street, West Houston Street
          Wooster Street; 80-160; 40.7235 -74.0018; 40.7256 -73.9997; 10012; Broome Street, Spring Street, Prince Street, West Houston Street
          Sullivan Street; 40-140; 40.7250 -74.0038; 40.7269 -74.0021; 10012; Broome Street, Spring Street, Prince Street
        `),
      ],
    },
    {
      name: 'NoHo',
      lines: '6BDFMNRW',
      sale: 2250,
      rent: 95,
      mix: { loftCondo: 4, boutiqueCondo: 3, retail: 1 },
      places: ['the Great Jones firehouse', 'Astor Place', 'the Public Theater'],
      text: 'A handful of blocks between two villages, known for paved stones, deep lofts and a run of inventive new condominiums on Bond Street.',
      segments: [
        ...streets(`
          Bond Street; 10-58; 40.7268 -73.9948; 40.7256 -73.9925; 10012; Broadway, Lafayette Street, Bowery
          Great Jones Street; 10-58; 40.7276 -73.9941; 40.7265 -73.9918; 10012; Broadway, Lafayette Street, Bowery
          East 4th Street; 4-40; 40.7279 -73.9939; 40.7271 -73.9920; 10003; Broadway, Lafayette Street, Bowery
        `),
      ],
    },
    {
      name: 'Nolita',
      lines: '6JZRWBDFM',
      sale: 2000,
      rent: 92,
      mix: { walkup: 4, boutiqueCondo: 2, loftCondo: 1, retail: 1 },
      places: [
        'the garden on Elizabeth Street',
        'Petrosino Square',
        'the old cathedral on Mott Street',
      ],
      text: 'Low brick buildings, shop windows at eye level and churchyard walls: a village of four streets whose cafés spill onto the sidewalk from March to November.',
      segments: [
        ...streets(`
          Elizabeth Street; 170-280; 40.7206 -73.9951; 40.7237 -73.9937; 10012; Kenmare Street, Spring Street, Prince Street, East Houston Street
          Mott Street; 190-290; 40.7209 -73.9959; 40.7240 -73.9944; 10012; Kenmare Street, Spring Street, Prince Street, East Houston Street
          Mulberry Street; 210-300; 40.7214 -73.9966; 40.7243 -73.9953; 10012; Kenmare Street, Spring Street, Prince Street, East Houston Street
        `),
      ],
    },
    {
      name: 'Chinatown',
      lines: '6JZNQRWBD',
      sale: 1150,
      rent: 68,
      mix: { walkup: 4, mixedUse: 1, boutiqueCondo: 1, retail: 1 },
      places: ['Columbus Park', 'the bend of Doyers Street', 'the Mott Street markets'],
      text: 'Markets, bakeries and temples fill the ground floors; above them, some of the last modest walk-ups below Houston Street. Columbus Park is the neighborhood’s living room.',
      segments: [
        ...streets(`
          Bayard Street; 20-100; 40.7152 -73.9963; 40.7165 -73.9996; 10013; Bowery, Elizabeth Street, Mott Street, Mulberry Street, Baxter Street
          Mott Street; 20-130; 40.7145 -73.9985; 40.7182 -73.9968; 10013; Mosco Street, Pell Street, Bayard Street, Canal Street, Hester Street
        `),
      ],
    },
    {
      name: 'Lower East Side',
      lines: 'FMJZBD',
      sale: 1350,
      rent: 78,
      mix: {
        walkup: 5,
        boutiqueCondo: 3,
        condoTower: 1,
        postwarCoop: 3,
        rentalTower: 1,
        retail: 1,
        mixedUse: 1,
      },
      places: ['Seward Park', 'the Essex Market', 'the Orchard Street boutiques'],
      text: 'Tenement blocks, cooperative towers from the last century and new glass share a neighborhood that has always fed the city well.',
      segments: [
        ...streets(`
          Orchard Street; 70-190; 40.7175 -73.9907; 40.7217 -73.9885; 10002; Grand Street, Delancey Street, Rivington Street, Stanton Street, East Houston Street
          Ludlow Street; 60-190; 40.7171 -73.9900; 40.7216 -73.9875; 10002; Grand Street, Delancey Street, Rivington Street, Stanton Street, East Houston Street
          Rivington Street; 60-170; 40.7204 -73.9899; 40.7190 -73.9850; 10002; Allen Street, Orchard Street, Essex Street, Suffolk Street, Clinton Street
          Clinton Street; 10-120; 40.7211 -73.9841; 40.7172 -73.9861; 10002; East Houston Street, Stanton Street, Rivington Street, Delancey Street
          * Grand Street; 380-480; 40.7163 -73.9888; 40.7151 -73.9836; 10002; Essex Street, Clinton Street, Pitt Street
        `),
      ],
    },
    {
      name: 'East Village',
      lines: 'L6F',
      sale: 1500,
      rent: 82,
      mix: {
        walkup: 7,
        boutiqueCondo: 3,
        elevatorRental: 1,
        brownstone: 1,
        mixedUse: 1,
        retail: 1,
        prewarCoop: 1,
      },
      places: ['Tompkins Square Park', 'the community gardens of Avenue B', 'St. Marks Place'],
      text: 'Walk-ups, pocket gardens and music after midnight, from the Bowery to Avenue D. Tompkins Square is its center and its dog run.',
      segments: [
        ...crosstown('village', [5, 6, 7, 9], [200, 300], '10003'),
        ...crosstown('village', [5, 6, 11, 12], [400, 500], '10009'),
        ...streets(`
          * Avenue B; 40-190; 40.7228 -73.9829; 40.7280 -73.9790; 10009; East 3rd Street, East 5th Street, East 7th Street, East 9th Street, East 11th Street
        `),
      ],
    },
    {
      name: 'Greenwich Village',
      lines: 'ABCDEFM1RWL',
      sale: 2050,
      rent: 93,
      mix: {
        prewarCoop: 6,
        postwarCoop: 2,
        brownstone: 2,
        townhouse: 2,
        boutiqueCondo: 1,
        loftCondo: 1,
        walkup: 1,
      },
      places: [
        'Washington Square Park',
        'the Jefferson Market garden',
        'the cafés of MacDougal Street',
      ],
      text: 'Prewar apartment houses line lower Fifth Avenue, and the side streets keep their Greek Revival stoops. Washington Square is never empty and rarely silent.',
      segments: [
        ...crosstown('west', [9, 10, 11, 12], [0], '10011'),
        ...streets(`
          * East 9th Street; 20-66; 40.7322 -73.9950; 40.7311 -73.9926; 10003; University Place, Broadway
          * University Place; 20-110; 40.7317 -73.9948; 40.7341 -73.9931; 10003; East 8th Street, East 10th Street, East 12th Street
          Thompson Street; 180-240; 40.7279 -73.9999; 40.7296 -73.9984; 10012; Bleecker Street, West 3rd Street, Washington Square South
        `),
      ],
    },
    {
      name: 'West Village',
      lines: '123ACEL',
      sale: 2350,
      rent: 98,
      mix: {
        townhouse: 4,
        brownstone: 3,
        prewarCoop: 3,
        boutiqueCondo: 3,
        walkup: 3,
        loftCondo: 1,
      },
      places: ['the Hudson River piers', 'Abingdon Square', 'the Bleecker Street playground'],
      text: 'Crooked lanes, brick townhouses and the river at the end of every street. It is the part of Manhattan where getting lost is the point.',
      segments: [
        ...streets(`
          Perry Street; 20-170; 40.7356 -74.0018; 40.7349 -74.0092; 10014; Waverly Place, West 4th Street, Bleecker Street, Hudson Street, Greenwich Street, Washington Street
          Charles Street; 40-160; 40.7350 -74.0020; 40.7340 -74.0089; 10014; Waverly Place, West 4th Street, Bleecker Street, Hudson Street, Greenwich Street, Washington Street
          Bank Street; 10-120; 40.7373 -74.0022; 40.7361 -74.0078; 10014; Greenwich Avenue, Waverly Place, Bleecker Street, Hudson Street, Greenwich Street
          Jane Street; 20-110; 40.7381 -74.0036; 40.7383 -74.0078; 10014; Eighth Avenue, Hudson Street, Greenwich Street, Washington Street
          Barrow Street; 30-100; 40.7323 -74.0032; 40.7318 -74.0074; 10014; Bleecker Street, Bedford Street, Hudson Street, Greenwich Street
          * Greenwich Street; 700-780; 40.7339 -74.0071; 40.7366 -74.0062; 10014; Charles Street, Perry Street, West 11th Street, Bank Street
        `),
      ],
    },
  ],
};
