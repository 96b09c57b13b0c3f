/** Fields of a record, by name. */
export type Fields = Readonly<Record<string, unknown>>;

const openHouse = (OpenHouseStartTime: string, OpenHouseEndTime: string) => ({
  ...{ OpenHouseStatus: 'Active', OpenHouseType: 'Public' },
  ...{ OpenHouseStartTime, OpenHouseEndTime },
});

export type Rule = readonly [source: Fields, ours: Fields];

const types = (ours: string | undefined, ...subTypes: string[]): Rule[] =>
  subTypes.map((PropertySubType) => [{ PropertySubType }, { essentials_type: ours }]);

const fees = (AssociationFee: number, byFrequency: Readonly<Record<string, unknown>>): Rule[] =>
  Object.entries(byFrequency).map(([AssociationFeeFrequency, ours]) => [
    { AssociationFee, AssociationFeeFrequency },
    { financials_maintenance: ours },
  ]);

/** @param words By field of the source: what it says of a home, and the amenity that this is. */
const amenities = (words: Readonly<Record<string, string>>): Rule[] =>
  Object.entries(words).flatMap(([field, pairs]) =>
    pairs.split(', ').map((pair): Rule => {
      const [theirs, ours] = pair.split(':');
      return [{ [field]: [theirs] }, { amenities: [ours] }];
    }),
  );

