import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderOf, importInto } from '../../../importer/test/support.js';
import { sharedData } from '../rig/shared-data.js';

const SUITE = 'spreadsheets as people have them';
const DATA = sharedData('.', SUITE);

/** Imports one of the collected files through a mapping. */
async function imported(file: string, mapping: string) {
  const path = join(folderOf({ 'mapping.yaml': mapping }), 'mapping.yaml');
  return importInto([join(DATA ?? '', file)], { mapping: path });
}

describe.skipIf(DATA === undefined)(SUITE, () => {
  it('rentals with flags', async () => {
    const { resource, summary } = await imported(
      'streeteasy/streeteasy_rentals_2016.csv.gz',
      `
      resource: listings
      fields:
        id: rental_id
        price: { column: rent, transform: number }
        note: neighborhood
        tags: { flags: { doorman: has_doorman, elevator: has_elevator, healthclub: has_gym } }
        furnished: { const: 0 }
      `,
    );
    expect(summary.listings).toEqual({ read: 3988, written: 3988, rejected: 0 });
    expect(resource.stored.get(2919)).toEqual({
      id: 2919,
      price: 4500,
      note: 'Midtown',
      tags: ['doorman', 'elevator'],
      furnished: 0,
    });
  });

  it('a scrape with a column without a name, blanks and line breaks in cells', async () => {
    const { resource, summary } = await imported(
      'renthop/renthop_search_pages_scrape.csv.gz',
      `
      resource: listings
      fields:
        # The number of the first row is 0, and ids begin with 1.
        id: { column: "#1", values: { "0": 1000000, "*": "*" } }
        name: { column: Location, default: "" }
        price: { column: Price, transform: number }
        note: Apt Type
        custom_district: { column: District, transform: trim }
      `,
    );
    expect(summary.listings).toEqual({ read: 10_849, written: 10_849, rejected: 0 });
    expect(resource.stored.get(3)).toEqual({
      id: 3,
      name: '96 5th Avenue, Apt 12A',
      price: 5750,
      note: '1 Bed\n/ Flex 2',
      custom_district: 'Midtown Manhattan',
    });
  });

  it('sales with amounts as an accountant writes them', async () => {
    const { resource, summary, rejects } = await imported(
      'nyc-sales/nyc_rolling_sales_2019_jan_apr.csv.gz',
      `
      resource: listings
      fields:
        id: { sum: { BLOCK: 10000, LOT: 1 } }
        name: Address
        price: { column: sale price, transform: [number, positive] }
        available: { column: SALE DATE, transform: "date:MM/DD/YYYY" }
        note: { column: BOROUGH, values: { 1: Manhattan, 2: Bronx, 3: Brooklyn, 4: Queens, 5: Staten Island } }
      `,
    );
    expect(rejects).toEqual([]);
    expect(summary.listings?.written).toBe(23_040);
    const sold = resource.items.filter(({ price }) => price !== undefined);
    expect(Math.max(...sold.map(({ price }) => price as number))).toBe(850_000_000);
    expect(Math.min(...sold.map(({ price }) => price as number))).toBeGreaterThan(0);
  });

  it('a response of a listings interface', async () => {
    const { resource, summary } = await imported(
      'perchwell/perchwell_listings_response.json.gz',
      `
      resource: listings
      records: listings
      fields:
        id: id
        name: { join: [location.address, unit_details.unit_number], separator: ", " }
        price: { column: listing_details.current_price, transform: number }
        note: { column: listing_details.listing_type, values: { S: For Sale, R: For Rent } }
        available: { column: listing_details.list_date, transform: "date:ISO" }
        photos: { column: media.large_image_list, transform: "wrap:filename" }
        tags: { flags: { elevator: building_amenities.elevator, doorman: building_amenities.doorman } }
        custom_baths: { sum: { unit_details.full_baths: 1, unit_details.half_baths: 0.5 } }
        custom_agents: agents.*.email
      `,
    );
    expect(summary.listings).toEqual({ read: 162, written: 162, rejected: 0 });
    expect(resource.stored.get(3_496_384)).toEqual({
      id: 3_496_384,
      name: '2222 Mcdonald Avenue, 2',
      price: 244_444,
      note: 'For Sale',
      available: '2022-01-10T07:50:23Z',
      photos: [
        {
          filename:
            'https://assets-staging.perchwell.com/assets/placeholders/680x410x2-983ef8c718c222ec2b39f57115ed340fc3162099e812ff77afe2ebb251891aef.png',
        },
      ],
      tags: ['elevator'],
      custom_baths: 6,
      custom_agents: ['p8248018e99@example.test', 'p8248018e99@example.test'],
    });
  });
});
