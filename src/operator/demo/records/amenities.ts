/** The amenities a listing may have. Specification: Listing amenities. */
export const AMENITIES = [
  'balcony', 'bicycleroom', 'brownstone', 'businesscenter', 'childrenplayroom', 'cityview',
  'commonoutdoorspace', 'concierge', 'convertible', 'courtyard', 'diningroom', 'diplomatsok',
  'dishwasher', 'doorman', 'driveway', 'duplex', 'eatinkitchen', 'elevator', 'fireplace',
  'freightelevator', 'furnished', 'garage', 'garden', 'granitekitchen', 'greenbuilding', 'hardwood',
  'healthclub', 'highceilings', 'highspeedinternet', 'lakeview', 'laundry', 'laundryinunit',
  'laundryservices', 'light', 'liveinsuper', 'livework', 'loft', 'lounge', 'maidservice',
  'marblebath', 'microwave', 'multilevel', 'newconstruction', 'nofee', 'nursery', 'onemonthfree',
  'openkitchen', 'openview', 'originaldetails', 'outdoorspace', 'parkview', 'patio', 'piedaterre',
  'pool', 'privatedeck', 'receivingroom', 'recreationalroom', 'renovated', 'riverview', 'roofdeck',
  'roomforrent', 'seniorhousing', 'skylineview', 'sponsorunit', 'stainlesssteelappliances',
  'storage', 'subway', 'terrace', 'triplex', 'vacationrental', 'valet', 'virtualdoorman',
  'walkincloset', 'walltowallcarpeting', 'washer', 'wheelchairaccess', 'wifi', 'winecooler',
] as const;

/** The name of an amenity. */
export type Amenity = (typeof AMENITIES)[number];
