import { textFields } from '../../resources/kinds/transfer-fields.js';
import { OFFICE_DEFAULTS } from '../../store/tenant/people-tables.js';
import type { TableImport } from '../table-kind.js';

/** Import records of offices. R115. */
export const officeImport: TableImport<'office'> = {
  kind: 'offices',
  table: 'office',
  defaults: OFFICE_DEFAULTS,
  fields: textFields(OFFICE_DEFAULTS),
};
