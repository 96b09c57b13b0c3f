import { Type } from 'typebox';
import { read } from '../api/endpoint.js';
import type { TenantDatabase } from '../store/tenant/open.js';
import { type ColumnsOf, id, text } from './kinds/fields.js';
import { filesOf } from './kinds/files.js';
import { defineKind } from './kinds/kind.js';

const fields = {
  address: text('Street address'),
  city: text('City'),
  email: text('Email'),
  fax: text('Fax'),
  id: id('Office id'),
  logo: text('Filename of the logo'),
  name: text('Name'),
  phone: text('Phone'),
  state: text('State, two letters'),
  zip: text('ZIP code'),
};

declare module '../store/tenant/tables.js' {
  interface TenantTables {
    office: ColumnsOf<typeof fields>;
  }
}

/** Offices. R115. */
export const office = defineKind('offices', 'Office', fields);

export const officeFiles = filesOf(office);

const tag = 'Agents, teams, offices';

/** The reads of offices. R36, R39. */
export const officeEndpoints = [
  read({
    path: '/offices',
    tag,
    operation: 'listOffices',
    summary: 'All offices',
    description: 'Answers all offices of the brokerage.',
    answer: Type.Array(office.schema),
    handle: async ({ tenant, context }) =>
      (await findOffices(tenant.database)).map((row) => office.record(row, context)),
  }),
  read({
    path: '/offices/{id}',
    tag,
    operation: 'getOffice',
    summary: 'One office',
    description: 'Answers an array with one record; an empty array if there is none.',
    segment: 'Office id',
    answer: Type.Array(office.schema, { maxItems: 1 }),
    handle: async ({ tenant, segment, context }) =>
      (await findOffices(tenant.database, segment)).map((row) => office.record(row, context)),
  }),
];

/** All offices in the order of their ids, or the one with an id (R39). */
function findOffices({ db }: TenantDatabase, id?: number) {
  const all = db.selectFrom('office').selectAll().orderBy('id');
  return (id === undefined ? all : all.where('id', '=', id)).execute();
}
