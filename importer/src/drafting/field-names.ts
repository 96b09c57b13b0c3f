import type { ResourceName } from '../resource.js';

/** The records that a draft fills, as far as it has to know them. */
export interface DraftTarget {
  kind(name: ResourceName): DraftKind;
  /** The words of fields with a closed list, and those of `amenities`. */
  readonly words: Readonly<Record<string, readonly string[]>>;
}

export interface DraftKind {
  readonly fields: ReadonlySet<string>;
  /** Those of them that follow from others. */
  readonly computed?: ReadonlySet<string> | undefined;
  /** Those that tell one record from another. */
  readonly identity: readonly string[];
  /** Those that hold numbers of records, or source keys in place of these. */
  readonly keyFields: ReadonlySet<string>;
  accepts(field: string, value: unknown): boolean;
}

/** Names that other systems give to a field, without blanks and signs, the likeliest first. */
type Names = Readonly<Record<string, string>>;

const ADDRESS: Names = {
  latitude: 'latitude lat geolatitude y',
  longitude: 'longitude lon lng long geolongitude x',
  zip: 'zipcode zip postalcode postcode',
  city: 'city town municipality borough',
  state: 'statecode state stateorprovince province',
};

const LISTING: Names = {
  main_id:
    'listingkey listingid listingkeynumeric propertyid rentalid unitid webid id zpid internalid ref refno reference referencenumber listingno listingnumber number no',
  mls_no: 'mlsno mlsnumber mlsnum mls listingid mlsid sourceid',
  main_status:
    'status listingstatus homestatus propstatus statustype laststatus listingtype type saletype transactiontype deal',
  essentials_type:
    'unittype hometype buildingtype propsubtype subtype propertytype proptype style type class',
  financials_price:
    'price askingprice rent currentprice monthlyrent listingprice askprice amount rentamount saleprice priceusd medianactualrent',
  financials_maintenance:
    'maintenance maint maintcc commoncharges monthlymaintenance hoafee associationfee',
  financials_taxes: 'taxes realestatetax monthlytaxes tax annualtaxes taxannualamount',
  essentials_beds:
    'beds bedrooms bedstotal bed br numbedrooms numofbed bedroomcount totalbedrooms bedroomsize apttype',
  essentials_bath:
    'baths bathrooms bathroomstotaldecimal bathroomstotal bathstotal bath ba numbathrooms numofbath totalbaths bathroomstotalinteger',
  essentials_rooms: 'rooms totalrooms roomstotal numrooms',
  essentials_size:
    'sqft size sizesqft livingarea squarefeet squarefootage interiorsize grosssquarefeet area',
  essentials_floor: 'floor floornumber level',
  main_house: 'house housenumber streetnumber number housenum addressnumber no',
  main_street: 'street streetname',
  main_apt: 'apt unit unitnumber apartment aptno aptnumber apartmentnumber suite unitno',
  main_cross: 'crossstreets cross majorintersection',
  main_neighborhood: 'neighborhood neighbourhood neighborhoodname areaname place subdivision area',
  main_zipcode: ADDRESS.zip as string,
  city: ADDRESS.city as string,
  state: ADDRESS.state as string,
  extras_latitude: ADDRESS.latitude as string,
  extras_longitude: ADDRESS.longitude as string,
  main_description: 'description remarks descriptiontext marketingdescription comments details',
  access_note: 'accessnote',
  main_hide_address: 'hideaddress displayaddressoninternet permitaddressinternetyn',
  essentials_date:
    'updatedat lastupdate lastmodified updated dateupdated lastupdated updatedon listingupdated modified',
  built: 'yearbuilt built builtin constructionyear',
  essentials_units: 'units totalunits numberofunits unitcount',
  essentials_building: 'buildingid',
  essentials_video:
    'video videourl virtualtoururl virtualtourhref virtualtoursuri virtualtour tour tourhref',
  essentials_pets: 'pets petpolicy',
  extras_furnished: 'furnished isfurnished',
  extras_nofee: 'nofee isnofee',
  extras_featured: 'featured isfeatured',
  openhouse: 'openhouse openhousestart openhousesstartdate openhousedate',
  openhouseend: 'openhouseend openhousesenddate',
  photos:
    'photos images pictures media photourls imageurls photosurl imagesurl picturesurl mediaurl originalimagelist imagelist photo image imgsrc mainimage thumbnail',
  amenities: 'amenities features unitamenities appliances',
  agents_agent_id:
    'agentid listagentid listingagentid agentkey brokerid managerid agentemail listagentemail',
  agents_coagent_id: 'coagentid colistagentid',
};

const AGENT: Names = {
  id: 'agentid id key keynumeric memberid userid brokerid agentkey mlsid',
  firstname: 'firstname first givenname',
  lastname: 'lastname last surname familyname fullname name agentname',
  email: 'email emailaddress emailsaddress mail',
  phone: 'phone phonenumber phonesnumber telephone directphone officephone workphone',
  mobile: 'mobile cell cellphone mobilephone',
  title: 'title jobtitle role position',
  bio: 'bio biography about description profile',
  fax: 'fax faxnumber',
  image: 'image photo picture headshot photourl imageurl photohref imagesuri',
  office: 'officeid brokerageid office',
};