/** What a source says of a listing, and what becomes of it. */
export const RULES: readonly Rule[] = [
  [{ ListingId: 'M1' }, { mls_no: 'M1', ulid: 'p1', main_id: { key: 'p1', source: 'main' } }],
  [{ StandardStatus: 'Active' }, { main_status: 'For Sale' }],
  [{ OnMarketDate: '2026-10-01' }, { listed: '2026-10-01' }],
  [{ OnMarketDate: '0000-00-00' }, { listed: undefined }],
  [{ OnMarketDate: '1900-01-01' }, { listed: undefined }],
  [{ StandardStatus: 'ActiveUnderContract' }, { main_status: 'Offer In' }],
  [{ StandardStatus: 'Active Under Contract' }, { main_status: 'Offer In' }],
  [{ StandardStatus: 'Pending' }, { main_status: 'In Contract' }],
  [{ StandardStatus: 'Closed' }, { main_status: 'Sold' }],
  [{ StandardStatus: 'Coming Soon' }, { main_status: 'For Sale' }],
  [{ PropertyType: 'Residential Lease' }, { main_status: 'For Rent', essentials_type: 'House' }],
  [{ PropertyType: 'CommercialLease', StandardStatus: 'Pending' }, { main_status: 'App. Pending' }],
  [{ PropertyType: 'ResidentialLease', StandardStatus: 'Closed' }, { main_status: 'Rented' }],
  [
    { PropertyType: 'Residential Lease', StandardStatus: 'ActiveUnderContract' },
    { main_status: 'App. Pending' },
  ],
  ...types('Apartment', 'Apartment'),
  ...types('Condo', 'Condominium'),
  ...types('Coop', 'StockCooperative', 'Own Your Own', 'Co-Ownership', 'Tenancy in Common'),
  ...types('Townhouse', 'Townhouse'),
  ...types('House', 'Cabin', 'Ranch', 'Farm', 'Manufactured Home', 'ManufacturedOnLand'),
  ...types('House', 'Mobile Home', 'Duplex', 'SingleFamilyResidence'),
  ...types('Building', 'Quadruplex', 'MultiFamily', 'Hotel/Motel', 'Mobile Home Park'),
  ...types('Office', 'Office'),
  ...types('Retail', 'Retail'),
  ...types('Commercial', 'Business', 'Industrial', 'Warehouse', 'MixedUse'),
  ...types('Land', 'Unimproved Land', 'Agriculture'),
  ...types(undefined, 'Boat Slip', 'DeededParking', 'Timeshare'),
  [{ PropertySubType: 'Duplex' }, { families: 2 }],
  [{ PropertyType: 'Farm' }, { essentials_type: 'House' }],
  [{ PropertyType: 'Commercial Sale' }, { main_status: 'For Sale', essentials_type: 'Commercial' }],
  [{ PropertyType: 'BusinessOpportunity' }, { essentials_type: 'Commercial' }],
  [{ PropertyType: 'Residential' }, { main_status: 'For Sale', essentials_type: 'House' }],
  [{ PropertyType: 'ManufacturedInPark' }, { main_status: 'For Sale', essentials_type: 'House' }],
  [{ PropertyType: 'Land' }, { main_status: 'For Sale', essentials_type: 'Land' }],
  [
    { PropertyType: 'Residential Income' },
    { main_status: 'For Sale', essentials_type: 'Investment' },
  ],
  [{ PropertySubType: 'Triplex' }, { essentials_type: 'House', families: 3 }],
  [{ AssociationFee: 1200, AssociationFeeFrequency: 'Annually' }, { financials_maintenance: 100 }],
  [{ AssociationFee: 60, AssociationFeeFrequency: 'SemiMonthly' }, { financials_maintenance: 120 }],
  [
    { AssociationFee: 600, AssociationFeeFrequency: 'Semi-Annually' },
    { financials_maintenance: 100 },
  ],
  [{ AssociationFee: 12, AssociationFeeFrequency: 'Weekly' }, { financials_maintenance: 52 }],
  [
    { AssociationFee: 900, AssociationFeeFrequency: 'One Time' },
    { financials_maintenance: undefined },
  ],
  ...fees(120, { Monthly: 120, Quarterly: 40, 'Bi-Monthly': 60, BiWeekly: 260, Daily: 3650 }),
  ...fees(120, { Seasonal: undefined, Odd: undefined }),
  [{ AssociationFee: 900 }, { financials_maintenance: undefined }],
  [
    {
      ...{ AssociationFee: 100, AssociationFeeFrequency: 'Monthly' },
      ...{ AssociationFee2: 30, AssociationFee2Frequency: 'Quarterly' },
    },
    { financials_maintenance: 110 },
  ],
  [{ TaxAnnualAmount: 5000 }, { financials_taxes: 417 }],
  [{ BathroomsFull: 2, BathroomsHalf: 1, BathroomsTotalInteger: 3 }, { essentials_bath: 2.5 }],
  [{ BathroomsThreeQuarter: 1, BathroomsOneQuarter: 1 }, { essentials_bath: 1 }],
  [{ BathroomsTotalDecimal: 2.5, BathroomsTotalInteger: 3 }, { essentials_bath: 2.5 }],
  [{ BathroomsTotalInteger: 3 }, { essentials_bath: 3 }],
  [
    { ListPrice: 990000, ClosePrice: 950000, StandardStatus: 'Closed' },
    { financials_price: 990000 },
  ],
  [{ ListingAgreement: 'Exclusive Agency' }, { main_category: 6 }],
  [{ BedroomsTotal: 0, PropertySubType: 'Apartment' }, { essentials_beds: 0 }],
  [
    { OriginalListPrice: 5, PreviousListPrice: 4, CloseDate: '2026-11-01', DaysOnMarket: 9 },
    {
      ...{ custom_original_price: 5, custom_previous_price: 4 },
      ...{ custom_close_date: '2026-11-01', custom_days_on_market: 9 },
    },
  ],
  [
    { OriginatingSystemName: 'actris', AttributionContact: '555-1', CopyrightNotice: '(c) A' },
    { custom_source: 'actris', custom_attribution: '555-1', custom_copyright: '(c) A' },
  ],
  [
    { ModificationTimestamp: '2026-11-20T01:02:03.456Z' },
    { essentials_date: '2026-11-20T01:02:03Z' },
  ],
  [
    { BedroomsTotal: 3, RoomsTotal: 7, NumberOfUnitsTotal: 4, YearBuilt: 1931, EntryLevel: 5 },
    {
      ...{ essentials_beds: 3, essentials_rooms: 7, essentials_units: 4, built: 1931 },
      essentials_floor: 5,
    },
  ],
  [
    { YearBuilt: 0, EntryLocation: 'Ground' },
    { built: undefined, essentials_floor: 'Ground' },
  ],
  [
    { CrossStreet: 'A and B', City: 'Austin', StateOrProvince: 'TX', PostalCode: '78701' },
    { main_cross: 'A and B', city: 'Austin', state: 'TX', main_zipcode: '78701' },
  ],
  [{ PostalCity: 'Austin' }, { city: 'Austin' }],
  [{ CityRegion: 'East', MLSAreaMinor: '5' }, { main_neighborhood: 'East' }],
  [{ PublicRemarks: 'Light.', PrivateRemarks: 'Key.' }, { main_description: 'Light.' }],
  [{ PrivateRemarks: 'Key under the mat.' }, { access_note: undefined }],
  [{ Concessions: 'Yes', ConcessionsComments: 'Roof' }, { financials_concession: 'Roof' }],
  [{ AvailabilityDate: '2026-12-01' }, { essentials_available: '12/01/2026' }],
  [{ LivingArea: 100, LivingAreaUnits: 'SquareMeters' }, { essentials_size: 1076 }],
  [{ LivingArea: 2400, BuildingAreaTotal: 9000 }, { essentials_size: 2400 }],
  [{ LivingArea: 0, BuildingAreaTotal: 900 }, { essentials_size: 900 }],
  [{ LivingArea: 0 }, { essentials_size: undefined }],
  [
    { StreetDirPrefix: 'W', StreetName: '57th', StreetSuffix: 'St', StreetNumber: '12' },
    { main_street: 'W 57th St', main_house: '12' },
  ],
  [
    { UnparsedAddress: '12 East 5th Street #4B, New York, NY 10003' },
    { main_house: '12', main_street: 'East 5th Street', main_apt: '4B' },
  ],
  [
    {
      ...{ UnparsedAddress: '9 Other Road #1, Austin, TX', StreetNumber: '12' },
      ...{ StreetName: 'Main', StreetSuffix: 'St', UnitNumber: '4B' },
    },
    { main_house: '12', main_street: 'Main St', main_apt: '4B' },
  ],
  [
    { UnparsedAddress: '12 Main St Austin TX 78701' },
    // Where its street ends, nobody can know.
    { main_house: '12', main_street: undefined, main_apt: undefined },
  ],
  [{ MLSAreaMajor: 'GTE', SubdivisionName: 'Soho' }, { main_neighborhood: 'Soho' }],
  [
    { Latitude: 0, Longitude: 0 },
    { extras_latitude: undefined, extras_longitude: undefined },
  ],
  [{ Latitude: 30.5 }, { extras_latitude: 30.5 }],
  [{ InternetAddressDisplayYN: false }, { main_hide_address: 1 }],
  [{ InternetAddressDisplayYN: true }, { main_hide_address: 0 }],
  [{ PetsAllowed: ['Cats OK', 'Dogs OK'] }, { essentials_pets: 'Pets OK' }],
  [{ PetsAllowed: 'CatsOk' }, { essentials_pets: 'Cats Only' }],
  [{ PetsAllowed: 'No' }, { essentials_pets: 'No Pets' }],
  [{ PetsAllowed: ['Yes'] }, { essentials_pets: 'Pets OK' }],
  [{ PetsAllowed: 'Dogs OK' }, { essentials_pets: 'Dogs Only' }],
  [{ PetsAllowed: ['CatsOk', 'DogsOk', 'SizeLimit'] }, { essentials_pets: 'Small Dogs' }],
  [{ PetsAllowed: ['Number Limit'] }, { essentials_pets: 'Case By Case' }],
  [{ PetsAllowed: ['Cats OK', 'Call'] }, { essentials_pets: 'Case By Case' }],
  [{ Furnished: 'Unfurnished' }, { extras_furnished: 0 }],
  [{ Furnished: 'Furnished' }, { extras_furnished: 1 }],
  [{ Cooling: ['Ceiling Fan(s)', 'Central Air'] }, { extra_cooling: 'Central AC' }],
  [{ Cooling: 'Wall/Window Unit(s)' }, { extra_cooling: 'Window/Wall' }],
  [{ Cooling: 'Ductless' }, { extra_cooling: 'Window/Wall' }],
  [{ Cooling: ['None'] }, { extra_cooling: 'None' }],
  [{ Cooling: ['Gas'] }, { extra_cooling: undefined }],
  [{ Cooling: ['Gas'], CoolingYN: true }, { extra_cooling: 'Unknown' }],
  [{ CoolingYN: false }, { extra_cooling: 'None' }],
  [{ CoolingYN: false, Cooling: ['Central Air'] }, { extra_cooling: 'Central AC' }],
  [{ DevelopmentStatus: ['Under Construction'] }, { extras_developments: 1 }],
  [{ DevelopmentStatus: 'Completed' }, { extras_developments: undefined }],
  [{ DevelopmentStatus: 'Proposed', NewConstructionYN: false }, { extras_developments: 0 }],
  [
    {
      ...{ BuildingName: 'The Ames', Stories: 12, LotSizeSquareFeet: 8000, ParcelNumber: '7-1' },
      ...{ RentIncludes: ['Gas', 'Water'], OwnerPays: 'All Utilities', CountyOrParish: 'Travis' },
      ...{ ParkingFeatures: ['Assigned', 'Underground'], MlsStatus: 'Active Contingent' },
    },
    {
      ...{ custom_building_name: 'The Ames', custom_stories: 12, custom_lot_square_feet: 8000 },
      ...{ custom_parcel_number: '7-1', custom_rent_includes: 'Gas, Water' },
      ...{ custom_owner_pays: 'All Utilities', custom_county: 'Travis' },
      ...{ custom_parking: 'Assigned, Underground', custom_mls_status: 'Active Contingent' },
    },
  ],
  [{ StoriesTotal: 3 }, { custom_stories: 3 }],
  [{ LeaseTerm: '12 Months' }, { lease_term_min: 12, lease_term_max: 12 }],
  [{ LeaseTerm: 'Weekly' }, { lease_term_min: 1, lease_term_max: 1 }],
  [{ LeaseTerm: ['Month To Month'] }, { lease_term_min: 1, lease_term_max: 1 }],
  [{ LeaseTerm: '6Months' }, { lease_term_min: 6, lease_term_max: 6 }],
  [{ LeaseTerm: '24 Months' }, { lease_term_min: 24, lease_term_max: 24 }],
  [{ LeaseTerm: 'Negotiable' }, { lease_term_min: undefined, lease_term_max: undefined }],
  [{ LeaseTerm: ['ShortTermLease'] }, { lease_term_min: 1, lease_term_max: 11 }],
  [
    { VirtualTourURLUnbranded: 'https://t.example', VirtualTourURLBranded: 'http://b.example' },
    { essentials_video: 'https://t.example', essentials_video2: 'http://b.example' },
  ],
  [{ VirtualTourURLUnbranded: 'javascript:x' }, { essentials_video: undefined }],
  [
    { Appliances: ['Dishwasher', 'Built-In Gas Oven'], View: 'City Lights,Lake' },
    { amenities: ['dishwasher', 'cityview', 'lakeview'] },
  ],
  [
    {
      ...{ Appliances: ['Dishwasher'], FireplaceYN: true, GarageYN: 'Y', PoolPrivateYN: false },
      ...{ SeniorCommunityYN: 1, NewConstructionYN: 'Yes' },
    },
    {
      amenities: ['dishwasher', 'fireplace', 'garage', 'newconstruction', 'seniorhousing'],
      extras_developments: 1,
    },
  ],
  ...amenities({
    Appliances:
      'Microwave:microwave, Washer:washer, Washer/Dryer:washer, Wine Cooler:winecooler, WineRefrigerator:winecooler, Stainless Steel Appliance(s):stainlesssteelappliances',
    InteriorFeatures:
      'Eat-in Kitchen:eatinkitchen, Elevator:elevator, Granite Counters:granitekitchen, High Ceilings:highceilings, High Speed Internet:highspeedinternet, Walk-In Closet(s):walkincloset, Storage:storage, OpenFloorplan:openkitchen',
    LaundryFeatures:
      'In Unit:laundryinunit, LaundryCloset:laundryinunit, Inside:laundryinunit, CommonArea:laundry, In Basement:laundry, Laundry Room:laundry',
    PatioAndPorchFeatures:
      'Patio:patio, Terrace:terrace, Deck:privatedeck, Front Porch:outdoorspace',
    ExteriorFeatures:
      'Balcony:balcony, Garden:garden, Private Yard:outdoorspace, Courtyard:courtyard',
    AssociationAmenities:
      'Pool:pool, Concierge:concierge, Fitness Center:healthclub, Elevator(s):elevator, Roof Deck:roofdeck, Service Elevator(s):freightelevator, Recreation Room:recreationalroom, Playground:childrenplayroom, Maid Service:maidservice',
    View: 'City:cityview, Downtown:cityview, Skyline:skylineview, River:riverview, Park/Greenbelt:parkview, Panoramic:openview',
    Flooring: 'Hardwood:hardwood, Wood:hardwood, Carpet:walltowallcarpeting',
    PropertyCondition: 'New Construction:newconstruction, UnderConstruction:newconstruction',
    ParkingFeatures: 'Garage:garage, Driveway:driveway, Valet:valet',
  }),
  [{ PoolPrivateYN: true }, { amenities: ['pool'] }],
  [{ FireplaceYN: false }, { amenities: [] }],
  [
    {
      ...{ PoolFeatures: 'In Ground,Heated', AccessibilityFeatures: ['None'] },
      ...{
        GreenBuildingVerificationType: ['LEED For Homes'],
        PropertyCondition: 'UpdatedRemodeled',
      },
    },
    { amenities: ['pool', 'pool', 'greenbuilding', 'renovated'] },
  ],
  [{ AccessibilityFeatures: ['Accessible Hallway(s)'] }, { amenities: ['wheelchairaccess'] }],
  [
    {
      OpenHouse: [
        // Over, cancelled, and for brokers.
        openHouse('2026-11-20T10:00:00', '2026-11-20T11:59:00'),
        { ...openHouse('2026-11-21T10:00:00', ''), OpenHouseStatus: 'Canceled' },
        { ...openHouse('2026-11-21T11:00:00', ''), OpenHouseType: 'Broker' },
        openHouse('2026-11-29T10:00:00', '2026-11-29T12:00:00'),
        // On the clock of the feed, in New York.
        {
          ...openHouse('2026-11-22T18:00:00Z', '2026-11-22T20:00:00Z'),
          AppointmentRequiredYN: true,
        },
        // Under way.
        { OpenHouseDate: '2026-11-20', ...openHouse('11:00:00', '13:00:00') },
      ],
    },
    {
      ...{ openhouse: '2026-11-20 11:00:00', openhouseend: '2026-11-20 13:00:00' },
      ...{ openhouse2: '2026-11-22 13:00:00', openhouseend2: '2026-11-22 15:00:00' },
      by_appointment: 0,
    },
  ],
  [
    { OpenHouse: [{ ...openHouse('2026-11-22T10:00:00', ''), AppointmentRequiredYN: 'Y' }] },
    { openhouse: '2026-11-22 10:00:00', openhouseend: '', openhouse2: '', by_appointment: 1 },
  ],
  [
    { ListAgentKey: 'a1', CoListAgentKey: 'a2' },
    {
      agents_agent_id: { key: 'a1', source: 'main' },
      agents_listingagent_id: { key: 'a1', source: 'main' },
      agents_coagent_id: { key: 'a2', source: 'main' },
    },
  ],
  [{ ListOfficeKey: 'o1' }, { listing_office: { key: 'o1', source: 'main' } }],
  [
    { ListOfficeName: 'Main', ListOfficePhone: '5', ListAgentFullName: 'Ann Lee' },
    {
      ...{ custom_list_office: 'Main', custom_list_office_phone: '5' },
      custom_list_agent: 'Ann Lee',
    },
  ],
  [{ ListAgentDirectPhone: '2', ListAgentOfficePhone: '3' }, { custom_list_agent_phone: '2' }],
  [
    {
      Media: [
        { MediaURL: 'https://x.example/2', MediaKey: 'm2', Order: 2, ShortDescription: 'Bath' },
        {
          MediaURL: 'https://x.example/1',
          Order: 5,
          PreferredPhotoYN: true,
          MediaCategory: 'Photo',
        },
        { MediaURL: 'https://x.example/p', Order: 1, MediaCategory: 'Floor Plan' },
        { MediaURL: 'https://x.example/d', MediaType: 'pdf' },
        { MediaURL: 'https://x.example/v', MediaCategory: 'Video' },
        { MediaURL: 'https://x.example/s', Permission: ['Office Only'] },
      ],
    },
    {
      photos: [
        { filename: 'https://x.example/2', key: 'm2', name: 'Bath', sort: 2001 },
        { filename: 'https://x.example/1', sort: 0 },
        { filename: 'https://x.example/p', name: 'Floor plan', sort: 1003 },
      ],
    },
  ],
];
