import type { AreaFacts } from './facts.js';
import { streets } from './segment.js';

/** Brooklyn along the East River and Newtown Creek. */
export const NORTH_BROOKLYN: AreaFacts = {
  name: 'North Brooklyn',
  text: 'Waterfront towers, vinyl-sided walk-ups and workshop blocks, joined by the L and the G.',
  neighborhoods: [
    {
      name: 'Williamsburg',
      lines: 'LGJMZ',
      sale: 1400,
      rent: 75,
      mix: {
        condoTower: 3,
        rentalTower: 4,
        boutiqueCondo: 5,
        loftCondo: 2,
        walkup: 3,
        mixedUse: 1,
        retail: 1,
      },
      places: ['Domino Park', 'McCarren Park', 'the Bedford Avenue shops'],
      text: 'Music halls and design shops behind a new skyline on the river; the ferry and the L both reach Manhattan in minutes.',
      segments: streets(`
        North 3rd Street; 60-200; 40.7180 -73.9638; 40.7146 -73.9580; 11249; Wythe Avenue, Berry Street, Bedford Avenue, Driggs Avenue
        North 8th Street; 50-170; 40.7208 -73.9607; 40.7183 -73.9567; 11249; Kent Avenue, Wythe Avenue, Berry Street, Bedford Avenue
        South 2nd Street; 170-340; 40.7127 -73.9610; 40.7103 -73.9540; 11211; Bedford Avenue, Roebling Street, Havemeyer Street
        * Kent Avenue; 190-330; 40.7180 -73.9646; 40.7133 -73.9675; 11249; North 4th Street, Metropolitan Avenue, Grand Street, South 2nd Street
        * Berry Street; 40-250; 40.7215 -73.9563; 40.7147 -73.9628; 11249; North 12th Street, North 9th Street, North 6th Street, North 3rd Street, Grand Street
        Devoe Street; 60-190; 40.7130 -73.9492; 40.7135 -73.9431; 11211; Lorimer Street, Leonard Street, Manhattan Avenue
      `),
    },
    {
      name: 'Greenpoint',
      lines: 'GL',
      sale: 1300,
      rent: 68,
      mix: { walkup: 4, boutiqueCondo: 3, rentalTower: 2, condoTower: 1, house: 1, mixedUse: 1 },
      places: ['Transmitter Park', 'McGolrick Park', 'the Franklin Street shops'],
      text: 'Polish bakeries, brick rowhouses and a string of small parks facing Manhattan across the river.',
      segments: streets(`
        Kent Street; 60-210; 40.7305 -73.9588; 40.7311 -73.9526; 11222; West Street, Franklin Street, Manhattan Avenue, McGuinness Boulevard
        Java Street; 60-210; 40.7313 -73.9583; 40.7318 -73.9525; 11222; West Street, Franklin Street, Manhattan Avenue, McGuinness Boulevard
        Huron Street; 60-210; 40.7328 -73.9585; 40.7335 -73.9527; 11222; West Street, Franklin Street, Manhattan Avenue, McGuinness Boulevard
        * Franklin Street; 60-200; 40.7275 -73.9576; 40.7325 -73.9579; 11222; Oak Street, Milton Street, Greenpoint Avenue, Java Street, India Street
        * West Street; 140-220; 40.7320 -73.9597; 40.7345 -73.9600; 11222; India Street, Huron Street, Green Street
      `),
    },
    {
      name: 'Bushwick',
      lines: 'LMJZ',
      sale: 850,
      rent: 58,
      mix: {
        walkup: 5,
        house: 1,
        boutiqueCondo: 2,
        loftCondo: 1,
        mixedUse: 2,
        rentalTower: 1,
        site: 1,
      },
      places: ['Maria Hernandez Park', 'the murals of Troutman Street', 'Irving Square Park'],
      text: 'Painted walls, roof gardens and long blocks of bay-windowed flats, with studios that still hold working artists.',
      segments: streets(`
        Stockholm Street; 100-380; 40.6982 -73.9241; 40.7047 -73.9176; 11237; Central Avenue, Wilson Avenue, Knickerbocker Avenue, Irving Avenue, Wyckoff Avenue
        Starr Street; 60-180; 40.7014 -73.9267; 40.7043 -73.9239; 11237; Central Avenue, Wilson Avenue, Knickerbocker Avenue
        Harman Street; 180-360; 40.6974 -73.9213; 40.7012 -73.9175; 11237; Wilson Avenue, Knickerbocker Avenue, Irving Avenue
        * Wilson Avenue; 150-290; 40.6999 -73.9245; 40.6971 -73.9195; 11237; DeKalb Avenue, Stanhope Street, Himrod Street, Greene Avenue
      `),
    },
  ],
};

