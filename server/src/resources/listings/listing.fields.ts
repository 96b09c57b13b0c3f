import { Type } from 'typebox';
import { items, MALFORMED, type Param } from '../../api/params.js';
import { ListingSearchRecord } from './listing.schema.js';

/** The most names that one call may give. */
const MOST_FIELDS = 100;
const LONGEST_NAME = 200;

const KNOWN = new Map(
  Object.keys(ListingSearchRecord.properties).map((name) => [name.toLowerCase(), name]),
);

const ListingField = Type.String({
  $id: 'ListingField',
  description: 'The name of a field of ListingSearchRecord, or of a custom value: custom_<name>',
});

/** The fields to answer, out of those that a record has anyway. R282. */
export function fieldsParam(): Param<readonly string[] | undefined> {
  return {
    schema: Type.Array(ListingField, {
      maxItems: MOST_FIELDS,
      description:
        'Only these fields of each record, comma separated, like main_id,main_address,financials_price; a field that a flag adds needs its flag, too',
    }),
    accepts: `a comma separated list of at most ${MOST_FIELDS} names of fields of a listing, like main_id,main_address`,
    fallback: undefined,
    repeats: true,
    parse: (input) => {
      const names = items(input).map(fieldNamed);
      if (names.length > MOST_FIELDS) return MALFORMED;
      const known = names.filter((name) => name !== undefined);
      if (known.length < names.length) return MALFORMED;
      return known.length === 0 ? undefined : [...new Set(known)];
    },
  };
}

/** A field by its name in any letter case; a custom value's stays as it is. */
function fieldNamed(name: string): string | undefined {
  const known = KNOWN.get(name.toLowerCase());
  if (known !== undefined) return known;
  return name.startsWith('custom_') && name.length <= LONGEST_NAME ? name : undefined;
}

/** The part of a record that was asked for, in the order of the names. */
export function picked(
  record: Readonly<Record<string, unknown>>,
  fields: readonly string[],
): Record<string, unknown> {
  const present = fields.filter((name) => Object.hasOwn(record, name));
  return Object.fromEntries(present.map((name) => [name, record[name]]));
}
