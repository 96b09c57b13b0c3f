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
import { type Fields, RULES, type Rule } from './reso-rules.js';

type Name = 'office' | 'member' | 'property' | 'open-house';

/** Fields that many sources have and the Data Dictionary does not. */
const NOT_THERE = ['BathroomsTotalDecimal', 'DelayedDistributionYN', 'OfficeExclusiveYN'];

/** Columns that the time decides. */
const STORED = ['openhouse', 'openhouseend', 'openhouse2', 'openhouseend2', 'by_appointment'];

forAnyDatabase('the mappings for the Data Dictionary', (database) => {
  const server = serverFor(database);

  async function reader(name: Name, more: Fields = {}) {
    await server.addTenant(`${name}s`, { kind: 'mls' }).catch(() => {});
    const tenant = await server.services.tenants.tenant(`${name}s`);
    if (tenant === undefined) throw new Error('There is no such feed.');
    const resources = importResources(tenant.database, 'America/New_York', server.clock);
    const { fields, ...value } = parse(readPackageFile(`reso/${name}.yaml`));
    const { mapping, problems } = checkMapping(
      { ...value, fields: { ...fields, ...more } },
      resources,
    );
    expect(problems).toEqual([]);
    const [part] = mapping?.parts ?? [];
    const resource = mapping && resources.get(mapping.resource);
    if (part === undefined || resource === undefined) throw new Error('There is no mapping.');
    return {
      columns: mapping?.columns ?? [],
      removes: (source: Fields) => mapping?.removes?.takes(source),
      async read(source: Fields) {
        const ours: Record<string, unknown> = {};
        part.identify(source, ours, () => {});
        part.fill(source, ours, () => {});
        const [numbered] = (await resource.numberKeys?.([ours], true)) ?? [];
        // Whether it is acceptable, and what is stored of it where that depends on the time.
        const { values = {} } = resource.parse(numbered as Fields) as { values?: Fields };
        return { ...ours, ...Object.fromEntries(STORED.map((name) => [name, values[name]])) };
      },
    };
  }

  it('turn fields of the Data Dictionary into ours', async () => {
    const { read } = await reader('property');
    const found: Rule[] = [];
    for (const [source, ours] of RULES) {
      const record = await read({ ListingKey: 'p1', StandardStatus: 'Active', ...source });
      const named = Object.keys(ours).map((field) => [field, record[field]]);
      found.push([source, Object.fromEntries(named)]);
    }
    expect(found).toEqual(RULES);
  });

  it('take the price of a sale and the agreement by the rules in their comments', async () => {
    const comments = readPackageFile('reso/property.yaml').matchAll(/^ {2}# (\w+: \{.*\})$/gm);
    const rules = [...comments].map(([, rule = '']) => parse(rule) as Fields);
    expect(rules.flatMap(Object.keys)).toEqual(['financials_price', 'main_category']);
    const { read } = await reader('property', Object.assign({}, ...rules));
    const sold = { ListingKey: 'p1', StandardStatus: 'Closed', ListPrice: 9, ClosePrice: 8 };
    const [closed, active] = [sold, { ...sold, StandardStatus: 'Active' }];
    expect((await read(closed)).financials_price).toBe(8);
    expect((await read(active)).financials_price).toBe(9);
    expect((await read({ ...closed, ClosePrice: null })).financials_price).toBe(9);
    expect((await read({ ...sold, ListingAgreement: 'Open' })).main_category).toBe(0);
    expect((await read({ ...sold, ListingAgreement: 'Exclusive Agency' })).main_category).toBe(2);
  });

  it('refuse a status that is not known', async () => {
    const { read } = await reader('property');
    await expect(read({ ListingKey: 'p1', StandardStatus: 'Odd' })).rejects.toThrow(
      '"odd" is not in the table of values',
    );
  });

  it('remove what is off the market, and what its owner keeps off the internet', async () => {
    const { removes } = await reader('property');
    for (const status of [
      'Canceled',
      'Expired',
      'Hold',
      'Withdrawn',
      'Delete',
      'ComingSoon',
      'Incomplete',
    ])
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
    const ann = {
      ...{ MemberKey: 'a2', MemberFirstName: 'Ann', MemberLastName: 'Lee', MemberStatus: 'Active' },
      ...{ MemberStateLicenseType: 'Broker', MemberEmail: 'ann@example.com; x@example.com' },
      ...{ MemberMobilePhone: '1', MemberDirectPhone: '2', MemberOfficePhone: '3', MemberFax: '4' },
      ...{ MemberLanguages: ['English', 'Spanish'], MemberBio: 'Sells.', MemberMlsId: 'M2' },
    };
    expect(await member.read(ann)).toMatchObject({
      ...{ firstname: 'Ann', lastname: 'Lee', title: 'Broker', email: 'ann@example.com' },
      ...{ mobile: '1', phone: '2', fax: '4', lang: 'English, Spanish', bio: 'Sells.' },
      ...{ status: 'Active', rls_agent_id: 'M2' },
    });
    const office = await reader('office');
    const main = {
      ...{ OfficeKey: 'o1', OfficeName: 'Main', OfficeAddress1: '1 Main St', OfficeCity: 'Austin' },
      ...{ OfficeStateOrProvince: 'TX', OfficePostalCode: '78701', OfficePhone: '5' },
      ...{ OfficeFax: '6', OfficeEmail: 'main@example.com' },
    };
    expect(await office.read(main)).toMatchObject({
      ...{ name: 'Main', address: '1 Main St', city: 'Austin', state: 'TX', zip: '78701' },
      ...{ phone: '5', fax: '6', email: 'main@example.com' },
    });
  });

  const dictionary = sharedData(
    'reso/data-dictionary/dd-2.0-fields.csv.gz',
    'the mappings for the Data Dictionary',
  );
  it.skipIf(dictionary === undefined)('name fields of the Data Dictionary', async () => {
    const lines = gunzipSync(readFileSync(dictionary as string))
      .toString()
      .split('\n');
    const fields = new Set(lines.map((line) => line.split(',')[1]));
    expect(fields.size).toBeGreaterThan(1000);
    const named: string[] = [];
    for (const name of ['office', 'member', 'property', 'open-house'] as const) {
      named.push(...(await reader(name)).columns);
    }
    expect(named.filter((name) => !fields.has(name)).sort()).toEqual(NOT_THERE);
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
