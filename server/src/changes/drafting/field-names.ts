import type { ResourceName } from '../../transfer/resource.js';

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
    'listingkey listingid listingkeynumeric propertyid rentalid unitid webid id zpid internalid ref refno reference referencenumber number no',
  mls_no: 'mlsno mlsnumber mlsnum mls listingid mlsid sourceid',
  main_status:
    'status listingstatus standardstatus mlsstatus listingtype type saletype transactiontype',
  essentials_type:
    'propertytype unittype propertysubtype hometype buildingtype propsubtype proptype style type',
  financials_price:
    'listprice price askingprice rent currentprice monthlyrent listingprice askprice amount rentamount',
  financials_maintenance:
    'maintenance maint maintcc commoncharges monthlymaintenance hoafee associationfee',
  financials_taxes: 'taxes realestatetax monthlytaxes tax annualtaxes taxannualamount',
  essentials_beds: 'beds bedrooms bedroomstotal bed br numbedrooms bedroomcount totalbedrooms',
  essentials_bath:
    'baths bathrooms bathroomstotaldecimal bathroomstotal bath ba numbathrooms totalbaths',
  essentials_rooms: 'rooms totalrooms roomstotal numrooms',
  essentials_size:
    'sqft size sizesqft livingarea squarefeet squarefootage area interiorsize buildingareatotal',
  essentials_floor: 'floor floornumber level',
  main_house: 'house housenumber streetnumber number housenum addressnumber no',
  main_street: 'street streetname addressstreet',
  main_apt: 'apt unit unitnumber apartment aptno aptnumber suite unitno',
  main_cross: 'crossstreets crossstreet cross',
  main_neighborhood:
    'neighborhood neighbourhood neighborhoodname area subdivisionname place areaname',
  main_zipcode: ADDRESS.zip as string,
  city: ADDRESS.city as string,
  state: ADDRESS.state as string,
  extras_latitude: ADDRESS.latitude as string,
  extras_longitude: ADDRESS.longitude as string,
  main_description:
    'description publicremarks remarks descriptiontext marketingdescription comments details',
  access_note: 'accessnote showinginstructions privateremarks',
  essentials_date:
    'updatedat modificationtimestamp lastupdate lastmodified updated dateupdated lastupdated modified',
  available: 'available availabledate dateavailable availabilitydate availableon movein moveindate',
  built: 'yearbuilt built builtin constructionyear',
  essentials_units: 'units totalunits numberofunits unitcount',
  essentials_building: 'buildingid',
  essentials_video:
    'video videourl virtualtour virtualtoururl virtualtoururlunbranded tour tourhref',
  essentials_pets: 'pets petpolicy petsallowed',
  extras_furnished: 'furnished isfurnished',
  extras_nofee: 'nofee isnofee',
  extras_featured: 'featured isfeatured',
  openhouse: 'openhouse openhousestart openhousedate',
  openhouseend: 'openhouseend',
  photos:
    'photos images pictures media photourls imageurls photosurl imagesurl picturesurl mediaurl originalimagelist imagelist photo image',
  amenities: 'amenities features unitamenities appliances',
  agents_agent_id:
    'agentid listagentkey listagentid listingagentid agentkey brokerid managerid agentemail listagentemail',
  agents_coagent_id: 'coagentid colistagentkey colistagentid',
};

const AGENT: Names = {
  id: 'agentid memberkey id key memberid userid brokerid agentkey mlsid',
  firstname: 'firstname first memberfirstname givenname',
  lastname: 'lastname last memberlastname surname familyname fullname name agentname',
  email: 'email emailaddress memberemail mail',
  phone: 'phone phonenumber telephone directphone officephone workphone memberpreferredphone',
  mobile: 'mobile cell cellphone mobilephone membermobilephone',
  title: 'title jobtitle role position',
  bio: 'bio biography about description profile',
  fax: 'fax faxnumber',
  image: 'image photo picture headshot photourl imageurl photohref',
  office: 'officekey officeid brokerageid',
};

const OFFICE: Names = {
  id: 'officekey officeid id key brokerid brokerageid mlsid',
  name: 'officename name title brokeragename',
  address: 'address street officeaddress1 addressline',
  phone: 'phone phonenumber telephone officephone',
  fax: 'fax faxnumber',
  email: 'email emailaddress officeemail',
  ...ADDRESS,
};

const BUILDING: Names = {
  id: 'buildingkey buildingid id key bin',
  name: 'buildingname name projectname',
  house: 'house housenumber streetnumber number',
  address: 'address streetaddress addressline',
  units: 'units totalunits unitcount numberofunits',
  built: 'yearbuilt built year constructionyear',
  stories: 'stories floors storiestotal numberoffloors',
  website: 'website url homepage',
  ...ADDRESS,
};

const NEIGHBORHOOD: Names = {
  cat_id: 'catid id areaid neighborhoodid',
  cat_name: 'catname name neighborhood areaname',
  parent: 'parent parentid',
};

/** The kinds of record that a mapping is suggested for; the first of equal ones is taken. */
export const FIELD_NAMES: { readonly [Kind in ResourceName]?: Names } = {
  listings: LISTING,
  agents: AGENT,
  offices: OFFICE,
  buildings: BUILDING,
  neighborhoods: NEIGHBORHOOD,
};

/** The names of a column that holds a whole address line. */
export const ADDRESS_LINES =
  'address fulladdress streetaddress unparsedaddress addressline line formattedaddress displayaddress address1'.split(
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
