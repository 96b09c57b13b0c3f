import { RESOURCE_NAMES } from 'portico-importer/resource.js';
import { describe, expect, test } from 'vitest';
import { importFields } from '../../../src/changes/record-kinds.js';
import { temporaryFolder } from '../../rig/temp.js';
import { portico, porticoJson } from '../portico.js';

const place = { folder: temporaryFolder() };

describe('portico import --fields', () => {
  test('lists the fields of a kind with what each accepts, and opens no database', async () => {
    const { code, json } = await porticoJson(place, 'import', '--fields', 'listings');
    expect([code, json.kind]).toEqual([0, 'listings']);
    const fields = new Map(
      (json.fields as { name: string }[]).map(({ name, ...rest }) => [name, rest]),
    );
    expect(fields.get('main_id')).toEqual({
      type: 'a whole number, 0 or more',
      required: true,
      meaning: 'Listing id',
    });
    expect(fields.get('main_status')).toMatchObject({
      type: 'For Sale, For Rent, In Contract, Offer In, App. Pending, Sold, Rented',
    });
    expect(fields.get('main_category')).toMatchObject({ type: '0, 1, 2, 6', required: false });
    expect(fields.get('main_hide_address')).toMatchObject({ type: '1 or 0' });
    expect(fields.get('essentials_date')).toMatchObject({
      type: 'a date, like 2026-11-20 14:05:09',
    });
    expect(fields.get('labels')).toMatchObject({ type: 'a list' });
    expect(fields.get('main_street')).toMatchObject({ type: 'text' });
    expect(fields.get('main_address')).toMatchObject({ type: '' });
    expect(fields.has('custom_<name>')).toBe(true);
    expect(fields.get('_remove')).toMatchObject({ type: 'true or false', required: false });
    const { stdout } = await portico(place, 'import', '--fields', 'photos');
    expect(stdout).toMatch(/^FIELD +TYPE +REQUIRED +MEANING\nlisting_id +a whole number.* yes/);
  });

  test.each(RESOURCE_NAMES)('says of %s which fields a record must have', (kind) => {
    const required = importFields(kind).flatMap((field) => (field.required ? [field.name] : []));
    const others = { 'building-photos': ['building_id', 'filename'] } as Record<string, string[]>;
    others['source-keys'] = ['kind', 'key', 'id'];
    others.listings = ['main_id'];
    others.neighborhoods = ['cat_id'];
    others.favorites = ['clientID', 'listingID'];
    others.photos = ['listing_id', 'filename'];
    expect(required.sort()).toEqual((others[kind] ?? ['id']).sort());
  });
});

test('portico import --suggest says why it does not read standard input', async () => {
  const { code, stderr } = await portico(place, 'import', '--suggest', '-');
  expect(code).toBe(1);
  expect(stderr).toContain('reads a file more than once');
  expect(stderr).not.toContain('no such file');
});
