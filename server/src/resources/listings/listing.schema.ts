import { type TProperties, type TSchema, Type } from 'typebox';
import { documentedAs, isoMoment, named, oneZero, SERVER_ONLY } from '../../api/fields.js';
import { items, MALFORMED, type Param } from '../../api/params.js';
import { AMENITIES, flag } from '../../search/params/amenity.vocabulary.js';
import type { FieldList } from '../kinds/fields.js';
import { schemasOf } from '../kinds/kind.js';
import { attributionFields } from './attribution.js';
import { historyFields } from './history.js';
import * as fields from './listing.fields.js';
import { listedVariantFields } from './photo.js';

const iso = (field: string) =>
  Type.Optional(
    isoMoment(
      `addIso: ${field} as ISO 8601, like 2026-11-20T14:05:09-05:00; empty when there is none`,
    ),
  );

const str = (description: string) => Type.String({ description });

/** Fields that not every record has. */
const optional = (list: FieldList): TProperties =>
  Object.fromEntries(
    Object.entries<TSchema>(schemasOf(list)).map(([name, schema]) => [name, Type.Optional(schema)]),
  );
const occasionalFields = optional(fields.occasionalFields);

/** Fields that flags add (R71, R283). */
const addedFields = {
  photos: Type.Optional(str('addPhotos: absolute URLs in order, separated by |')),
  ...listedVariantFields,
  ...optional(fields.openHouseFields),
  hitcounter: Type.Optional(Type.Integer({ description: 'addHitCounter: website views' })),
  ...historyFields,
  ...attributionFields,
  labels: Type.Optional(str('addLabels: names, comma separated')),
  essentials_available_iso: Type.Optional(
    Type.String({
      pattern: '^(?:\\d{4}-\\d{2}-\\d{2})?$',
      description: 'addIso: the day of essentials_available, like 2026-12-01; empty for words',
    }),
  ),
  essentials_date_iso: iso('essentials_date'),
  openhouse_iso: iso('openhouse'),
  openhouseend_iso: iso('openhouseend'),
  openhouse2_iso: iso('openhouse2'),
  openhouseend2_iso: iso('openhouseend2'),
  listed_iso: iso('listed'),
  price_changed_iso: iso('price_changed'),
  source_updated_iso: iso('source_updated'),
};

/**
 * The `custom_<name>` fields of addCustomValues. The document has them apart from the record: in one schema,
 * generated types would take any name for a field, and a mistyped one would compile.
 */
const custom = { '^custom_': Type.String() };
const CustomValues = Type.Object(
  {},
  {
    $id: 'CustomValues',
    description:
      'With addCustomValues=true a listing has these fields as well: one `custom_<name>` for each custom ' +
      'value. Many hold what only the brokerage should see, such as where a key hangs',
    patternProperties: custom,
    // A listing has its own fields next to these.
    unevaluatedProperties: true,
    [SERVER_ONLY]: true,
  },
);

const record = (fields: TProperties, id: string, description: string) =>
  documentedAs(
    Type.Object(fields, {
      $id: id,
      description,
      patternProperties: custom,
      additionalProperties: false,
    }),
    Type.Object(fields, {
      $id: id,
      description: `${description}. addCustomValues adds the fields of CustomValues`,
      dependentSchemas: { main_id: CustomValues },
    }),
  );

const sharedFields = {
  ...schemasOf(fields.shortFields),
  ...schemasOf(fields.commonFields),
  ...schemasOf(fields.agentFields),
  ...schemasOf(fields.coagentFields),
  ...schemasOf(fields.listingAgentFields),
};

/** The answer to a read of one listing by its id. R66. */
export const ListingDetail = record(
  { ...sharedFields, ...schemasOf(fields.detailFields), ...occasionalFields, ...addedFields },
  'ListingDetail',
  'A listing with everything a page about it needs',
);

/** One entry of the LISTINGS of a search. R70. */
export const ListingSearchRecord = record(
  {
    ...sharedFields,
    ...schemasOf(fields.searchFields),
    main_description: Type.Optional(str('addDescription: marketing copy')),
    ...occasionalFields,
    ...addedFields,
  },
  'ListingSearchRecord',
  'A listing as searches return it',
);

/** One listing of a random draw: 25 fields. R79. */
export const ListingShortRecord = named(
  'ListingShortRecord',
  'A listing as random draws return it',
  {
    ...schemasOf(fields.shortFields),
    ...schemasOf(fields.agentFields),
    ...schemasOf(fields.coagentFields),
    ismls: Type.Optional(oneZero('it comes from a feed; there where the draw looked into one')),
  },
);

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

/** The amenities of a listing: each field is 1 or 0. R28, R80. */
export const Amenities = named(
  'Amenities',
  '1 for each amenity there is',
  Object.fromEntries(AMENITIES.map((name) => [name, oneZero('the listing has it')] as const)),
);

export function amenitiesRecord(bits: {
  readonly amenities_low: number;
  readonly amenities_high: number;
}): Record<string, 0 | 1> {
  const set = { low: bits.amenities_low, high: bits.amenities_high };
  return Object.fromEntries(AMENITIES.map((name) => [name, flag(set, name)]));
}
