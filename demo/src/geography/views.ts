/** Where a high floor sees more than rooftops. */
const RIVER = new Set([
  'Battery Park City',
  'Financial District',
  'Tribeca',
  'West Village',
  'Hudson Yards',
  'Chelsea',
  'Kips Bay',
  'Turtle Bay',
  'Sutton Place',
  'Lenox Hill',
  'Yorkville',
  'Roosevelt Island',
  'Lincoln Square',
  'Upper West Side',
  'Morningside Heights',
  'Hamilton Heights',
  'Washington Heights',
  'East Harlem',
  'Brooklyn Heights',
  'DUMBO',
  'Williamsburg',
  'Greenpoint',
  'Bay Ridge',
  'Long Island City',
  'Lower East Side',
  "Hell's Kitchen",
]);

const PARK = new Set([
  'Midtown',
  'Upper East Side',
  'Carnegie Hill',
  'Lincoln Square',
  'Upper West Side',
  'Manhattan Valley',
  'Morningside Heights',
  'Harlem',
  'Gramercy Park',
  'Flatiron',
  'Inwood',
  'Park Slope',
  'Prospect Heights',
  'Windsor Terrace',
  'Prospect Lefferts Gardens',
  'Fort Greene',
  'Sunset Park',
  'Kew Gardens',
  'Washington Heights',
  'Greenwich Village',
  'Crown Heights',
]);

const LAKE = new Set([
  'Prospect Lefferts Gardens',
  'Carnegie Hill',
  'Manhattan Valley',
  'Flushing',
]);

/** A view that can be had from a neighborhood's upper floors. */
export type View = 'riverview' | 'parkview' | 'lakeview';

/** What the upper floors of a neighborhood may look at. */
export function viewsOf(neighborhood: string): View[] {
  const views: View[] = [];
  if (RIVER.has(neighborhood)) views.push('riverview');
  if (PARK.has(neighborhood)) views.push('parkview');
  if (LAKE.has(neighborhood)) views.push('lakeview');
  return views;
}