const OFFICE: Names = {
  id: 'officeid id key keynumeric brokerid brokerageid mlsid',
  name: 'officename name title brokeragename',
  address: 'address street addressline',
  phone: 'phone phonenumber telephone officephone',
  fax: 'fax faxnumber',
  email: 'email emailaddress officeemail',
  ...ADDRESS,
};

const BUILDING: Names = {
  id: 'buildingkey buildingid id key bin',
  name: 'buildingname name projectname',
  house: 'house housenumber streetnumber number',
  address: 'address streetaddress addressline street',
  units: 'units totalunits unitcount numberofunits',
  built: 'yearbuilt built year constructionyear',
  stories: 'stories floors storiestotal numberoffloors',
  website: 'website url homepage',
  ...ADDRESS,
};

const NEIGHBORHOOD: Names = {
  cat_id: 'catid ntacode id areaid neighborhoodid',
  cat_name: 'catname name neighborhood areaname ntaname',
  parent: 'parent parentid',
  text_1: 'text description guide',
};

/** The kinds of record that a mapping is suggested for; the first of equal ones is taken. */
export const FIELD_NAMES: { readonly [Kind in ResourceName]?: Names } = {
  listings: LISTING,
  agents: AGENT,
  offices: OFFICE,
  buildings: BUILDING,
  neighborhoods: NEIGHBORHOOD,
};

export const ADDRESS_LINES =
  'address fulladdress streetaddress unparsedaddress addressline line formattedaddress address1 addressstreet displayaddress location street'.split(
    ' ',
  );

/** The fields of a listing that are parts of an address line, with the transform that takes each. */
export const ADDRESS_FIELDS: Names = {
  main_house: 'house',
  main_street: 'street',
  main_apt: 'unit',
  city: 'city',
  state: 'state',
  main_zipcode: 'zip',
};

/** The names of the RESO Data Dictionary 2.0 for our fields, the likeliest first. */
const RESO_NAMES: { readonly [Kind in ResourceName]?: Names } = {
  listings: {
    main_id: 'ListingKey ListingKeyNumeric',
    mls_no: 'ListingId',
    main_status: 'StandardStatus MlsStatus',
    essentials_type: 'PropertySubType PropertyType',
    financials_price: 'ListPrice',
    financials_maintenance: 'AssociationFee',
    financials_taxes: 'TaxAnnualAmount',
    essentials_beds: 'BedroomsTotal',
    essentials_rooms: 'RoomsTotal',
    essentials_size: 'LivingArea BuildingAreaTotal',
    essentials_floor: 'EntryLevel EntryLocation',
    main_house: 'StreetNumber',
    main_apt: 'UnitNumber',
    main_cross: 'CrossStreet',
    main_neighborhood: 'CityRegion MLSAreaMinor SubdivisionName MLSAreaMajor',
    main_zipcode: 'PostalCode',
    city: 'City PostalCity',
    state: 'StateOrProvince',
    extras_latitude: 'Latitude',
    extras_longitude: 'Longitude',
    main_description: 'PublicRemarks',
    access_note: 'ShowingInstructions PrivateRemarks',
    essentials_date: 'ModificationTimestamp',
    built: 'YearBuilt',
    essentials_units: 'NumberOfUnitsTotal',
    essentials_pets: 'PetsAllowed',
    essentials_video: 'VirtualTourURLUnbranded VirtualTourURLBranded',
    main_hide_address: 'InternetAddressDisplayYN',
    agents_agent_id: 'ListAgentKey ListAgentKeyNumeric',
    agents_coagent_id: 'CoListAgentKey CoListAgentKeyNumeric',
  },
  agents: {
    id: 'MemberKey MemberKeyNumeric',
    firstname: 'MemberFirstName',
    lastname: 'MemberLastName MemberFullName',
    email: 'MemberEmail',
    mobile: 'MemberMobilePhone',
    phone: 'MemberPreferredPhone MemberDirectPhone MemberOfficePhone',
    fax: 'MemberFax',
    title: 'MemberType',
    rls_agent_id: 'MemberMlsId',
    office: 'OfficeKey OfficeKeyNumeric',
  },
  offices: {
    id: 'OfficeKey OfficeKeyNumeric',
    name: 'OfficeName',
    address: 'OfficeAddress1',
    city: 'OfficeCity',
    state: 'OfficeStateOrProvince',
    zip: 'OfficePostalCode',
    phone: 'OfficePhone',
    fax: 'OfficeFax',
    email: 'OfficeEmail',
  },
};

export function resoNames(kind: ResourceName, field: string): readonly string[] {
  return RESO_NAMES[kind]?.[field]?.split(' ') ?? [];
}
