import type { Expected } from './drafted.js';
import { date, fullName, RENT, wrapped } from './drafted-rules.js';

const STANDARD = {
  mls_no: 'ListingId',
  built: 'YearBuilt',
  city: 'City',
  state: 'StateOrProvince',
  main_zipcode: 'PostalCode',
  main_house: 'StreetNumber',
  financials_price: 'ListPrice',
  main_description: 'PublicRemarks',
  extras_latitude: 'Latitude',
  extras_longitude: 'Longitude',
  ...date('ModificationTimestamp'),
};
const below = (path: string, fields: Readonly<Record<string, unknown>>) =>
  JSON.parse(JSON.stringify(fields).replace(/"([A-Z]\w+)"(?!:)/g, `"${path}.$1"`)) as Expected;
const RESO = {
  ...STANDARD,
  main_id: { key: 'ListingKey' },
  agents_agent_id: { key: 'ListAgentKey' },
  essentials_beds: 'BedroomsTotal',
  essentials_size: 'LivingArea',
  essentials_type: { const: 'House' },
  amenities: {
    column: 'Appliances',
    values: { Dishwasher: 'dishwasher', Microwave: 'microwave', Washer: 'washer', '*': null },
  },
  main_hide_address: { column: 'InternetAddressDisplayYN', values: { true: 0, false: 1 } },
};
const RESO_AGENT = {
  id: { key: 'ListAgentKey' },
  email: { column: 'ListAgentEmail', transform: ['split:;', 'item:0'] },
  office: { key: 'ListOfficeKey' },
  rls_agent_id: 'ListAgentMlsId',
};
const RESO_OFFICE = {
  id: { key: 'ListOfficeKey' },
  name: 'ListOfficeName',
  phone: 'ListOfficePhone',
};
const SPARK = {
  ...below('StandardFields', STANDARD),
  ...date('StandardFields.ModificationTimestamp'),
  main_id: { key: 'Id' },
  main_status: { const: 'For Sale' },
  essentials_beds: 'StandardFields.BedsTotal',
  essentials_bath: 'StandardFields.BathsTotal',
  essentials_size: 'StandardFields.BuildingAreaTotal',
  also: [
    {
      resource: 'offices',
      fields: {
        id: { key: { column: 'StandardFields.ListOfficeName', missing: '********' } },
        name: { column: 'StandardFields.ListOfficeName', missing: '********' },
      },
    },
  ],
} satisfies Expected;
const REPLIERS = {
  main_id: { key: 'mlsNumber' },
  mls_no: 'mlsNumber',
  ...RENT,
  essentials_type: { column: 'class', values: { CondoProperty: 'Condo', '*': 'House' } },
  city: 'address.city',
  state: 'address.state',
  main_zipcode: 'address.zip',
  main_house: 'address.streetNumber',
  main_street: { join: ['address.streetName', 'address.streetSuffix'] },
  main_apt: 'address.unitNumber',
  main_cross: 'address.majorIntersection',
  main_neighborhood: 'address.neighborhood',
  main_description: 'details.description',
  essentials_beds: 'details.numBedrooms',
  essentials_bath: 'details.numBathrooms',
  essentials_rooms: 'details.numRooms',
  extras_latitude: 'map.latitude',
  extras_longitude: 'map.longitude',
  extras_furnished: 'details.furnished',
  financials_price: 'listPrice',
  ...date('updatedOn'),
  ...wrapped('images'),
  main_hide_address: {
    column: 'permissions.displayAddressOnInternet',
    values: { Y: 0, N: 1 },
  },
  amenities: {
    columns: ['condominium.amenities', 'condominium.ammenities'],
    values: { Gym: 'healthclub', '*': null },
  },
  also: [
    {
      resource: 'offices',
      each: 'office',
      fields: { id: { key: 'brokerageName' }, name: 'brokerageName' },
    },
  ],
} satisfies Expected;
/** Listings have the agents with them; what is said of one listing tells their offices, too. */
const REPLIERS_WHOLE = {
  ...REPLIERS,
  agents_agent_id: 'agents.0.agentId',
  also: [
    {
      resource: 'agents',
      each: 'agents',
      fields: { id: 'agentId', ...fullName('name'), office: 'officeId', title: 'position' },
    },
    {
      resource: 'offices',
      each: 'agents',
      fields: { id: 'officeId', name: 'brokerage.name' },
    },
  ],
} satisfies Expected;

