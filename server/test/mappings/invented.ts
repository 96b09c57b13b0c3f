import type { Expected } from './drafted.js';
import { fullName } from './drafted-rules.js';

/** A few invented rows in the shape of a kind of file, and what is right for them. */
export interface InventedFile {
  readonly name: string;
  readonly file: string;
  /** The text of a table, or a document. */
  readonly rows: unknown;
  readonly expected: Expected;
}

const photo = (name: string) => `https://pictures.example/${name}.jpg`;

/** The home of a portal that puts the office, its logo and its telephone next to the listing. */
const portalHome = (at: number) => ({
  property_id: `P-${at}`,
  status: 'for_sale',
  list_price: 400_000 + at * 10_000,
  branding: [{ name: `Office ${at}`, type: 'Office', photo: photo(`logo-${at}`) }],
  advertisers: [
    { office: { phones: [{ number: `212-555-010${at}` }] }, email: `a${at}@x.example` },
  ],
  description: {
    beds: at,
    sqft: 700 + at,
    type: at % 2 ? 'condos' : 'coop',
    year_built: 1920 + at,
  },
  location: {
    address: {
      line: `${at}0 Elm Street Unit ${at}A`,
      city: at % 2 ? 'Albany' : 'Troy',
      state_code: at % 2 ? 'NY' : 'VT',
      postal_code: `1220${at}`,
    },
  },
  photos: [{ href: photo(`home-${at}`) }],
});

const resoHome = (at: number) => ({
  ListingKey: `K${at}`,
  ListingId: `MLS-${at}`,
  StandardStatus: at % 2 ? 'Active' : 'Closed',
  PropertyType: at % 2 ? 'Residential' : 'Residential Lease',
  ListPrice: 500_000 + at,
  StreetNumber: `${at}1`,
  StreetDirPrefix: at % 2 ? 'W' : null,
  StreetName: 'Oak',
  StreetSuffix: at % 2 ? 'Ave' : 'St',
  UnitNumber: `${at}B`,
  City: at % 2 ? 'Albany' : 'Troy',
  PostalCode: `1220${at}`,
  BedroomsTotal: at,
  BathroomsFull: at,
  BathroomsHalf: at % 2,
  BathroomsTotalInteger: at + (at % 2),
  TaxAnnualAmount: 1200 * at,
  AssociationFee: 300 * at,
  AssociationFeeFrequency: 'Quarterly',
  PetsAllowed: at % 2 ? ['Cats OK'] : ['No'],
  PublicRemarks: `Home ${at}`,
  Appliances: at % 2 ? ['Dishwasher', 'Range'] : [],
  InteriorFeatures: ['Walk-In Closet(s)', 'High Ceilings'],
  FireplaceFeatures: ['Recreation Room'],
  InternetAddressDisplayYN: at % 2 === 1,
  ListAgentKeyNumeric: 70 + at,
  ListAgentFullName: at % 2 ? 'Ann van Lee' : 'Bo Ash',
  ListAgentEmail: `a${at}@x.example; office${at}@x.example`,
  ListAgentMlsId: `A-${at}`,
  CoListAgentKeyNumeric: 90 + at,
  CoListAgentFirstName: 'Cy',
  CoListAgentLastName: `Elm ${at}`,
  ListOfficeKey: `O${at}`,
  ListOfficeName: `Office ${at}`,
  ListOfficePhone: `518-555-010${at}`,
  BuyerOfficeKey: `B${at}`,
  BuyerOfficeName: 'of the buyer',
  Media: [2, 1].map((order) => ({
    MediaURL: photo(`m${at}-${order}`),
    Order: order,
    MediaKey: `M${at}-${order}`,
    ShortDescription: `View ${order}`,
    MediaType: 'jpeg',
  })),
});

/** A home in the shape of SimplyRETS. The office of the sale is the only one that is told. */
const saleHome = (at: number) => ({
  mlsId: 100_000 + at,
  listingId: `R-${at}`,
  listPrice: 500_000 + at,
  property: { type: 'RES', bedrooms: at, interiorFeatures: 'High Ceiling,Bar', laundry: null },
  association: { amenities: at % 2 ? 'Community Pool,Trails' : 'Roof Deck' },
  mls: { status: 'Active' },
  agent: { id: `a${at}`, firstName: 'Ann', lastName: `Lee ${at}` },
  coAgent: { id: `c${at}`, firstName: null, lastName: null },
  office: { brokerid: null, name: null },
  sales: {
    office: { brokerid: `s${at}`, name: `Sold by ${at}` },
    agent: { id: `b${at}`, lastName: 'of the buyer' },
  },
});

