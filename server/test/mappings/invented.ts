import type { Expected } from './drafted.js';

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
  ListOfficePhone: '518-555-0100',
  Media: [{ MediaURL: photo(`m${at}`), Order: 1, MediaKey: `M${at}` }],
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
      photos: { column: 'Media.*.MediaURL', transform: 'wrap:filename' },
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
