import { aBuilding, aListing, anAgent, type ImportRecord } from '../rig/makers.js';
import type { TestServer } from '../rig/server.js';

/**
 * A market made by hand for the search: each rental differs from the plain one, 101, in the one
 * thing that a filter asks for, so that every answer is a list one can write down. The sales 201 to
 * 205 climb in everything that has a minimum and a maximum.
 */

const neighborhoods = [
  { cat_id: 11, cat_name: 'Chelsea', sort: 1 },
  { cat_id: 12, cat_name: 'Harlem', sort: 2 },
  { cat_id: 13, cat_name: 'SoHo', sort: 3 },
];

const buildings = [
  aBuilding({ id: 50, zip: '10128-1234', city: 'Yonkers' }),
  aBuilding({ id: 52, zip: '', city: '', built: 2020, families: 4 }),
  ...[1, 2, 3, 4, 5, 6, 7, 8].map((parking) =>
    aBuilding({ id: 60 + parking, parking, zip: '', city: '' }),
  ),
];

const agents = [
  anAgent({ id: 1, office: 3 }),
  anAgent({ id: 2, office: 4, firstname: 'Bob', lastname: 'Best', email: 'bob@example.com' }),
];

/** A rental in Chelsea that no filter but status, neighborhood, price and the like finds. */
const rental = (id: number, told: ImportRecord = {}) =>
  aListing({
    main_id: id,
    main_house: '1',
    main_street: 'Plain Street',
    main_apt: '',
    main_neighborhood: 'Chelsea',
    main_zipcode: '10011',
    main_description: `Listing ${id}`,
    ...told,
  });

const sale = (id: number, told: ImportRecord) => rental(id, { main_status: 'For Sale', ...told });

const policies = [
  rental(102, { essentials_pets: 'Cats Only' }),
  rental(103, { essentials_pets: 'Small Dogs' }),
  rental(104, { essentials_pets: 'Pets OK' }),
  rental(105, { essentials_pets: 'Dogs Only' }),
  rental(106, { essentials_pets: 'Case By Case' }),
  rental(107, { essentials_pets: 'No Pets' }),
  rental(108, { extra_cooling: 'Central AC' }),
  rental(109, { extra_cooling: 'Window/Wall' }),
  rental(110, { extra_cooling: 'None' }),
];

/** What is not told below is of the type N/A. */
export const LISTED_TYPES = [
  ['Apartment', 111],
  ['House', 112],
  ['Townhouse', 113],
  ['Condo', 114],
  ['Coop', 115],
  ['Condop', 116],
  ['Building', 117],
  ['Commercial', 118],
  ['Office', 119],
  ['Retail', 120],
  ['Investment', 121],
  ['Development', 122],
  ['Land', 123],
] as const;

const kinds = [
  ...LISTED_TYPES.map(([type, id]) => rental(id, { essentials_type: type })),
  rental(124, { main_category: 1 }),
  rental(125, { main_category: 2 }),
  rental(126, { main_category: 6 }),
];

const places = [
  rental(127, { main_zipcode: '07030', city: 'Hoboken' }),
  // Its building knows better where it is.
  rental(128, { essentials_building: 50, main_zipcode: '99999', city: 'Elsewhere' }),
  rental(129, { main_neighborhood: 'Harlem', main_house: '77', main_street: 'Lenox Avenue' }),
  rental(130, { main_neighborhood: 'SoHo' }),
  ...[1, 2, 3, 4, 5, 6, 7, 8].map((code) => rental(160 + code, { essentials_building: 60 + code })),
];

const people = [
  rental(131, { agents_agent_id: 1 }),
  rental(132, { agents_coagent_id: 1 }),
  rental(133, { agents_listingagent_id: 1 }),
  rental(134, { agents_agent_id: 2 }),
];

const terms = [
  rental(135, { lease_term_min: 1, lease_term_max: 6 }),
  rental(136, { lease_term_min: 6, lease_term_max: 12 }),
  rental(137, { lease_term_min: 12, lease_term_max: 24 }),
  rental(140, { essentials_available: 'Immediately' }),
  rental(141, { essentials_available: '12/01/2026' }),
  rental(142, { essentials_available: '01/15/2027' }),
  rental(143, { essentials_available: 'When the lease ends' }),
];

