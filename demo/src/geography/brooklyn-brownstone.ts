import type { AreaFacts } from './facts.js';
import { streets } from './segment.js';

/** Brooklyn's rowhouse neighborhoods between the harbor and Prospect Park. */
export const BROWNSTONE_BROOKLYN: AreaFacts = {
  name: 'Brownstone Brooklyn',
  text: 'Stoops, gardens and corner shops from the harbor to Prospect Park, with towers only where the subways meet.',
  neighborhoods: [
    {
      name: 'Brooklyn Heights',
      lines: '2345ACFNR',
      sale: 1600,
      rent: 78,
      mix: { prewarCoop: 4, townhouse: 3, brownstone: 2, boutiqueCondo: 1, postwarCoop: 1 },
      places: ['the Promenade', 'Brooklyn Bridge Park', 'the Montague Street shops'],
      text: 'The city’s first historic district, on a bluff over the harbor, with carriage lanes, garden squares and a walk above the water.',
      segments: streets(`
        Willow Street; 20-170; 40.7000 -73.9951; 40.6966 -73.9963; 11201; Cranberry Street, Orange Street, Pineapple Street, Clark Street, Pierrepont Street
        Remsen Street; 20-150; 40.6948 -73.9981; 40.6933 -73.9924; 11201; Montague Terrace, Hicks Street, Henry Street, Clinton Street
        Pierrepont Street; 6-150; 40.6968 -73.9966; 40.6948 -73.9914; 11201; Columbia Heights, Hicks Street, Henry Street, Clinton Street
        Joralemon Street; 30-150; 40.6940 -73.9985; 40.6927 -73.9932; 11201; Columbia Place, Hicks Street, Henry Street, Clinton Street
        * Henry Street; 40-130; 40.7003 -73.9922; 40.6972 -73.9933; 11201; Middagh Street, Orange Street, Pineapple Street, Clark Street
      `),
    },
    {
      name: 'DUMBO',
      lines: 'FAC',
      sale: 1650,
      rent: 82,
      mix: { loftCondo: 5, condoTower: 2, rentalTower: 1, retail: 1 },
      places: ['the carousel by the bridge', 'the Main Street lawn', 'the Archway market'],
      text: 'Warehouses of brick and concrete between two bridges, with cobbled streets, studios and the skyline across the water.',
      segments: streets(`
        Water Street; 60-200; 40.7033 -73.9905; 40.7029 -73.9859; 11201; Main Street, Washington Street, Adams Street, Pearl Street, Jay Street
        Front Street; 60-180; 40.7024 -73.9903; 40.7024 -73.9859; 11201; Main Street, Washington Street, Adams Street, Pearl Street, Jay Street
        * Jay Street; 20-70; 40.7045 -73.9866; 40.7023 -73.9867; 11201; John Street, Plymouth Street, Water Street, Front Street
      `),
    },
    {
      name: 'Downtown Brooklyn',
      lines: '2345ACFRBDNQ',
      sale: 1300,
      rent: 74,
      mix: { condoTower: 3, rentalTower: 4, office: 1 },
      places: ['Albee Square', 'the Fulton Street arcade', 'Willoughby Square Park'],
      text: 'Brooklyn’s tallest buildings over its best-connected stations, with lawns, libraries and theaters arriving at street level.',
      segments: streets(`
        * Livingston Street; 110-180; 40.6910 -73.9898; 40.6901 -73.9872; 11201; Boerum Place, Smith Street, Gallatin Place
        * Duffield Street; 180-250; 40.6927 -73.9842; 40.6911 -73.9845; 11201; Myrtle Avenue, Willoughby Street, Fulton Street
        * Gold Street; 260-310; 40.6961 -73.9835; 40.6947 -73.9836; 11201; Concord Street, Tillary Street
      `),
    },
    {
      name: 'Boerum Hill',
      lines: 'ACGFR2345',
      sale: 1400,
      rent: 70,
      mix: { townhouse: 2, brownstone: 3, boutiqueCondo: 2, walkup: 1 },
      places: [
        'the Atlantic Avenue shops',
        'the Wyckoff community garden',
        'the Smith Street restaurants',
      ],
      text: 'Rowhouses in even ranks between Atlantic Avenue and the canal, with almost every train a few blocks off.',
      segments: streets(`
        Dean Street; 130-340; 40.6866 -73.9888; 40.6835 -73.9807; 11217; Smith Street, Hoyt Street, Bond Street, Nevins Street, Third Avenue
        Bergen Street; 130-330; 40.6859 -73.9892; 40.6830 -73.9812; 11217; Smith Street, Hoyt Street, Bond Street, Nevins Street, Third Avenue
        Pacific Street; 300-430; 40.6874 -73.9876; 40.6859 -73.9836; 11217; Hoyt Street, Bond Street, Nevins Street
      `),
    },
    {
      name: 'Cobble Hill',
      lines: 'FG2345',
      sale: 1500,
      rent: 72,
      mix: { townhouse: 2, brownstone: 3, prewarCoop: 1, boutiqueCondo: 1 },
      places: ['Cobble Hill Park', 'the Warren Place mews', 'the Court Street shops'],
      text: 'A small historic district of deep front gardens and one beloved square, with Court Street as its main street.',
      segments: streets(`
        Amity Street; 90-190; 40.6894 -73.9978; 40.6885 -73.9942; 11201; Hicks Street, Henry Street, Clinton Street, Court Street
        Congress Street; 110-230; 40.6891 -73.9985; 40.6877 -73.9940; 11201; Hicks Street, Henry Street, Clinton Street, Court Street
        Clinton Street; 220-330; 40.6896 -73.9950; 40.6862 -73.9966; 11201; Amity Street, Congress Street, Warren Street, Baltic Street, Kane Street
        Henry Street; 350-460; 40.6897 -73.9966; 40.6864 -73.9981; 11201; Amity Street, Congress Street, Warren Street, Baltic Street, Kane Street
      `),
    },
    {
      name: 'Carroll Gardens',
      lines: 'FG',
      sale: 1450,
      rent: 70,
      mix: { townhouse: 2, brownstone: 4, boutiqueCondo: 2, walkup: 1 },
      places: ['Carroll Park', 'the Court Street bakeries', 'the Smith Street restaurants'],
      text: 'Named for the deep gardens before its brownstones; espresso, schools and a park with bocce courts.',
      segments: streets(`
        1st Place; 20-110; 40.6813 -74.0000; 40.6795 -73.9956; 11231; Henry Street, Clinton Street, Court Street, Smith Street
        2nd Place; 20-110; 40.6807 -74.0006; 40.6787 -73.9962; 11231; Henry Street, Clinton Street, Court Street, Smith Street
        Clinton Street; 400-520; 40.6830 -73.9980; 40.6786 -74.0000; 11231; Union Street, President Street, Carroll Street, 1st Place, 3rd Place
        Union Street; 250-350; 40.6837 -73.9966; 40.6826 -73.9937; 11231; Clinton Street, Court Street, Smith Street
      `),
    },
    {
      name: 'Red Hook',
      lines: 'FG',
      sale: 1050,
      rent: 58,
      mix: { house: 1, townhouse: 1, boutiqueCondo: 1, mixedUse: 1, site: 1 },
      places: ['the Valentino pier', 'the Van Brunt Street studios', 'the NYC Ferry dock'],
      text: 'Harbor light, warehouse studios and low rowhouses at the end of the streetcar tracks; the ferry makes it a commute.',
      segments: streets(`
        Coffey Street; 40-150; 40.6745 -74.0113; 40.6765 -74.0152; 11231; Richards Street, Van Brunt Street, Conover Street
        Pioneer Street; 60-150; 40.6783 -74.0093; 40.6792 -74.0119; 11231; Richards Street, Van Brunt Street, Imlay Street
        Dikeman Street; 60-150; 40.6755 -74.0117; 40.6771 -74.0147; 11231; Richards Street, Van Brunt Street, Conover Street
      `),
    },
    {
      name: 'Gowanus',
      lines: 'FGRDN',
      sale: 1250,
      rent: 70,
      mix: { rentalTower: 2, boutiqueCondo: 2, condoTower: 1, loftCondo: 1 },
      places: ['the canal esplanade', 'the Third Street food hall', 'the Carroll Street bridge'],
      text: 'Workshops and new waterfront buildings along a canal that is slowly becoming a promenade.',
      segments: streets(`
        * Bond Street; 250-370; 40.6814 -73.9884; 40.6778 -73.9909; 11231; Douglass Street, Sackett Street, Union Street, President Street, Carroll Street
        * Nevins Street; 190-280; 40.6826 -73.9852; 40.6799 -73.9870; 11217; Butler Street, Douglass Street, Degraw Street, Sackett Street
        Degraw Street; 430-540; 40.6816 -73.9894; 40.6802 -73.9855; 11217; Bond Street, Nevins Street, Third Avenue
      `),
    },
    {
      name: 'Park Slope',
      lines: '23FGRBQDN',
      sale: 1350,
      rent: 68,
      mix: { brownstone: 5, townhouse: 3, prewarCoop: 3, boutiqueCondo: 2, walkup: 2 },
      places: [
        'Prospect Park’s Long Meadow',
        'the Grand Army Plaza greenmarket',
        'the Fifth Avenue restaurants',
      ],
      text: 'Rows of brownstone and limestone climbing to Prospect Park, with two shopping avenues and more strollers than cars.',
      segments: streets(`
        Garfield Place; 60-300; 40.6747 -73.9821; 40.6718 -73.9742; 11215; Fifth Avenue, Sixth Avenue, Seventh Avenue, Eighth Avenue
        3rd Street; 340-560; 40.6730 -73.9838; 40.6701 -73.9765; 11215; Fifth Avenue, Sixth Avenue, Seventh Avenue, Eighth Avenue
        Carroll Street; 640-850; 40.6755 -73.9810; 40.6727 -73.9733; 11215; Fifth Avenue, Sixth Avenue, Seventh Avenue, Eighth Avenue
        Lincoln Place; 120-270; 40.6768 -73.9772; 40.6749 -73.9719; 11217; Sixth Avenue, Seventh Avenue, Eighth Avenue
        Park Place; 40-140; 40.6793 -73.9774; 40.6780 -73.9740; 11217; Fifth Avenue, Sixth Avenue, Seventh Avenue
        * Prospect Park West; 20-130; 40.6711 -73.9718; 40.6654 -73.9766; 11215; Carroll Street, Garfield Place, 3rd Street, 6th Street, 9th Street
        * Eighth Avenue; 80-300; 40.6734 -73.9735; 40.6689 -73.9774; 11215; President Street, Carroll Street, Garfield Place, 3rd Street, 5th Street
      `),
    },
    {
      name: 'Prospect Heights',
      lines: '23BQ45C',
      sale: 1300,
      rent: 67,
      mix: { brownstone: 3, boutiqueCondo: 3, condoTower: 2, prewarCoop: 1, rentalTower: 1 },
      places: ['the Brooklyn Museum', 'the Botanic Garden', 'the Vanderbilt Avenue restaurants'],
      text: 'Museum, garden and library along one side, brownstones and a restaurant row along the others.',
      segments: streets(`
        Park Place; 210-360; 40.6770 -73.9712; 40.6757 -73.9644; 11238; Carlton Avenue, Vanderbilt Avenue, Underhill Avenue, Washington Avenue
        Prospect Place; 180-320; 40.6783 -73.9709; 40.6771 -73.9650; 11238; Carlton Avenue, Vanderbilt Avenue, Underhill Avenue, Washington Avenue
        St. Marks Avenue; 190-320; 40.6790 -73.9705; 40.6777 -73.9642; 11238; Carlton Avenue, Vanderbilt Avenue, Underhill Avenue, Washington Avenue
        * Eastern Parkway; 21-170; 40.6736 -73.9683; 40.6722 -73.9630; 11238; Grand Army Plaza, Underhill Avenue, Washington Avenue
        * Carlton Avenue; 500-560; 40.6824 -73.9714; 40.6804 -73.9717; 11238; Atlantic Avenue, Pacific Street, Dean Street
      `),
    },
    {
      name: 'Fort Greene',
      lines: 'GC2345BDNQR',
      sale: 1300,
      rent: 67,
      mix: {
        brownstone: 4,
        townhouse: 1,
        boutiqueCondo: 1,
        condoTower: 2,
        prewarCoop: 1,
        rentalTower: 1,
      },
      places: ['Fort Greene Park', 'the Academy of Music', 'the DeKalb Avenue cafés'],
      text: 'Italianate rows around a hilltop park, with theaters at the foot of the hill and a market on Saturdays.',
      segments: streets(`
        South Portland Avenue; 30-170; 40.6888 -73.9748; 40.6843 -73.9741; 11217; DeKalb Avenue, Lafayette Avenue, Fulton Street
        South Elliott Place; 40-160; 40.6885 -73.9757; 40.6848 -73.9751; 11217; DeKalb Avenue, Lafayette Avenue, Hanson Place
        Carlton Avenue; 200-310; 40.6917 -73.9726; 40.6884 -73.9720; 11205; Willoughby Avenue, DeKalb Avenue, Lafayette Avenue
        Clermont Avenue; 180-330; 40.6923 -73.9709; 40.6879 -73.9700; 11205; Willoughby Avenue, DeKalb Avenue, Lafayette Avenue
      `),
    },
    {
      name: 'Clinton Hill',
      lines: 'GC',
      sale: 1150,
      rent: 62,
      mix: {
        brownstone: 3,
        townhouse: 2,
        prewarCoop: 1,
        postwarCoop: 2,
        boutiqueCondo: 1,
        loftCondo: 1,
      },
      places: [
        'the Pratt sculpture garden',
        'the Clinton Avenue mansions',
        'the Myrtle Avenue bookshops',
      ],
      text: 'Mansions of long-gone industrialists, an art school’s campus and cooperative towers among old trees.',
      segments: streets(`
        Washington Avenue; 230-400; 40.6921 -73.9675; 40.6862 -73.9659; 11205; Willoughby Avenue, DeKalb Avenue, Lafayette Avenue, Greene Avenue
        Clinton Avenue; 200-400; 40.6925 -73.9688; 40.6866 -73.9675; 11205; Willoughby Avenue, DeKalb Avenue, Lafayette Avenue, Greene Avenue
        Greene Avenue; 150-260; 40.6868 -73.9660; 40.6873 -73.9612; 11238; Washington Avenue, St. James Place, Grand Avenue, Classon Avenue
        Cambridge Place; 20-130; 40.6864 -73.9636; 40.6833 -73.9630; 11238; Greene Avenue, Gates Avenue, Fulton Street
      `),
    },
  ],
};
