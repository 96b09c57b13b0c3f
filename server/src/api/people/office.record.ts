import { type Static, Type } from 'typebox';
import type { OfficeRow } from './office.queries.js';

const str = (description: string) => Type.String({ description });

/** An office. R115. */
export const Office = Type.Object(
  {
    address: str('Street address'),
    city: str('City'),
    email: str('Email'),
    fax: str('Fax'),
    id: Type.Integer({ description: 'Office id' }),
    logo: str('Filename of the logo'),
    name: str('Name'),
    phone: str('Phone'),
    state: str('State, two letters'),
    zip: str('ZIP code'),
  },
  { $id: 'Office', additionalProperties: false },
);

/** The record of an office. */
export function officeRecord(row: OfficeRow): Static<typeof Office> {
  return {
    address: row.address,
    city: row.city,
    email: row.email,
    fax: row.fax,
    id: row.id,
    logo: row.logo,
    name: row.name,
    phone: row.phone,
    state: row.state,
    zip: row.zip,
  };
}
