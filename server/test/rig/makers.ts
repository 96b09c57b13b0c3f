/** An import record: what a test tells, over defaults that make it complete. */
export type ImportRecord = Readonly<Record<string, unknown>>;

/**
 * The import record of a rental with every field told: on the market, its address public, without
 * agents, building, photos and labels, which a test that needs them names by itself.
 *
 * @param told Fields in place of the defaults; `undefined` leaves a field out.
 */
export function aListing(told: ImportRecord = {}): ImportRecord {
  return {
    main_id: 1,
    main_status: 'For Rent',
    main_category: 0,
    main_house: '120',
    main_street: 'West 72nd Street',
    main_apt: '4B',
    main_cross: 'Columbus Avenue & Broadway',
    main_hide_address: 0,
    main_neighborhood: 'Upper West Side',
    main_zipcode: '10023',
    main_description: 'A bright home.\nClose to the park.',
    access_note: 'Keys at the desk',
    city: 'New York',
    state: 'NY',
    built: 1928,
    families: 1,
    distribute: 0,
    essentials_available: '',
    essentials_bath: 1,
    essentials_beds: 1,
    essentials_building: 0,
    essentials_date: 'November, 01 2026 12:00:00',
    essentials_floor: '4',
    essentials_openhouse_by_appointment_only: '',
    essentials_pets: 'Unknown',
    essentials_rooms: 3,
    essentials_size: 700,
    essentials_subway: '123BC',
    essentials_type: 'N/A',
    essentials_units: 40,
    essentials_video: '',
    extra_cooling: 'Unknown',
    extras_developments: 0,
    extras_featured: 0,
    extras_furnished: 0,
    extras_nofee: 0,
    extras_latitude: 40.7769,
    extras_longitude: -73.9796,
    financials_concession: '',
    financials_downpayment: 0,
    financials_fee: 15,
    financials_freemonth: 0,
    financials_maintenance: 0,
    financials_monthsfreereqminlease: 0,
    financials_price: 3000,
    financials_taxes: 0,
    agents_agent_id: 0,
    agents_coagent_id: '',
    agents_listingagent_id: '',
    cyof: 0,
    idx: 1,
    vow: 1,
    mls_no: '',
    op: null,
    openhouse: '',
    openhouseend: '',
    openhouse2: '',
    openhouseend2: '',
    ...told,
  };
}

/**
 * The import record of an active building without flags.
 *
 * @param told Fields in place of the defaults; `undefined` leaves a field out.
 */
export function aBuilding(told: ImportRecord = {}): ImportRecord {
  return {
    id: 1,
    status: 1,
    name: 'The Sample',
    house: '200',
    address: '200 Main Street',
    location: 'First & Second Avenues',
    cat: 0,
    city: 'New York',
    state: 'NY',
    zip: '10001',
    latitude: 40.75,
    longitude: -73.99,
    built: 1930,
    families: 1,
    units: 12,
    stories: 5,
    subwayline: 'A,C,E',
    parking: 0,
    ...told,
  };
}

/**
 * The import record of an active agent with both telephone lines.
 *
 * @param told Fields in place of the defaults; `undefined` leaves a field out.
 */
export function anAgent(told: ImportRecord = {}): ImportRecord {
  return {
    id: 1,
    firstname: 'Ann',
    lastname: 'Able',
    email: 'ann@example.com',
    mobile: '212-555-0101',
    phone: '212-555-0100',
    fax: '',
    image: 'agents/ann.jpg',
    status: 'Active',
    isagent: 1,
    lang: 'English',
    title: 'Licensed Real Estate Salesperson',
    ...told,
  };
}