/** What is right for the files of MLS systems, by the names that they have in `PUBLIC_FILES`. */
export const OF_SYSTEMS: Readonly<Record<string, Expected>> = {
  SimplyRETS: {
    main_id: ['mlsId', 'listingId'],
    // `mlsId` has "no correlation with the MLS number", as the documentation has it.
    mls_no: 'listingId',
    main_status: {
      join: ['property.type', 'mls.status'],
      values: {
        'RES Active': 'For Sale',
        'RNT Active': 'For Rent',
        'RES Pending': 'In Contract',
        'RNT Pending': 'App. Pending',
      },
    },
    essentials_type: {
      column: 'property.subType',
      values: { SingleFamilyResidence: 'House', Condominium: 'Condo', Townhouse: 'Townhouse' },
    },
    main_house: 'address.streetNumberText',
    main_street: 'address.streetName',
    main_apt: {
      column: 'address.unit',
      transform: String.raw`match:(?i)^(?:#|apt\b\.?|unit\b)?\s*(.+)$`,
    },
    main_cross: 'address.crossStreet',
    main_zipcode: 'address.postalCode',
    main_neighborhood: 'property.subdivision',
    city: 'address.city',
    state: { column: 'address.state', transform: 'state' },
    main_description: 'remarks',
    access_note: 'showingInstructions',
    financials_price: 'listPrice',
    financials_maintenance: 'association.fee',
    financials_taxes: {
      column: 'tax.taxAnnualAmount',
      transform: ['number', 'divide:12', 'round'],
    },
    essentials_beds: 'property.bedrooms',
    essentials_bath: { sum: { 'property.bathsFull': 1, 'property.bathsHalf': 0.5 } },
    essentials_size: 'property.area',
    built: 'property.yearBuilt',
    extras_latitude: 'geo.lat',
    extras_longitude: 'geo.lng',
    agents_agent_id: { key: 'agent.id' },
    agents_coagent_id: { key: 'coAgent.id' },
    amenities: {
      join: ['association.amenities', 'property.interiorFeatures', 'property.exteriorFeatures'],
      separator: ',',
      transform: 'split:,',
      values: {
        'Community Pool': 'pool',
        'Recreation Room': 'recreationalroom',
        'High Ceiling': 'highceilings',
        'Washer Included': 'washer',
        'Rooftop Deck': 'roofdeck',
        'Wheelchair Access': 'wheelchairaccess',
        '*': null,
      },
    },
    ...date('modified'),
    ...wrapped('photos'),
    also: [
      {
        resource: 'agents',
        each: 'agent',
        fields: { id: { key: 'id' }, firstname: 'firstName', lastname: 'lastName' },
      },
    ],
  },
  'Spark, listings with photos': {
    ...SPARK,
    main_street: {
      join: ['StreetDirPrefix', 'StreetName', 'StreetSuffix'].map((one) => `StandardFields.${one}`),
    },
    main_neighborhood: 'StandardFields.MLSAreaMinor',
    essentials_type: {
      column: 'StandardFields.PropertySubType',
      values: { Residential: 'House', '*': null },
    },
    photos: {
      each: 'StandardFields.Photos',
      fields: { filename: 'UriLarge', key: 'Id', name: 'Name' },
    },
  },
  'Spark, listings with open houses and tours': {
    ...SPARK,
    main_street: 'StandardFields.StreetName',
    essentials_video: 'StandardFields.VirtualTourURLBranded',
    openhouse: {
      join: ['StandardFields.OpenHouses.0.Date', 'StandardFields.OpenHouses.0.StartTime'],
      transform: 'date:MM/DD/YYYY h:mm A',
    },
  },
  'Spark, accounts': {
    resource: 'agents',
    id: { key: 'Id' },
    ...fullName('Name'),
    email: 'Emails.0.Address',
    phone: 'Phones.0.Number',
    mobile: 'Phones.1.Number',
    image: 'Images.0.Uri',
    agent_link_url_1: 'Websites.0.Uri',
    office: { key: 'OfficeId' },
    also: [
      {
        resource: 'offices',
        fields: { id: { key: 'OfficeId' }, name: 'Office', address: 'Addresses.0.Address' },
      },
    ],
  },
  'RESO, MRED with Media': {
    ...RESO,
    main_status: { const: 'Sold' },
    main_street: 'StreetName',
    main_neighborhood: ['SubdivisionName', 'MLSAreaMajor'],
    financials_maintenance: 'AssociationFee',
    financials_taxes: { column: 'TaxAnnualAmount', transform: ['number', 'divide:12', 'round'] },
    essentials_bath: 'BathroomsFull',
    essentials_rooms: 'RoomsTotal',
    access_note: 'ShowingInstructions',
    photos: { each: 'Media', fields: { filename: 'MediaURL', key: 'MediaKey', sort: 'Order' } },
    also: [
      {
        resource: 'agents',
        fields: {
          ...RESO_AGENT,
          firstname: 'ListAgentFirstName',
          lastname: 'ListAgentLastName',
          phone: 'ListAgentOfficePhone',
        },
      },
      { resource: 'offices', fields: { ...RESO_OFFICE, fax: 'ListOfficeFax' } },
    ],
  },
  'RESO, ACTRIS': {
    ...RESO,
    main_status: { const: 'For Sale' },
    main_street: { join: ['StreetName', 'StreetSuffix'] },
    main_neighborhood: 'SubdivisionName',
    essentials_bath: { sum: { BathroomsFull: 1, BathroomsHalf: 0.5 } },
    essentials_video: 'VirtualTourURLUnbranded',
    also: [
      {
        resource: 'agents',
        fields: { ...RESO_AGENT, ...fullName('ListAgentFullName'), phone: 'ListAgentDirectPhone' },
      },
      { resource: 'offices', fields: RESO_OFFICE },
    ],
  },
  'RESO, a member with the office': {
    resource: 'agents',
    id: { key: 'MemberKey' },
    firstname: 'MemberFirstName',
    lastname: 'MemberLastName',
    title: 'MemberType',
    rls_agent_id: 'MemberMlsId',
    office: { key: 'OfficeKey' },
    also: [
      {
        resource: 'offices',
        each: 'Office',
        fields: {
          id: { key: 'OfficeKey' },
          name: 'OfficeName',
          address: 'OfficeAddress1',
          city: 'OfficeCity',
          state: 'OfficeStateOrProvince',
          zip: 'OfficePostalCode',
          phone: 'OfficePhone',
        },
      },
    ],
  },
  'Repliers, a page of listings, version 1': REPLIERS,
  'Repliers, a page of listings, version 2': REPLIERS,
  'Repliers, a listing, version 1': REPLIERS_WHOLE,
  'Repliers, a listing, version 2': REPLIERS_WHOLE,
};
