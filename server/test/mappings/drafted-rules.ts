/** Rules of the expected drafts that several files share. */

export const house = (column: string) => ({
  main_house: { column, transform: 'house', otherwise: 'missing' },
  main_street: { column, transform: 'street', otherwise: 'missing' },
  main_apt: { column, transform: 'unit', otherwise: 'missing' },
});
export const RENT = { main_status: { const: 'For Rent' } };
export const date = (column: string) => ({
  essentials_date: [column, { column, transform: 'date:ISO' }],
});
export const wrapped = (column: string) => ({ photos: { column, transform: 'wrap:filename' } });

/** A full name as two fields. */
export const fullName = (column: string) => ({
  firstname: { column, transform: String.raw`match:^\s*(.+)\s\S+\s*$` },
  lastname: { column, transform: String.raw`match:(\S+)\s*$` },
});
