import { describe, expect, test } from 'vitest';
import { RECORD_KINDS } from '../../src/changes/record-kinds.js';
import { REMOVALS, type RemovableKind } from '../../src/changes/removal/removals.js';
import { LISTED_KINDS } from '../../src/console/kind-list.js';
import { fieldsOf, kindsFor } from '../../src/console/kinds.js';

const KINDS = Object.keys(LISTED_KINDS) as RemovableKind[];

describe('the kinds of the console', () => {
  test('are all kinds whose records have a number', () => {
    expect(KINDS.toSorted()).toEqual(Object.keys(REMOVALS).toSorted());
  });

  test('name only fields that there are', () => {
    for (const kind of KINDS) {
      const { title, columns, filters = {}, hidden = [] } = LISTED_KINDS[kind];
      const names = new Set(fieldsOf(kind).map(({ name }) => name));
      const shown = [...title, ...columns, ...Object.keys(filters)];
      expect([kind, shown.filter((name) => !names.has(name))]).toEqual([kind, []]);
      const imported = RECORD_KINDS[kind].fields;
      expect([kind, hidden.filter((name) => !imported.has(name))]).toEqual([kind, []]);
    }
  });

  test('have every field of imports, with a label and a type', () => {
    for (const kind of KINDS) {
      const { hidden = [], computed: shown } = LISTED_KINDS[kind];
      const { fields: all, computed = new Set() } = RECORD_KINDS[kind];
      const names = [...all].filter(
        (name) => !hidden.includes(name) && (shown === true || !computed.has(name)),
      );
      const fields = fieldsOf(kind);
      expect(fields.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
      expect(fields.filter(({ label }) => label === '')).toEqual([]);
    }
    const types = Object.fromEntries(fieldsOf('listings').map(({ name, type }) => [name, type]));
    expect(types).toMatchObject({
      main_id: 'id',
      main_status: 'choice',
      main_description: 'longText',
      main_hide_address: 'flag',
      main_category: 'choice',
      essentials_beds: 'number',
      essentials_size: 'whole',
      essentials_date: 'moment',
      essentials_video: 'url',
      extras_latitude: 'number',
      financials_price: 'money',
      agents_agent_id: 'reference',
      agents_coagent_id: 'reference',
      amenities: 'amenities',
      photos: 'photos',
      labels: 'list',
      openhouse: 'moment',
      access_note: 'longText',
    });
    expect(types.main_images).toBeUndefined();
    expect(fieldsOf('blogs').find(({ name }) => name === 'body')?.type).toBe('html');
    expect(fieldsOf('blogs').find(({ name }) => name === 'labels')).toMatchObject({
      ...{ type: 'references', of: 'blog-labels' },
    });
    const amenities = fieldsOf('listings').find(({ name }) => name === 'amenities');
    expect(amenities?.choices).toContainEqual({ id: 'bicycleroom', name: 'Bicycle room' });
    expect(amenities?.choices).toContainEqual({ id: 'balcony', name: 'Balcony' });
    const pets = fieldsOf('buildings').find(({ name }) => name === 'pets');
    expect(pets?.choices).toContainEqual({ id: 1, name: 'Cats Only' });
  });

  test('say what a new listing cannot do without, and that it is shown', () => {
    const field = (name: string) => fieldsOf('listings').find((each) => each.name === name);
    expect(field('main_status')?.required).toBe(true);
    expect(field('distribute')?.initial).toBe(1);
  });

  test('let viewers do nothing', () => {
    for (const { create, edit, remove } of kindsFor(false)) {
      expect([create, edit, remove]).toEqual([false, false, false]);
    }
  });
});
