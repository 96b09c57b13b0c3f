import { parse } from 'csv-parse/sync';
import { csvLine } from 'portico-importer/csv.js';
import type { ResourceName } from 'portico-importer/resource.js';

type Fields = Readonly<Record<string, unknown>>;

/** What a file says, by kind and key, as plain code reads it: as many of each, and what some fields have to be. */
export type Truth = { readonly [Kind in ResourceName]?: ReadonlyMap<string, Fields> };

/** A public file, and the mapping that takes it. */
export interface PublicFile {
  readonly name: string;
  /** Its path in the sample data. */
  readonly file: string;
  /** The name of its mapping in this folder. */
  readonly mapping: string;
  readonly extension: 'csv' | 'json';
  /** Fields of records that the file spells in several ways: the first of a file says which (R243). */
  readonly varies?: readonly string[];
  /** Whether the mapping reads more than the file has: a sample of an interface shows a part of it. */
  readonly isPartial?: boolean;
  rows(text: string): readonly unknown[];
  /** A file of these rows. */
  write(rows: readonly unknown[]): string;
  truth(rows: readonly unknown[]): Truth;
}

type Part = Pick<PublicFile, 'name' | 'file' | 'mapping' | 'varies' | 'isPartial'>;
// biome-ignore lint/suspicious/noExplicitAny: documents of other systems
type Json = any;
type Row = Readonly<Record<string, string>>;

/** A table. */
function table(part: Part, truth: (rows: readonly Row[]) => Truth): PublicFile {
  let header: readonly string[] = [];
  return {
    ...part,
    extension: 'csv',
    rows: (text) => {
      const [names = [], ...rows] = parse(text) as string[][];
      header = names;
      return rows;
    },
    write: (rows) =>
      [header, ...(rows as string[][])].map((cells) => `${csvLine(cells)}\n`).join(''),
    truth: (rows) =>
      truth(
        (rows as string[][]).map((cells) =>
          Object.fromEntries(cells.map((cell, at) => [header[at], cell])),
        ),
      ),
  };
}

/** A document, with the path of its records; an empty one for a document that is a record. */
function document(
  part: Part & { readonly path: string; readonly pick?: (documents: Json) => Json },
  truth: (rows: readonly Json[]) => Truth,
): PublicFile {
  const { path, pick = (all: Json) => all, ...named } = part;
  const steps = path === '' ? [] : path.split('.');
  return {
    ...named,
    extension: 'json',
    rows: (text) => {
      const picked = pick(JSON.parse(text));
      return Array.isArray(picked)
        ? picked
        : [steps.reduce((value, step) => value[step], picked)].flat();
    },
    write: (rows) => {
      const inner = steps.length === 0 && rows.length === 1 ? rows[0] : rows;
      return JSON.stringify(
        steps.reduceRight((value: unknown, step) => ({ [step]: value }), inner),
      );
    },
    truth,
  };
}

/** Records by their keys; those without one are none. */
function by(entries: readonly (readonly [key: unknown, fields?: Fields])[]): Map<string, Fields> {
  const there = entries.filter(([key]) => key !== null && key !== undefined && key !== '');
  return new Map(there.map(([key, fields = {}]) => [String(key).trim(), fields]));
}

/** Photos by the key of their listing. */
function photosOf(rows: readonly (readonly [key: unknown, urls: readonly string[]])[]) {
  return by(
    rows.flatMap(([key, urls]) =>
      urls.map((url, at) => [`${key} ${url}`, { sort: at + 1 }] as const),
    ),
  );
}

const lower = (text: string | undefined) => text?.trim().toLowerCase();
const amount = (text: string | undefined) => Number(text?.replace(/[$,+]|\/mo/g, ''));
const joined = (row: Row, ...columns: readonly string[]) =>
  columns.flatMap((column) => row[column] || []).join('|');
const beds = (text = '') => (/^studio/i.test(text) ? 0 : Number.parseInt(text, 10));