/** Brooklyn east of Prospect Park. */
export const CENTRAL_BROOKLYN: AreaFacts = {
  name: 'Central Brooklyn',
  text: 'Limestone and brownstone by the mile, parkways planned with the park, and some of the borough’s warmest streets.',
  neighborhoods: [
    {
      name: 'Bedford-Stuyvesant',
      lines: 'ACGJMZ',
      sale: 950,
      rent: 58,
      mix: { brownstone: 6, townhouse: 3, boutiqueCondo: 3, walkup: 3, mixedUse: 2 },
      places: ['Herbert Von King Park', 'the Tompkins Avenue shops', 'Fulton Park'],
      text: 'One of the country’s great collections of Victorian rowhouses, tended by families and block associations for generations.',
      segments: streets(`
        Macon Street; 20-300; 40.6810 -73.9508; 40.6822 -73.9387; 11216; Nostrand Avenue, Marcy Avenue, Tompkins Avenue, Throop Avenue, Marcus Garvey Boulevard
        Halsey Street; 40-260; 40.6816 -73.9522; 40.6826 -73.9430; 11216; Bedford Avenue, Nostrand Avenue, Marcy Avenue, Tompkins Avenue
        Hancock Street; 40-260; 40.6821 -73.9542; 40.6831 -73.9453; 11216; Bedford Avenue, Nostrand Avenue, Marcy Avenue, Tompkins Avenue
        Jefferson Avenue; 110-290; 40.6829 -73.9529; 40.6838 -73.9456; 11216; Nostrand Avenue, Marcy Avenue, Tompkins Avenue
        * Tompkins Avenue; 300-430; 40.6876 -73.9448; 40.6827 -73.9436; 11216; Gates Avenue, Monroe Street, Putnam Avenue, Jefferson Avenue
      `),
    },
    {
      name: 'Crown Heights',
      lines: '2345ACS',
      sale: 950,
      rent: 58,
      mix: {
        brownstone: 3,
        townhouse: 1,
        prewarCoop: 1,
        elevatorRental: 3,
        boutiqueCondo: 3,
        rentalTower: 1,
        walkup: 1,
      },
      places: ['the Eastern Parkway malls', 'Brower Park', 'the Franklin Avenue restaurants'],
      text: 'Parkway apartment houses and limestone rows, with Caribbean bakeries on one avenue and wine bars on the next.',
      segments: streets(`
        Park Place; 650-760; 40.6742 -73.9555; 40.6737 -73.9508; 11216; Franklin Avenue, Bedford Avenue, Nostrand Avenue
        Prospect Place; 620-760; 40.6751 -73.9560; 40.6743 -73.9510; 11216; Franklin Avenue, Bedford Avenue, Nostrand Avenue
        Sterling Place; 720-880; 40.6729 -73.9551; 40.6726 -73.9493; 11216; Bedford Avenue, Rogers Avenue, Nostrand Avenue
        * Eastern Parkway; 410-500; 40.6705 -73.9552; 40.6699 -73.9518; 11225; Bedford Avenue, Rogers Avenue
        Union Street; 1020-1180; 40.6702 -73.9595; 40.6694 -73.9528; 11225; Franklin Avenue, Bedford Avenue, Rogers Avenue
      `),
    },
    {
      name: 'Prospect Lefferts Gardens',
      lines: 'BQ25S',
      sale: 850,
      rent: 54,
      mix: { townhouse: 2, prewarCoop: 2, elevatorRental: 3, rentalTower: 1 },
      places: ['Prospect Park’s lakeside', 'the Lefferts house', 'the Flatbush Avenue roti shops'],
      text: 'A manor of single-family rowhouses beside the lake end of Prospect Park, with Art Deco apartment houses around it.',
      segments: streets(`
        Midwood Street; 20-180; 40.6600 -73.9600; 40.6604 -73.9550; 11225; Flatbush Avenue, Bedford Avenue, Rogers Avenue
        Maple Street; 20-180; 40.6606 -73.9600; 40.6609 -73.9551; 11225; Flatbush Avenue, Bedford Avenue, Rogers Avenue
        Rutland Road; 30-240; 40.6588 -73.9595; 40.6591 -73.9528; 11225; Flatbush Avenue, Bedford Avenue, Rogers Avenue
        * Lincoln Road; 20-80; 40.6608 -73.9619; 40.6610 -73.9601; 11225; Ocean Avenue, Flatbush Avenue
      `),
    },
  ],
};

