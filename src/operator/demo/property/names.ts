/** Invented building names. */
export const BUILDING_NAMES: readonly string[] = [
  'The Aldergate', 'Brenham House', 'The Callowhill', 'Dunmore Court', 'The Ellerslie',
  'Fenwick Hall', 'The Garland', 'Hollin House', 'The Ivesdale', 'Juniper Terrace',
  'The Kestrel', 'Larkmere', 'The Marlowe Arms', 'Northgate House', 'The Orrery',
  'Penhallow', 'The Quillon', 'Rosemount Court', 'The Silverton', 'Thornbury House',
  'The Underhill Arms', 'Vellum', 'The Wexcombe', 'Yarrow House', 'The Zephyrine',
  'Amberly Gardens', 'The Bellwether', 'Copperline', 'The Draper', 'Eastlight',
  'The Foundry Yard', 'Greyfriar', 'The Halyard', 'Inkwell Lofts', 'The Jessamine',
  'Kingfisher House', 'The Lantern Works', 'Meridian Row', 'The Nightingale', 'Oriel House',
  'The Pembridge', 'Quarry House', 'The Ropewalk', 'Sable Court', 'The Tidewater',
  'Ashlar', 'The Verdant', 'Weatherby Towers', 'The Carillon', 'Hawthorne Gardens',
  'The Loomworks', 'Sextant', 'The Cordage', 'Bramblewood', 'The Sorrel',
  'Highbury Gardens', 'The Astrolabe', 'Cinder and Oak', 'The Wainscot', 'Fathom',
  'The Beaumaris', 'Cedarcrest', 'The Elmhurst Arms', 'Harrow Court', 'The Langdale',
  'Pilot House', 'The Ravenel', 'Stillwater', 'The Tolliver', 'Windrow',
];
