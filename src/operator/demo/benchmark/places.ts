import { BOROUGHS } from '../geography/boroughs.js';

/** A neighborhood as benchmarks need it: a name, a middle, a ZIP code and a price level. */
export interface Place {
  readonly name: string;
  /** Position of the borough in `BOROUGH_NAMES`. */
  readonly borough: number;
  readonly latitude: number;
  readonly longitude: number;
  readonly zip: string;
  /** Dollars a square foot. */
  readonly sale: number;
  /** Dollars a square foot and year. */
  readonly rent: number;
  readonly lines: string;
}

/** The five boroughs. */
export const BOROUGH_NAMES = ['Manhattan', 'Brooklyn', 'Queens', 'Bronx', 'Staten Island'] as const;

/** Neighborhoods that the demo agency does not work in: name, middle, ZIP code, sale, rent, lines. */
const MORE: Readonly<Record<number, string>> = {
  0: `
    Civic Center; 40.714 -74.003; 10007; 1350 78; 456JRW
    Two Bridges; 40.711 -73.997; 10002; 1150 70; F
    Little Italy; 40.719 -73.997; 10013; 1500 80; 6JZ
    Stuyvesant Town; 40.732 -73.977; 10009; 1100 74; L
    Theater District; 40.759 -73.985; 10036; 1450 80; NQRW7
    Marble Hill; 40.876 -73.911; 10463; 480 38; 1
  `,
  1: `
    South Slope; 40.665 -73.985; 11215; 1150 60; RFG
    Columbia Street Waterfront; 40.685 -74.003; 11231; 1200 62; FG
    Vinegar Hill; 40.702 -73.982; 11201; 1350 70; F
    Navy Yard; 40.700 -73.971; 11205; 900 52; G
    East Williamsburg; 40.714 -73.934; 11206; 950 58; L
    Ocean Hill; 40.678 -73.913; 11233; 620 42; AC
    Brownsville; 40.663 -73.912; 11212; 450 36; 3L
    East New York; 40.664 -73.886; 11207; 450 36; 3L
    Cypress Hills; 40.683 -73.885; 11208; 480 37; JZ
    Flatbush; 40.641 -73.959; 11226; 620 42; BQ2
    East Flatbush; 40.649 -73.930; 11203; 520 38; 25
    Kensington; 40.639 -73.975; 11218; 720 44; FG
    Borough Park; 40.633 -73.993; 11219; 680 40; DF
    Midwood; 40.623 -73.962; 11230; 640 40; QBF
    Flatlands; 40.622 -73.932; 11234; 500 36; 2
    Marine Park; 40.610 -73.931; 11234; 540 36; Q
    Bergen Beach; 40.619 -73.906; 11234; 520 34; 2
    Mill Basin; 40.611 -73.911; 11234; 540 34; 2
    Canarsie; 40.640 -73.900; 11236; 480 34; L
    Gerritsen Beach; 40.592 -73.926; 11229; 480 34; Q
    Sheepshead Bay; 40.591 -73.944; 11235; 620 38; BQ
    Manhattan Beach; 40.578 -73.942; 11235; 700 38; BQ
    Brighton Beach; 40.578 -73.962; 11235; 640 40; BQ
    Coney Island; 40.576 -73.988; 11224; 560 38; DFNQ
    Sea Gate; 40.577 -74.008; 11224; 460 32; DFNQ
    Gravesend; 40.596 -73.976; 11223; 600 38; FN
    Bath Beach; 40.603 -74.005; 11214; 600 36; D
    Bensonhurst; 40.612 -73.995; 11214; 620 38; DN
    Dyker Heights; 40.620 -74.012; 11228; 660 36; DR
    Fort Hamilton; 40.616 -74.031; 11209; 620 38; R
  `,
  2: `
    Ditmars Steinway; 40.777 -73.905; 11105; 880 50; NW
    East Elmhurst; 40.763 -73.876; 11369; 560 38; 7
    Elmhurst; 40.737 -73.879; 11373; 680 42; 7EFMR
    Corona; 40.743 -73.859; 11368; 560 38; 7
    Maspeth; 40.725 -73.906; 11378; 560 38; M
    Middle Village; 40.717 -73.880; 11379; 600 38; M
    Glendale; 40.702 -73.878; 11385; 560 38; M
    College Point; 40.782 -73.842; 11356; 600 38; 7
    Whitestone; 40.787 -73.812; 11357; 600 36; 7
    Bay Terrace; 40.785 -73.783; 11360; 560 36; 7
    Bayside; 40.760 -73.770; 11361; 640 38; 7
    Douglaston; 40.764 -73.744; 11363; 620 36; 7
    Little Neck; 40.768 -73.732; 11362; 600 36; 7
    Glen Oaks; 40.752 -73.715; 11004; 480 34; EF
    Floral Park; 40.740 -73.709; 11004; 520 34; EF
    Bellerose; 40.738 -73.729; 11426; 500 34; EF
    Fresh Meadows; 40.737 -73.784; 11365; 560 36; F
    Oakland Gardens; 40.745 -73.755; 11364; 540 36; 7
    Hollis Hills; 40.733 -73.752; 11427; 540 34; F
    Hollis; 40.713 -73.766; 11423; 440 34; F
    Holliswood; 40.720 -73.768; 11423; 500 34; F
    Jamaica Estates; 40.719 -73.790; 11432; 560 36; F
    Jamaica Hills; 40.713 -73.799; 11432; 500 36; F
    Jamaica; 40.692 -73.788; 11433; 420 36; EJZ
    Briarwood; 40.710 -73.815; 11435; 480 38; EF
    Kew Gardens Hills; 40.726 -73.820; 11367; 480 36; EF
    Richmond Hill; 40.694 -73.829; 11418; 480 36; JZA
    Woodhaven; 40.691 -73.857; 11421; 500 36; JZ
    Ozone Park; 40.677 -73.846; 11417; 480 36; A
    South Ozone Park; 40.672 -73.812; 11420; 440 34; A
    Howard Beach; 40.659 -73.841; 11414; 480 34; A
    St. Albans; 40.694 -73.764; 11412; 420 32; E
    Cambria Heights; 40.692 -73.738; 11411; 430 32; E
    Queens Village; 40.717 -73.746; 11429; 440 32; F
    Springfield Gardens; 40.672 -73.766; 11434; 420 32; E
    Laurelton; 40.676 -73.742; 11413; 420 32; E
    Rosedale; 40.660 -73.741; 11422; 420 32; E
    Far Rockaway; 40.602 -73.754; 11691; 400 32; A
    Arverne; 40.593 -73.795; 11692; 460 34; A
    Rockaway Beach; 40.588 -73.808; 11693; 560 38; AS
    Rockaway Park; 40.581 -73.833; 11694; 580 38; AS
    Belle Harbor; 40.577 -73.853; 11694; 680 36; AS
  `,
  3: `
    Mott Haven; 40.811 -73.917; 10454; 620 46; 6
    Port Morris; 40.805 -73.912; 10454; 600 44; 6
    Melrose; 40.820 -73.917; 10451; 420 36; 25
    Concourse; 40.830 -73.922; 10451; 400 36; 4BD
    Concourse Village; 40.826 -73.919; 10451; 360 34; 4BD
    Highbridge; 40.837 -73.928; 10452; 320 32; 4
    Morrisania; 40.829 -73.906; 10456; 360 32; 25
    Longwood; 40.821 -73.901; 10459; 360 32; 6
    Hunts Point; 40.812 -73.885; 10474; 340 30; 6
    Mount Eden; 40.842 -73.917; 10452; 340 32; 4
    Morris Heights; 40.850 -73.919; 10453; 320 32; 4
    Mount Hope; 40.848 -73.907; 10457; 320 32; BD4
    Tremont; 40.845 -73.894; 10457; 330 32; BD
    West Farms; 40.842 -73.878; 10460; 330 32; 25
    University Heights; 40.858 -73.910; 10468; 300 32; 4
    Fordham; 40.861 -73.894; 10458; 320 34; BD4
    Belmont; 40.855 -73.888; 10458; 380 34; BD
    Norwood; 40.877 -73.879; 10467; 320 32; D
    Kingsbridge; 40.878 -73.904; 10463; 420 36; 1
    Spuyten Duyvil; 40.881 -73.917; 10463; 460 38; 1
    Riverdale; 40.890 -73.910; 10463; 480 38; 1
    Fieldston; 40.894 -73.902; 10471; 560 36; 1
    Woodlawn; 40.897 -73.867; 10470; 400 32; 4
    Wakefield; 40.895 -73.852; 10466; 340 30; 2
    Williamsbridge; 40.879 -73.858; 10467; 340 30; 2
    Allerton; 40.865 -73.858; 10467; 340 32; 2
    Pelham Gardens; 40.863 -73.842; 10469; 380 30; 5
    Baychester; 40.870 -73.838; 10469; 360 30; 5
    Co-op City; 40.872 -73.827; 10475; 300 28; 5
    Eastchester; 40.885 -73.824; 10466; 340 30; 5
    Morris Park; 40.850 -73.852; 10461; 420 32; 5
    Van Nest; 40.846 -73.865; 10462; 360 32; 25
    Parkchester; 40.837 -73.860; 10462; 320 34; 6
    Soundview; 40.826 -73.871; 10472; 320 30; 6
    Castle Hill; 40.820 -73.849; 10473; 330 30; 6
    Pelham Bay; 40.850 -73.833; 10461; 400 32; 6
    Schuylerville; 40.838 -73.832; 10461; 380 32; 6
    Throgs Neck; 40.820 -73.818; 10465; 420 30; 6
    Country Club; 40.842 -73.819; 10465; 440 30; 6
    City Island; 40.848 -73.787; 10464; 460 30; 6
  `,
  4: `
    St. George; 40.643 -74.079; 10301; 480 34; S
    Stapleton; 40.628 -74.077; 10304; 420 32; S
    West Brighton; 40.630 -74.110; 10310; 420 30; S
    Port Richmond; 40.634 -74.137; 10302; 380 28; S
    Westerleigh; 40.619 -74.138; 10314; 420 28; S
    Todt Hill; 40.597 -74.105; 10304; 560 28; S
    New Dorp; 40.573 -74.116; 10306; 420 28; S
    Great Kills; 40.554 -74.150; 10308; 420 28; S
    Eltingville; 40.545 -74.160; 10312; 410 28; S
    Tottenville; 40.508 -74.238; 10307; 420 26; S
    Rosebank; 40.613 -74.072; 10305; 400 30; S
    New Springville; 40.585 -74.159; 10314; 400 28; S
    Annadale; 40.540 -74.178; 10312; 430 28; S
    Dongan Hills; 40.583 -74.094; 10305; 420 28; S
    Willowbrook; 40.602 -74.139; 10314; 420 28; S
  `,
};