const SIMPLYRETS = document(
  {
    name: 'SimplyRETS',
    file: 'simplyrets/simplyrets_trial_listings.json.gz',
    mapping: 'simplyrets-whole',
    path: '',
    isPartial: true,
  },
  (rows) => {
    const agents = rows.flatMap(({ agent, coAgent, sales }) => [coAgent, agent, sales?.agent]);
    const offices = rows.flatMap(({ office, sales }) => [office, sales?.office]);
    return {
      listings: by(
        rows.map(({ mlsId, listPrice, agent, coAgent, property, geo }) => [
          mlsId,
          {
            financials_price: listPrice,
            agents_agent_id: agent.id,
            agents_coagent_id: coAgent.id,
            essentials_beds: property.bedrooms,
            extras_latitude: geo.lat,
            state: 'TX',
          },
        ]),
      ),
      photos: photosOf(rows.map(({ mlsId, photos }) => [mlsId, photos])),
      agents: by(agents.map((one) => [one?.id, one?.lastName ? { lastname: one.lastName } : {}])),
      offices: by(offices.map((one) => [one?.brokerid, { name: one?.name }])),
    };
  },
);

const spark = (documents: Json, ...paths: readonly string[]) =>
  paths.map((path) => documents[path].D.Results.at(-1));
const sparkTruth = (rows: readonly Json[]): Truth => {
  const told = (value: unknown) => (value === '********' ? undefined : value);
  return {
    listings: by(
      rows.map(({ Id, StandardFields: fields }) => [
        Id,
        {
          mls_no: fields.ListingId,
          financials_price: Number(fields.ListPrice),
          extras_longitude: Number(fields.Longitude),
          essentials_video: fields.VirtualTours?.[0].Uri,
          openhouse: fields.OpenHouses && '2010-10-01 09:00:00',
        },
      ]),
    ),
    photos: photosOf(
      rows.map(({ Id, StandardFields: { Photos = [] } }) => [
        Id,
        Photos.map(({ UriLarge }: Json) => UriLarge),
      ]),
    ),
    offices: by(
      rows.map(({ StandardFields: { ListOfficeName: name } }) => [
        lower(told(name) as string),
        { name: told(name) },
      ]),
    ),
  };
};

const reso = (name: string, file: string, path: string): PublicFile =>
  document(
    {
      name,
      file: `reso/payloads/${file}.json.gz`,
      mapping: 'reso-properties',
      path,
      isPartial: true,
    },
    (rows) => ({
      listings: by(
        rows.map((row) => [
          row.ListingKey,
          {
            mls_no: row.ListingId,
            financials_price: row.ListPrice,
            essentials_beds: row.BedroomsTotal,
            agents_agent_id: row.ListAgentKey,
            main_status: row.StandardStatus === 'Closed' ? 'Sold' : 'For Sale',
          },
        ]),
      ),
      photos: by(
        rows.flatMap(({ ListingKey, Media = [] }) =>
          Media.map((one: Json) => [`${ListingKey} ${one.MediaURL}`, { sort: one.Order }]),
        ),
      ),
      agents: by(
        rows.flatMap((row) => [
          [
            row.ListAgentKey,
            { lastname: row.ListAgentLastName ?? row.ListAgentFullName, office: row.ListOfficeKey },
          ],
          [row.BuyerAgentKey, { lastname: row.BuyerAgentLastName, office: row.BuyerOfficeKey }],
        ]),
      ),
      offices: by(
        rows.flatMap((row) => [
          [row.BuyerOfficeKey, { name: row.BuyerOfficeName ?? row.ListOfficeName }],
          [row.ListOfficeKey, { name: row.ListOfficeName }],
        ]),
      ),
    }),
  );

const repliersSearch = (version: number): PublicFile =>
  document(
    {
      name: `Repliers, a page of listings, version ${version}`,
      file: 'repliers/repliers_response_examples.json.gz',
      mapping: 'repliers-search',
      path: 'listings',
      pick: (all) => all[`POST /listings (Version ${version})`],
      isPartial: true,
    },
    (rows) => ({
      listings: by(
        rows.map(({ mlsNumber, listPrice, details, map }) => [
          mlsNumber,
          {
            financials_price: Math.round(Number(listPrice)),
            essentials_beds: Number(details.numBedrooms),
            extras_latitude: Number(map.latitude),
          },
        ]),
      ),
      photos: photosOf(rows.map(({ mlsNumber, images }) => [mlsNumber, images])),
      offices: by(
        rows.map(({ office: { brokerageName: name } }) => [lower(name), { name: name.trim() }]),
      ),
    }),
  );