/** Brooklyn south of Prospect Park and along the Narrows. */
export const SOUTH_BROOKLYN: AreaFacts = {
  name: 'South Brooklyn',
  text: 'Detached houses with porches, parks with a view of the harbor, and main streets that speak many languages.',
  neighborhoods: [
    {
      name: 'Windsor Terrace',
      lines: 'FG',
      sale: 1100,
      rent: 58,
      mix: { house: 2, townhouse: 1, walkup: 1, boutiqueCondo: 1 },
      places: [
        'the southwest meadow of Prospect Park',
        'the Prospect Park bandshell',
        'Terrace Bridge',
      ],
      text: 'Nine blocks wide between park and cemetery, with brick rowhouses and neighbors who stay.',
      segments: streets(`
        Windsor Place; 180-280; 40.6590 -73.9788; 40.6576 -73.9758; 11215; Tenth Avenue, Eleventh Avenue, Prospect Park Southwest
        Sherman Street; 100-250; 40.6560 -73.9772; 40.6530 -73.9746; 11218; Windsor Place, Terrace Place, Seeley Street, Vanderbilt Street
        17th Street; 560-620; 40.6571 -73.9802; 40.6562 -73.9783; 11218; Prospect Park West, Tenth Avenue
      `),
    },
    {
      name: 'Ditmas Park',
      lines: 'BQ',
      sale: 750,
      rent: 48,
      mix: { house: 4, prewarCoop: 2, elevatorRental: 2 },
      places: [
        'the Cortelyou Road greenmarket',
        'the Victorian blocks of Argyle Road',
        'the Newkirk plaza',
      ],
      text: 'Freestanding Victorians with wraparound porches, a short subway ride from Midtown, and a main street two blocks long.',
      segments: streets(`
        Argyle Road; 230-420; 40.6436 -73.9670; 40.6390 -73.9661; 11218; Beverley Road, Cortelyou Road, Dorchester Road
        East 17th Street; 330-520; 40.6427 -73.9628; 40.6382 -73.9620; 11226; Cortelyou Road, Dorchester Road, Ditmas Avenue
        * Ocean Avenue; 800-1100; 40.6430 -73.9601; 40.6366 -73.9587; 11226; Cortelyou Road, Dorchester Road, Ditmas Avenue
      `),
    },
    {
      name: 'Sunset Park',
      lines: 'DNR',
      sale: 800,
      rent: 48,
      mix: { house: 1, walkup: 2, mixedUse: 2, boutiqueCondo: 1, townhouse: 1 },
      places: [
        'the hilltop lawn of Sunset Park',
        'the Industry City courtyards',
        'the Eighth Avenue markets',
      ],
      text: 'A hill of rowhouses looking over the harbor, with Latin American and Chinese main streets four avenues apart.',
      segments: streets(`
        44th Street; 410-570; 40.6495 -74.0088; 40.6476 -74.0056; 11220; Fourth Avenue, Fifth Avenue, Sixth Avenue
        49th Street; 420-560; 40.6466 -74.0112; 40.6448 -74.0083; 11220; Fourth Avenue, Fifth Avenue, Sixth Avenue
        * Sixth Avenue; 4600-5200; 40.6462 -74.0057; 40.6427 -74.0094; 11220; 46th Street, 48th Street, 50th Street, 52nd Street
      `),
    },
    {
      name: 'Bay Ridge',
      lines: 'R',
      sale: 750,
      rent: 44,
      mix: { house: 2, prewarCoop: 2, postwarCoop: 2, elevatorRental: 1 },
      places: ['the Shore Road paths', 'Owl’s Head Park', 'the Third Avenue restaurants'],
      text: 'Brooklyn’s balcony on the Narrows: limestone houses, large prewar apartments and a bicycle path under the bridge.',
      segments: streets(`
        78th Street; 60-340; 40.6308 -74.0363; 40.6290 -74.0278; 11209; Narrows Avenue, Colonial Road, Ridge Boulevard, Third Avenue, Fourth Avenue
        91st Street; 130-330; 40.6209 -74.0370; 40.6196 -74.0316; 11209; Colonial Road, Ridge Boulevard, Third Avenue, Fourth Avenue
        * Ridge Boulevard; 7020-7420; 40.6357 -74.0292; 40.6325 -74.0302; 11209; 70th Street, 72nd Street, 74th Street
        * Shore Road; 8700-9200; 40.6248 -74.0402; 40.6208 -74.0400; 11209; 87th Street, 89th Street, 91st Street, 92nd Street
      `),
    },
  ],
};
