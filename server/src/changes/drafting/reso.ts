import type { ResourceName } from 'portico-importer/resource.js';

/** A rule of a mapping, as its YAML says it. */
export type Rule = string | Readonly<Record<string, unknown>>;

type Rules = Readonly<Record<string, Rule>>;

const LISTING: Rules = {
  main_id: { key: 'ListingKey' },
  mls_no: 'ListingId',
  main_status: { columns: ['StandardStatus', 'MlsStatus'] },
  essentials_type: { columns: ['PropertySubType', 'PropertyType'] },
  financials_price: 'ListPrice',
  financials_maintenance: 'AssociationFee',
  financials_taxes: { column: 'TaxAnnualAmount', transform: ['number', 'divide:12', 'round'] },
  essentials_beds: 'BedroomsTotal',
  essentials_bath: {
    sum: {
      BathroomsFull: 1,
      BathroomsThreeQuarter: 0.75,
      BathroomsHalf: 0.5,
      BathroomsOneQuarter: 0.25,
    },
  },
  essentials_rooms: 'RoomsTotal',
  essentials_size: { columns: ['LivingArea', 'BuildingAreaTotal'], transform: 'positive' },
  essentials_floor: { columns: ['EntryLevel', 'EntryLocation'] },
  main_house: 'StreetNumber',
  main_street: { join: ['StreetDirPrefix', 'StreetName', 'StreetSuffix', 'StreetDirSuffix'] },
  main_apt: 'UnitNumber',
  main_cross: 'CrossStreet',
  main_neighborhood: { columns: ['CityRegion', 'MLSAreaMinor', 'SubdivisionName', 'MLSAreaMajor'] },
  main_zipcode: 'PostalCode',
  city: { columns: ['City', 'PostalCity'] },
  state: 'StateOrProvince',
  extras_latitude: 'Latitude',
  extras_longitude: 'Longitude',
  main_description: 'PublicRemarks',
  access_note: { columns: ['ShowingInstructions', 'PrivateRemarks'] },
  essentials_date: { column: 'ModificationTimestamp', transform: 'date:ISO' },
  built: 'YearBuilt',
  essentials_units: 'NumberOfUnitsTotal',
  essentials_pets: 'PetsAllowed',
  essentials_video: { columns: ['VirtualTourURLUnbranded', 'VirtualTourURLBranded'] },
  photos: {
    each: 'Media',
    fields: { filename: 'MediaURL', key: 'MediaKey', name: 'ShortDescription', sort: 'Order' },
  },
  agents_agent_id: { key: 'ListAgentKey' },
  agents_coagent_id: { key: 'CoListAgentKey' },
};

const AGENT: Rules = {
  id: { key: 'MemberKey' },
  firstname: 'MemberFirstName',
  lastname: { columns: ['MemberLastName', 'MemberFullName'] },
  email: 'MemberEmail',
  mobile: 'MemberMobilePhone',
  phone: { columns: ['MemberPreferredPhone', 'MemberDirectPhone', 'MemberOfficePhone'] },
  fax: 'MemberFax',
  title: 'MemberType',
  rls_agent_id: 'MemberMlsId',
  office: { key: 'OfficeKey' },
};

const OFFICE: Rules = {
  id: { key: 'OfficeKey' },
  name: 'OfficeName',
  address: 'OfficeAddress1',
  city: 'OfficeCity',
  state: 'OfficeStateOrProvince',
  zip: 'OfficePostalCode',
  phone: 'OfficePhone',
  fax: 'OfficeFax',
  email: 'OfficeEmail',
};

/** Our fields from the names of the RESO Data Dictionary 2.0, in the language of mappings. */
const RESO_RULES: { readonly [Kind in ResourceName]?: Rules } = {
  listings: LISTING,
  agents: AGENT,
  offices: OFFICE,
};

/** The columns of which a rule takes one as it is, the likeliest first. */
export function resoNames(kind: ResourceName, field: string): readonly string[] {
  const rule = RESO_RULES[kind]?.[field];
  if (typeof rule === 'string') return [rule];
  const { column, columns, key } = rule ?? {};
  return [column ?? columns ?? key ?? []].flat().filter((name) => typeof name === 'string');
}
