/* Made from openapi.json by `npm run sdk:types`. Change the endpoints, not this file. */

/** 0 open, 1 semi-exclusive, 2 exclusive, 6 co-broke. */
export const Category = {
  Open: 0,
  SemiExclusive: 1,
  Exclusive: 2,
  CoBroke: 6,
} as const;

/** 1 Central AC, 2 Window/Wall, 3 None. */
export const Cooling = {
  CentralAC: 1,
  WindowWall: 2,
  None: 3,
} as const;

/** 1 For Sale, 2 For Rent, 11 In Contract, 12 Offer In, 21 App. Pending, 19 Sold, 22 Rented. */
export const ListingStatus = {
  ForSale: 1,
  ForRent: 2,
  InContract: 11,
  OfferIn: 12,
  AppPending: 21,
  Sold: 19,
  Rented: 22,
} as const;

/** 1 indoor, 2 outdoor, 3 heated, 4 valet, 5 street without permit, 6 easy street without permit, 7 street with permit, 8 assigned. */
export const Parking = {
  Indoor: 1,
  Outdoor: 2,
  Heated: 3,
  Valet: 4,
  StreetWithoutPermit: 5,
  EasyStreetWithoutPermit: 6,
  StreetWithPermit: 7,
  Assigned: 8,
} as const;

/** 3 Pets OK, 1 Cats Only, 4 Dogs Only, 2 Small Dogs, 98 Case By Case, 99 No Pets. */
export const PetPolicy = {
  PetsOK: 3,
  CatsOnly: 1,
  DogsOnly: 4,
  SmallDogs: 2,
  CaseByCase: 98,
  NoPets: 99,
} as const;

export const Amenity = {
  Doorman: 'doorman',
  OutdoorSpace: 'outdoorSpace',
  Elevator: 'elevator',
  HealthClub: 'healthClub',
  Pets: 'pets',
  NewConstruction: 'newConstruction',
  Nofee: 'nofee',
  Dishwasher: 'dishwasher',
  Hardwood: 'hardwood',
  LaundryInUnit: 'LaundryInUnit',
  Patio: 'Patio',
  Roofdeck: 'roofdeck',
  Privatedeck: 'privatedeck',
  Garage: 'garage',
} as const;

export const PropertyType = {
  Apartment: 'Apartment',
  House: 'House',
  Townhouse: 'Townhouse',
  Condo: 'Condo',
  Coop: 'Coop',
  Condop: 'Condop',
  Building: 'Building',
  Commercial: 'Commercial',
  Office: 'Office',
  Retail: 'Retail',
  Investment: 'Investment',
  Development: 'Development',
  Land: 'Land',
  NA: 'N/A',
} as const;

/** What the member did: 1 logged in, 2 logged out, 5 viewed a property, 6 saved a property, 7 removed a property, 9 renewed the password, 10 added a comment, 11 removed a comment, 12 searched, 13 timed out. */
export const TrailKey = {
  LoggedIn: 1,
  LoggedOut: 2,
  ViewedAProperty: 5,
  SavedAProperty: 6,
  RemovedAProperty: 7,
  RenewedThePassword: 9,
  AddedAComment: 10,
  RemovedAComment: 11,
  Searched: 12,
  TimedOut: 13,
} as const;