/** A home whose agents stand in a list, each with the office. */
const teamHome = (at: number) => ({
  id: at,
  price: 2000 + at,
  beds: at,
  baths: 1,
  zip: `1220${at}`,
  agents: [at, at + 5].map((one) => ({
    id: one,
    name: `Ann ${one}`,
    officeId: `O${one}`,
    brokerage: { name: ` Office ${one}` },
  })),
});

export const INVENTED: readonly InventedFile[] = [
  {
    name: 'the answer of a portal',
    file: 'answer.json',
    rows: { data: { results: [1, 2, 3, 4].map(portalHome) } },
    expected: {
      main_id: { key: 'property_id' },
      main_status: { const: 'For Sale' },
      financials_price: 'list_price',
      essentials_beds: 'description.beds',
      essentials_size: 'description.sqft',
      built: 'description.year_built',
      essentials_type: { column: 'description.type', values: { condos: 'Condo', coop: 'Coop' } },
      main_house: { column: 'location.address.line', transform: 'house' },
      main_street: { column: 'location.address.line', transform: 'street' },
      main_apt: { column: 'location.address.line', transform: 'unit' },
      city: 'location.address.city',
      state: 'location.address.state_code',
      main_zipcode: 'location.address.postal_code',
      photos: { column: 'photos.*.href', transform: 'wrap:filename' },
    },
  },
  {
    name: 'names of the RESO Data Dictionary',
    file: 'property.json',
    rows: { value: [1, 2, 3, 4].map(resoHome) },
    expected: {
      main_id: { key: 'ListingKey' },
      mls_no: 'ListingId',
      main_status: {
        join: ['PropertyType', 'StandardStatus'],
        values: { 'Residential Active': 'For Sale', 'Residential Lease Closed': 'Rented' },
      },
      financials_price: 'ListPrice',
      financials_taxes: { column: 'TaxAnnualAmount', transform: 'divide:12' },
      financials_maintenance: { column: 'AssociationFee', transform: 'divide:3' },
      main_house: 'StreetNumber',
      main_street: { join: ['StreetDirPrefix', 'StreetName', 'StreetSuffix'] },
      main_apt: 'UnitNumber',
      city: 'City',
      main_zipcode: 'PostalCode',
      essentials_type: { const: 'House' },
      essentials_beds: 'BedroomsTotal',
      essentials_bath: { sum: { BathroomsFull: 1, BathroomsHalf: 0.5 } },
      essentials_pets: {
        column: 'PetsAllowed.0',
        values: { 'Cats OK': 'Cats Only', No: 'No Pets' },
      },
      main_description: 'PublicRemarks',
      main_hide_address: { column: 'InternetAddressDisplayYN', values: { true: 0, false: 1 } },
      agents_agent_id: 'ListAgentKeyNumeric',
      agents_coagent_id: 'CoListAgentKeyNumeric',
      amenities: {
        join: ['Appliances', 'InteriorFeatures'],
        separator: '|',
        transform: 'split:|',
        values: {
          Dishwasher: 'dishwasher',
          'Walk-In Closet(s)': 'walkincloset',
          'High Ceilings': 'highceilings',
          '*': null,
        },
      },
      photos: {
        each: 'Media',
        fields: {
          filename: 'MediaURL',
          key: 'MediaKey',
          name: 'ShortDescription',
          sort: 'Order',
        },
      },
      also: [
        {
          resource: 'agents',
          fields: {
            id: 'ListAgentKeyNumeric',
            ...fullName('ListAgentFullName'),
            email: { column: 'ListAgentEmail', transform: 'before:;' },
            rls_agent_id: 'ListAgentMlsId',
            office: { key: 'ListOfficeKey' },
          },
        },
        {
          resource: 'agents',
          fields: {
            id: 'CoListAgentKeyNumeric',
            firstname: 'CoListAgentFirstName',
            lastname: 'CoListAgentLastName',
          },
        },
        {
          resource: 'offices',
          fields: {
            id: { key: 'ListOfficeKey' },
            name: 'ListOfficeName',
            phone: 'ListOfficePhone',
          },
        },
      ],
    },
  },
  {
    name: 'a member of RESO with the office expanded',
    file: 'member.json',
    rows: {
      value: [1, 2].map((at) => ({
        MemberKey: `M${at}`,
        MemberFirstName: 'Ann',
        MemberLastName: `Lee ${at}`,
        MemberEmail: `a${at}@x.example`,
        OfficeKey: `O${at}`,
        Office: [{ OfficeKey: `O${at}`, OfficeName: `Office ${at}`, OfficePhone: '518-555-0100' }],
      })),
    },
    expected: {
      resource: 'agents',
      id: { key: 'MemberKey' },
      firstname: 'MemberFirstName',
      lastname: 'MemberLastName',
      email: 'MemberEmail',
      office: { key: 'OfficeKey' },
      also: [
        {
          resource: 'offices',
          each: 'Office',
          fields: { id: { key: 'OfficeKey' }, name: 'OfficeName', phone: 'OfficePhone' },
        },
      ],
    },
  },
  {
    name: 'agents and offices of the listing and of its sale',
    file: 'sales.json',
    rows: [1, 2, 3].map(saleHome),
    expected: {
      main_id: 'mlsId',
      mls_no: 'listingId',
      main_status: { const: 'For Sale' },
      financials_price: 'listPrice',
      essentials_beds: 'property.bedrooms',
      amenities: {
        join: ['association.amenities', 'property.interiorFeatures'],
        separator: ',',
        transform: 'split:,',
        values: {
          'Community Pool': 'pool',
          'Roof Deck': 'roofdeck',
          'High Ceiling': 'highceilings',
          '*': null,
        },
      },
      agents_agent_id: { key: 'agent.id' },
      agents_coagent_id: { key: 'coAgent.id' },
      also: [
        {
          resource: 'agents',
          each: 'agent',
          fields: { id: { key: 'id' }, firstname: 'firstName', lastname: 'lastName' },
        },
      ],
    },
  },
  {
    name: 'a list of agents with their offices',
    file: 'teams.json',
    rows: [1, 2, 3].map(teamHome),
    expected: {
      main_id: 'id',
      main_status: { const: 'For Rent' },
      financials_price: 'price',
      essentials_beds: 'beds',
      essentials_bath: 'baths',
      main_zipcode: 'zip',
      agents_agent_id: 'agents.0.id',
      agents_coagent_id: 'agents.1.id',
      also: [
        {
          resource: 'agents',
          each: 'agents',
          fields: { id: 'id', ...fullName('name'), office: { key: 'officeId' } },
        },
        {
          resource: 'offices',
          each: 'agents',
          fields: { id: { key: 'officeId' }, name: 'brokerage.name' },
        },
      ],
    },
  },
  {
    name: 'an object that has a neighborhood by each name',
    file: 'guides.json',
    rows: { Elm: { id: 7, name: 'Elmwood', about: 'x' }, Oak: { id: 8, name: 'Oakland' } },
    expected: { resource: 'neighborhoods', cat_id: 'id', cat_name: 'name' },
  },
  {
    name: 'shapes of neighborhoods in GeoJSON',
    file: 'shapes.json',
    rows: {
      type: 'FeatureCollection',
      features: ['E1', 'O1'].map((code) => ({
        type: 'Feature',
        properties: { NTACode: code, NTAName: `Name of ${code}` },
        geometry: { type: 'Polygon', coordinates: [[[1, 2]]] },
      })),
    },
    expected: {
      resource: 'neighborhoods',
      cat_id: { key: 'properties.NTACode' },
      cat_name: 'properties.NTAName',
    },
  },
  {
    name: 'a table of rentals with words for numbers',
    file: 'rentals.csv',
    rows: `Ref,Address,Beds,Baths,Price,Cats Allowed,Dogs Allowed,Geo
1,"12 Elm Street #4B, Albany, NY 12207",Studio,1 Bath,"$2,100/mo",1,0,"42.65,-73.75"
2,"34 Oak Avenue #2, Albany, NY 12208",2 Beds,1 Bath,"$3,450/mo",0,0,"42.66,-73.76"
3,"5 Ash Street #1, Troy, NY 12180",3 Beds,2 Baths,"$3,900/mo",1,1,"42.72,-73.69"
`,
    expected: {
      main_id: 'Ref',
      main_status: { const: 'For Rent' },
      main_house: { column: 'Address', transform: 'house' },
      main_street: { column: 'Address', transform: 'street' },
      main_apt: { column: 'Address', transform: 'unit' },
      city: { column: 'Address', transform: 'city' },
      state: { column: 'Address', transform: 'state' },
      main_zipcode: { column: 'Address', transform: 'zip' },
      financials_price: { column: 'Price', transform: 'number' },
      essentials_beds: { column: 'Beds', transform: String.raw`match:^\d+`, default: 0 },
      essentials_bath: { column: 'Baths', transform: String.raw`match:^\d+` },
      essentials_pets: {
        join: ['Cats Allowed', 'Dogs Allowed'],
        values: { '1 0': 'Cats Only', '0 0': 'No Pets', '1 1': 'Pets OK' },
      },
      extras_latitude: { column: 'Geo', transform: ['split:,', 'item:0'] },
      extras_longitude: { column: 'Geo', transform: ['split:,', 'item:1'] },
    },
  },
];