const repliersListing = (version: number): PublicFile =>
  document(
    {
      name: `Repliers, a listing, version ${version}`,
      file: 'repliers/repliers_response_examples.json.gz',
      mapping: 'repliers-listing',
      path: '',
      pick: (all) => all[`GET /listings/{mlsNumber} (Version ${version})`],
      isPartial: true,
    },
    (rows) => {
      const homes = rows.flatMap((row) => [row, ...row.comparables]);
      const agents: Json[] = rows.flatMap((row) => row.agents);
      return {
        listings: by(
          homes.map(({ mlsNumber, listPrice, lastStatus }) => [
            mlsNumber,
            {
              financials_price: Math.round(Number(listPrice)),
              main_status: lastStatus === 'Lsd' ? 'Rented' : 'For Rent',
            },
          ]),
        ),
        photos: photosOf(homes.map(({ mlsNumber, images }) => [mlsNumber, images])),
        agents: by(
          agents.map((one) => [one.agentId, { lastname: one.name.trim(), office: one.officeId }]),
        ),
        offices: by(agents.map((one) => [one.officeId, { name: one.brokerage.name.trim() }])),
      };
    },
  );

const ZILLOW_RENTALS = document(
  {
    name: 'Zillow, rentals and buildings',
    file: 'zillow/zillow_nj_area_for_rent_2023.json.gz',
    mapping: 'zillow-rentals',
    path: '',
  },
  (rows) => {
    const buildings = rows.filter((row) => row.isBuilding);
    const homes = rows.filter((row) => !row.isBuilding);
    const units = buildings.flatMap((row) => row.units.map((unit: Json) => ({ ...row, ...unit })));
    return {
      listings: by([
        ...units.map((unit): readonly [unknown, Fields] => [
          `${unit.zpid} ${unit.beds}`,
          {
            financials_price: amount(unit.price),
            essentials_beds: Number(unit.beds),
            essentials_building: String(unit.lotId),
          },
        ]),
        ...homes.map((home): readonly [unknown, Fields] => [
          home.zpid,
          { financials_price: home.unformattedPrice, essentials_size: home.area ?? 0 },
        ]),
      ]),
      photos: photosOf([
        ...units.map((unit) => [`${unit.zpid} ${unit.beds}`, [unit.imgSrc]] as const),
        ...homes.map((home) => [home.zpid, [home.imgSrc]] as const),
      ]),
      buildings: by(
        buildings.map((row) => [
          row.lotId,
          { name: row.buildingName, latitude: row.latLong.latitude },
        ]),
      ),
      'building-photos': by(buildings.map((row) => [`${row.lotId} ${row.imgSrc}`])),
    };
  },
);

const pageKey = ({ url = '' }: Row) => url.replace('https://streeteasy.com', '').split('?')[0];
const pageBuilding = (row: Row) => pageKey(row)?.split('/')[2];
const pagesTruth = (rows: readonly Row[]): Truth => ({
  listings: by(
    rows.map((row) => [
      pageKey(row),
      {
        financials_price: amount(row.price),
        essentials_size: Number(row.sqft) || 0,
        essentials_building: pageBuilding(row),
        ...(row.beds?.includes('Bath') ? {} : { essentials_beds: beds(row.beds) }),
      },
    ]),
  ),
  buildings: by(rows.map((row) => [pageBuilding(row)])),
});

const boroughs = (rows: readonly Json[], name: string, borough: (row: Json) => string) =>
  by([
    ...rows.map((row): readonly [unknown, Fields] => [row[name], { parent: borough(row) }]),
    ...rows.map((row): readonly [unknown] => [borough(row)]),
  ]);

