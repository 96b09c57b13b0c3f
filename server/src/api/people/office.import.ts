import { OFFICE_DEFAULTS } from '../../store/tenant/people-tables.js';
import type { TableImport } from '../table-kind.js';
import { textFields } from '../transfer-fields.js';

/** Import records of offices. R115. */
export const officeImport: TableImport<'office'> = {
  kind: 'offices',
  table: 'office',
  defaults: OFFICE_DEFAULTS,
  fields: textFields(OFFICE_DEFAULTS),
};