const extras = [
  rental(145, { extras_featured: 1 }),
  rental(146, { extras_furnished: 1 }),
  rental(147, { extras_developments: 1 }),
  rental(148, { extras_nofee: 1, financials_fee: 0 }),
  rental(149, { openhouse: '2026-11-21 11:00:00', openhouseend: '2026-11-21 12:30:00' }),
  rental(150, { essentials_openhouse_by_appointment_only: 'By Appointment Only' }),
  rental(151, { openhouse: '2026-11-19 11:00:00', openhouseend: '2026-11-19 12:30:00' }),
  rental(152, { extras_featured: 1, extras_furnished: 1 }),
];

const marks = [
  rental(153, { distribute: 1 }),
  rental(154, { labels: ['Sponsor Unit', 'Waterfront'], hitcounter: 7 }),
  rental(155, { labels: 'Waterfront' }),
  rental(156, { custom_Zone: 'North' }),
  rental(157, { custom_Owner: 'North' }),
  rental(158, { custom_Zone: 'Line: 4' }),
  rental(159, {
    essentials_date: 'November, 20 2026 09:30:00',
    photos: [
      { filename: 'https://pictures.test/b.jpg', name: 'Kitchen', sort: 2 },
      { filename: 'a.jpg', name: '', sort: 1 },
    ],
  }),
];

const sales = [
  sale(201, {
    financials_price: 500_000,
    essentials_beds: 0,
    essentials_bath: 1,
    essentials_rooms: 2,
    families: 1,
    built: 1900,
    financials_taxes: 100,
    essentials_size: 400,
    essentials_date: 'January, 05 2026 12:00:00',
  }),
  sale(202, {
    financials_price: 750_000.5,
    essentials_beds: 1.5,
    essentials_bath: 1.5,
    essentials_rooms: 3.5,
    families: 2,
    built: 1950,
    financials_taxes: 200,
    essentials_size: 1600,
    essentials_date: 'February, 05 2026 12:00:00',
  }),
  ...[203, 205].map((id) =>
    sale(id, {
      financials_price: 1_000_000,
      essentials_beds: 2,
      essentials_bath: 2,
      essentials_rooms: 4.5,
      families: 3,
      built: 1980,
      financials_taxes: 300,
      essentials_size: 800,
      essentials_date: 'March, 05 2026 12:00:00',
    }),
  ),
  // Year and families are its building's.
  sale(204, {
    financials_price: 1_500_000,
    essentials_beds: 4,
    essentials_bath: 3.5,
    essentials_rooms: 8,
    essentials_building: 52,
    families: 0,
    built: 0,
    financials_taxes: 900,
    essentials_size: 600,
    essentials_date: 'November, 01 2025 12:00:00',
  }),
];

const offTheMarket = [
  rental(211, { main_status: 'In Contract' }),
  rental(212, { main_status: 'Offer In' }),
  rental(219, { main_status: 'Sold' }),
  rental(221, { main_status: 'App. Pending' }),
  rental(222, { main_status: 'Rented' }),
];

const rentals = [
  rental(101),
  ...policies,
  ...kinds,
  ...places,
  ...people,
  ...terms,
  ...extras,
  ...marks,
];

const ids = (records: readonly ImportRecord[]) =>
  records.map((record) => Number(record.main_id)).sort((one, other) => one - other);

/** Ids of the rentals on the market, which a search without a status finds. */
export const RENTALS: readonly number[] = ids(rentals);

/** The rentals on the market, but for these. */
export const rentalsBut = (...others: readonly number[]): number[] =>
  RENTALS.filter((id) => !others.includes(id));

/** The rentals whose coordinates are their own, and not their building's. */
export const AT_HOME: readonly number[] = rentalsBut(
  128,
  ...[1, 2, 3, 4, 5, 6, 7, 8].map((at) => 160 + at),
);

/** Makes the tenant `acme` with the market in it, and answers a key for it. */
export async function openMarket(server: TestServer): Promise<string> {
  await server.addTenant('acme');
  await server.put('acme', 'neighborhoods', neighborhoods);
  await server.put('acme', 'buildings', buildings);
  await server.put('acme', 'agents', agents);
  await server.put('acme', 'listings', [...rentals, ...sales, ...offTheMarket]);
  return server.addKey('acme');
}