export const PUBLIC_FILES: readonly PublicFile[] = [
  SIMPLYRETS,
  document(
    {
      name: 'Spark, listings with photos',
      file: 'spark/spark_api_fixtures.json.gz',
      mapping: 'spark-listings',
      path: 'D.Results',
      pick: (all) =>
        spark(
          all,
          'spec/fixtures/listings/with_photos.json',
          'spec/fixtures/listings/multiple.json',
          'spec/fixtures/listings/with_videos.json',
          'sparkapi/SparkJava:src/test/fixtures/spark_listing.json',
        ),
      isPartial: true,
    },
    sparkTruth,
  ),
  document(
    {
      name: 'Spark, listings with open houses and tours',
      file: 'spark/spark_api_fixtures.json.gz',
      mapping: 'spark-listings',
      path: 'D.Results',
      pick: (all) => [
        all['sparkapi/SparkJava:src/test/fixtures/listing_with_openhouses.json'].D.Results[0],
        // Another listing of the same number.
        {
          ...all['spec/fixtures/listings/with_vtour.json'].D.Results[0],
          Id: '20060725224713296297000001',
        },
      ],
      isPartial: true,
    },
    sparkTruth,
  ),
  document(
    {
      name: 'Spark, accounts',
      file: 'spark/spark_api_fixtures.json.gz',
      mapping: 'spark-accounts',
      path: 'D.Results',
      pick: (all) => all['spec/fixtures/accounts/all.json'].D.Results,
    },
    (rows) => ({
      agents: by(
        rows.map((row) => [
          row.Id,
          {
            lastname: row.Name,
            office: row.OfficeId,
            email: row.Emails[0]?.Address,
            mobile: row.Phones[1]?.Number,
          },
        ]),
      ),
      offices: by(rows.map((row) => [row.OfficeId, { name: row.Office }])),
    }),
  ),
  reso('RESO, MRED with Media', 'mlsgrid_mred_property_expand_media', 'value'),
  {
    ...reso('RESO, ACTRIS', 'mlsgrid_actris_property', 'value'),
    // The example is one record alone, which a query answers in a list.
    rows: (text) => [JSON.parse(text)],
  },
  document(
    {
      name: 'RESO, a member with the office',
      file: 'reso/payloads/constellation1_member_expand_office.json.gz',
      mapping: 'reso-members',
      path: 'value',
    },
    (rows) => ({
      agents: by(
        rows.map((row) => [
          row.MemberKey,
          { firstname: row.MemberFirstName, office: row.Office[0].OfficeKey },
        ]),
      ),
      offices: by(
        rows.flatMap((row) =>
          row.Office.map((office: Json) => [
            office.OfficeKey,
            { name: office.OfficeName, zip: office.OfficePostalCode },
          ]),
        ),
      ),
    }),
  ),
  document(
    {
      name: 'Zillow, homes for sale',
      file: 'zillow/zillow_nyc_for_sale_2023.json.gz',
      mapping: 'zillow-sales',
      path: 'results',
    },
    (rows) => ({
      listings: by(
        rows.map((row) => [
          row.zpid,
          {
            financials_price: row.price,
            essentials_beds: row.bedrooms ?? 0,
            essentials_size: Math.round(row.livingArea ?? 0),
          },
        ]),
      ),
      photos: photosOf(rows.map((row) => [row.zpid, [row.imgSrc]])),
    }),
  ),
  ZILLOW_RENTALS,
  repliersSearch(1),
  repliersSearch(2),
  repliersListing(1),
  repliersListing(2),
  table(
    {
      name: 'HPD, buildings',
      file: 'buildings/hpd_housing_new_york_units_by_building.csv.gz',
      mapping: 'hpd-whole',
    },
    (rows) => ({
      buildings: by(
        rows.map((row) => [
          row['Building ID'],
          {
            house: row.Number,
            address: row.Street,
            zip: row.Postcode,
            latitude: row.Latitude ? Number(row.Latitude) : undefined,
          },
        ]),
      ),
    }),
  ),
  table(
    {
      name: 'HPD, rents in buildings',
      file: 'buildings/hpd_local_law_44_unit_income_rent.csv.gz',
      mapping: 'hpd-rents',
    },
    (rows) => ({
      listings: by(
        rows.map((row) => [
          joined(row, ...Object.keys(row)),
          {
            financials_price: amount(row.MedianInitialLegalRent),
            essentials_building: row.BuildingID || 0,
            essentials_beds: beds(row.BedroomSize) || 0,
          },
        ]),
      ),
      buildings: by(rows.map((row) => [row.BuildingID])),
    }),
  ),
  table(
    {
      name: 'StreetEasy, rentals of 2016',
      file: 'streeteasy/streeteasy_rentals_2016.csv.gz',
      mapping: 'streeteasy-whole',
    },
    (rows) => ({
      listings: by(
        rows.map((row) => [
          row.rental_id,
          {
            financials_price: Number(row.rent),
            essentials_building: row.building_id,
            essentials_beds: Number(row.bedrooms),
            main_neighborhood: row.neighborhood,
          },
        ]),
      ),
      buildings: by(
        rows.map((row) => [
          row.building_id,
          { city: row.borough === 'Manhattan' ? 'New York' : row.borough },
        ]),
      ),
    }),
  ),
  table(
    {
      name: 'StreetEasy, pages of 2023 with places',
      file: 'streeteasy/streeteasy_scrape_2023_geo.csv.gz',
      mapping: 'streeteasy-places',
      varies: ['buildings.house', 'buildings.address'],
    },
    pagesTruth,
  ),
  table(
    {
      name: 'StreetEasy, pages of 2024',
      file: 'streeteasy/streeteasy_scrape_2024.csv.gz',
      mapping: 'streeteasy-pages',
    },
    pagesTruth,
  ),
  document(
    {
      name: 'StreetEasy, an answer of its search',
      file: 'streeteasy/streeteasy_search_graphql_sample.json.gz',
      mapping: 'streeteasy-search',
      path: 'data.searchRentals.edges',
    },
    (rows) => ({
      listings: by(
        rows.map(({ node }) => [
          node.id,
          {
            financials_price: node.price,
            main_apt: node.unit,
            essentials_building: node.urlPath.split('/')[2],
          },
        ]),
      ),
      photos: photosOf(rows.map(({ node }) => [node.id, [node.leadMedia.photo.key]])),
      buildings: by(rows.map(({ node }) => [node.urlPath.split('/')[2]])),
      offices: by(rows.map(({ node: { sourceGroupLabel: name } }) => [lower(name), { name }])),
    }),
  ),
  table(
    {
      name: 'homes for sale in New York',
      file: 'nyc-sales/ny_house_listings_2024.csv.gz',
      mapping: 'nyc-homes',
      varies: ['offices.name'],
    },
    (rows) => ({
      listings: by(
        rows.map((row) => [
          joined(row, 'MAIN_ADDRESS', 'TYPE', 'PRICE', 'BROKERTITLE', 'BEDS'),
          {
            financials_price: row.PRICE === '2147483647' ? 0 : Number(row.PRICE),
            essentials_bath: row.BATH === '2.3738608' ? 0 : Number(row.BATH),
            extras_latitude: Number(row.LATITUDE),
          },
        ]),
      ),
      offices: by(rows.map((row) => [lower(row.BROKERTITLE?.split('Brokered by')[1])])),
    }),
  ),
  table(
    {
      name: 'recorded sales in New York',
      file: 'nyc-sales/nyc_rolling_sales_2019_jan_apr.csv.gz',
      mapping: 'nyc-sales',
    },
    (rows) => ({
      listings: by(
        rows.map((row) => [
          joined(
            row,
            'BOROUGH',
            'BLOCK',
            'LOT',
            'ADDRESS',
            'APARTMENT NUMBER',
            'SALE DATE',
            'SALE PRICE',
          ),
          {
            financials_price: Number(row['SALE PRICE']?.replace(/[^\d]/g, '')),
            essentials_building: [row.BOROUGH, row.BLOCK, row.LOT].join('-'),
            built: Number(row['YEAR BUILT']),
          },
        ]),
      ),
      buildings: by(rows.map((row) => [[row.BOROUGH, row.BLOCK, row.LOT].join('-')])),
    }),
  ),
  table(
    {
      name: 'RentHop, pages',
      file: 'renthop/renthop_search_pages_scrape.csv.gz',
      mapping: 'renthop-pages',
    },
    (rows) => ({
      listings: by(
        rows.map((row) => [
          joined(row, 'Location', 'Neighborhood', 'Price', 'Apt Type', 'Num of Bath'),
          {
            financials_price: amount(row.Price),
            ...(row['Apt Type'] === 'Private Room'
              ? {}
              : { essentials_beds: beds(row['Apt Type']) }),
          },
        ]),
      ),
    }),
  ),
  table(
    {
      name: 'RentHop, texts',
      file: 'renthop/renthop_descriptions_24.csv.gz',
      mapping: 'renthop-texts',
    },
    (rows) => ({
      listings: by(
        rows.map((row) => [
          row.listing_id || row.created,
          { financials_price: Number(row.price), essentials_beds: Number(row.bedrooms) },
        ]),
      ),
    }),
  ),
  document(
    {
      name: 'StreetEasy, the tree of areas',
      file: 'neighborhoods/streeteasy_areas.json.gz',
      mapping: 'streeteasy-tree',
      path: 'data.areas',
    },
    (rows) => ({
      neighborhoods: by(
        rows.map((row) => [
          row.id,
          { cat_name: row.name, parent: row.parent_id ? String(row.parent_id) : 0 },
        ]),
      ),
    }),
  ),
  table(
    {
      name: 'StreetEasy, neighborhoods of 2016',
      file: 'neighborhoods/streeteasy_neighborhood_borough.csv.gz',
      mapping: 'streeteasy-boroughs',
      varies: ['neighborhoods.cat_name'],
    },
    (rows) => ({
      neighborhoods: by([
        ...rows.map((row): readonly [unknown] => [lower(row.Borough)]),
        ...rows.map((row): readonly [unknown, Fields] => [
          lower(`${row.Name}, ${row.Borough}`),
          { parent: lower(row.Borough) },
        ]),
      ]),
    }),
  ),
  ...['texts_streeteasy', 'facts_compass']
    .map((name) =>
      document(
        {
          name: `guides to neighborhoods, ${name}`,
          file: `neighborhoods/manhattan_neighborhood_${name}.json.gz`,
          mapping: 'neighborhood-texts',
          path: '',
          pick: Object.entries,
        },
        (entries) => ({
          neighborhoods: by(
            entries.map(([name, { description }]) => [
              name,
              { cat_name: name, text_1: description },
            ]),
          ),
        }),
      ),
    )
    .map((guide) => ({
      ...guide,
      write: (entries: readonly unknown[]) => JSON.stringify(Object.fromEntries(entries as Json[])),
    })),
  table(
    {
      name: 'links to neighborhoods',
      file: 'neighborhoods/manhattan_neighborhood_links_images.csv.gz',
      mapping: 'neighborhood-links',
    },
    (rows) => ({
      neighborhoods: by(
        rows.map((row) => [row.name, { cat_name: row.name, img: row.images?.split(',')[0] }]),
      ),
    }),
  ),
  document(
    {
      name: 'shapes of neighborhoods',
      file: 'neighborhoods/pediacities_nyc_neighborhoods_2018.geojson.gz',
      mapping: 'neighborhood-shapes',
      path: 'features',
    },
    (rows) => ({
      neighborhoods: boroughs(
        rows.map(({ properties }) => properties),
        'neighborhood',
        (row) => `${row.boroughCode} ${row.borough}`,
      ),
    }),
  ),
  document(
    {
      name: 'Neighborhood Tabulation Areas',
      file: 'neighborhoods/nta_2010.geojson.gz',
      mapping: 'neighborhood-tabulation',
      path: 'features',
    },
    (rows) => ({
      neighborhoods: boroughs(
        rows.map(({ properties }) => properties),
        'NTACode',
        (row) => row.BoroName,
      ),
    }),
  ),
];