function readPlace(line: string, borough: number): Place {
  const [name = '', middle = '', zip = '', prices = '', lines = ''] = line
    .split(';')
    .map((p) => p.trim());
  const [latitude = 0, longitude = 0] = middle.split(' ').map(Number);
  const [sale = 0, rent = 0] = prices.split(' ').map(Number);
  return { name, borough, latitude, longitude, zip, sale, rent, lines };
}

/** The middle of the streets that a neighborhood of the demo agency has. */
function demoPlaces(): Place[] {
  return BOROUGHS.flatMap(({ areas }, borough) =>
    areas.flatMap(({ neighborhoods }) =>
      neighborhoods.map(({ name, lines, sale, rent, segments }) => {
        const mean = (pick: (point: { latitude: number; longitude: number }) => number): number =>
          segments.reduce((sum, s) => sum + pick(s.from) + pick(s.to), 0) / (2 * segments.length);
        return {
          name,
          borough,
          latitude: mean((p) => p.latitude),
          longitude: mean((p) => p.longitude),
          zip: segments[0]?.zip ?? '',
          sale,
          rent,
          lines,
        };
      }),
    ),
  );
}

/** Some two hundred neighborhoods of New York. */
export const PLACES: readonly Place[] = [
  ...demoPlaces(),
  ...Object.entries(MORE).flatMap(([borough, table]) =>
    table
      .trim()
      .split('\n')
      .map((line) => readPlace(line, Number(borough))),
  ),
];
