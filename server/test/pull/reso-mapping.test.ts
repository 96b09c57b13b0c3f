import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { checkMapping } from 'portico-importer/mapping.js';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { importResources } from '../../src/changes/transfers.js';
import { readPackageFile } from '../../src/version.js';
import { forAnyDatabase } from '../rig/databases.js';
import { serverFor } from '../rig/server.js';
import { sharedData } from '../rig/shared-data.js';

type Fields = Readonly<Record<string, unknown>>;

/** What a source says of a listing, and what becomes of it. */
const RULES: readonly (readonly [source: Fields, ours: Fields])[] = [
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
  [{ PropertyType: 'Land' }, { main_status: 'For Sale', essentials_type: 'Land' }],
  [
    { PropertyType: 'Residential Income' },
    { main_status: 'For Sale', essentials_type: 'Investment' },
  ],
  [{ PropertySubType: 'SingleFamilyResidence' }, { essentials_type: 'House' }],
  [{ PropertySubType: 'Stock Cooperative' }, { essentials_type: 'Coop' }],
  [{ PropertySubType: 'Triplex' }, { essentials_type: 'House', families: 3 }],
  [{ PropertySubType: 'Timeshare' }, { essentials_type: undefined }],
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
  [{ BathroomsTotalInteger: 3 }, { essentials_bath: 3 }],
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
  [{ PetsAllowed: ['Number Limit'] }, { essentials_pets: 'Case By Case' }],
  [{ Furnished: 'Unfurnished' }, { extras_furnished: 0 }],
  [{ Furnished: 'Furnished' }, { extras_furnished: 1 }],
  [{ Cooling: ['Ceiling Fan(s)', 'Central Air'] }, { extra_cooling: 'Central AC' }],
  [{ Cooling: 'Wall/Window Unit(s)' }, { extra_cooling: 'Window/Wall' }],
  [{ Cooling: ['Gas'] }, { extra_cooling: undefined }],
  [{ LeaseTerm: '12 Months' }, { lease_term_min: 12, lease_term_max: 12 }],
  [{ LeaseTerm: ['ShortTermLease'] }, { lease_term_min: 1, lease_term_max: 11 }],
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
  [{ ListAgentKey: 'a1' }, { agents_agent_id: { key: 'a1', source: 'main' } }],
  [{ ListOfficeName: 'Main' }, { custom_list_office: 'Main' }],
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

forAnyDatabase('the mappings for the Data Dictionary', (database) => {
  const server = serverFor(database);

  async function reader(name: 'office' | 'member' | 'property') {
    await server.addTenant(`${name}s`, { kind: 'mls' }).catch(() => {});
    const tenant = await server.services.tenants.tenant(`${name}s`);
    if (tenant === undefined) throw new Error('There is no such feed.');
    const resources = importResources(tenant.database, 'America/New_York', server.clock);
    const { mapping, problems } = checkMapping(
      parse(readPackageFile(`reso/${name}.yaml`)),
      resources,
    );
    expect(problems).toEqual([]);
    const [part] = mapping?.parts ?? [];
    const resource = mapping && resources.get(mapping.resource);
    if (part === undefined || resource === undefined) throw new Error('There is no mapping.');
    return {
      removes: (source: Fields) => mapping?.removes?.takes(source),
      async read(source: Fields) {
        const ours: Record<string, unknown> = {};
        part.identify(source, ours, () => {});
        part.fill(source, ours, () => {});
        const [numbered] = (await resource.numberKeys?.([ours], true)) ?? [];
        // Whether it is acceptable.
        resource.parse(numbered as Fields);
        return ours;
      },
    };
  }

  it('turn fields of the Data Dictionary into ours', async () => {
    const { read } = await reader('property');
    for (const [source, ours] of RULES) {
      const record = await read({ ListingKey: 'p1', StandardStatus: 'Active', ...source });
      const named = Object.fromEntries(Object.keys(ours).map((field) => [field, record[field]]));
      expect([source, named]).toEqual([source, ours]);
    }
  });

  it('refuse a status that is not known', async () => {
    const { read } = await reader('property');
    await expect(read({ ListingKey: 'p1', StandardStatus: 'Odd' })).rejects.toThrow(
      '"odd" is not in the table of values',
    );
  });

  it('remove what is off the market, and what its owner keeps off the internet', async () => {
    const { removes } = await reader('property');
    for (const status of ['Canceled', 'Expired', 'Hold', 'Withdrawn', 'ComingSoon', 'Incomplete'])
      expect(removes({ StandardStatus: status })).toBe(true);
    for (const no of [false, 0, 'N', 'No', 'FALSE'])
      expect(removes({ StandardStatus: 'Active', InternetEntireListingDisplayYN: no })).toBe(true);
    expect(removes({ StandardStatus: 'Active', InternetEntireListingDisplayYN: true })).toBe(false);
    for (const only of ['DelayedDistributionYN', 'OfficeExclusiveYN']) {
      expect([true, 'Y', '1', false, null].map((yes) => removes({ [only]: yes }))).toEqual([
        ...[true, true, true, false, false],
      ]);
    }
  });

  it('read agents and offices', async () => {
    const member = await reader('member');
    expect(
      await member.read({ MemberKey: 'a1', MemberStatus: 'Inactive', OfficeKey: 'o1' }),
    ).toMatchObject({ status: 'Suspend', office: { key: 'o1', source: 'main' } });
    const office = await reader('office');
    expect(await office.read({ OfficeKey: 'o1', OfficeAddress1: '1 Main St' })).toMatchObject({
      address: '1 Main St',
    });
  });

  const samples = [
    ['property', 'reso/payloads/mlsgrid_actris_property.json.gz'],
    ['property', 'reso/payloads/mlsgrid_mred_property_expand_media.json.gz'],
    ['member', 'reso/payloads/constellation1_member_expand_office.json.gz'],
  ] as const;
  describe('take the samples of vendors', () => {
    for (const [name, file] of samples) {
      const path = sharedData(file, 'the mappings for the Data Dictionary');
      it.skipIf(path === undefined)(file, async () => {
        const body = JSON.parse(gunzipSync(readFileSync(path as string)).toString()) as {
          value?: Fields[];
        };
        const { read } = await reader(name);
        for (const record of body.value ?? [body as Fields]) {
          expect(Object.keys(await read(record)).length).toBeGreaterThan(5);
        }
      });
    }
  });
});
