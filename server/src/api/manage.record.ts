import { type Static, Type } from 'typebox';
import { named } from './fields.js';

/** Where a record stands in the body. */
const place = {
  line: Type.Integer({ description: 'The line of the body that the record begins on, from 1' }),
  element: Type.Optional(
    Type.Integer({ description: 'Its place in a JSON array, from 1; only in an array' }),
  ),
};

const RejectedRecord = named('RejectedRecord', 'A record that was left out', {
  ...place,
  id: Type.String({
    description: 'The id in the record, as text; of a photo, that of its listing and its file',
  }),
  field: Type.String({ description: 'The field at fault; empty for the record as a whole' }),
  reason: Type.String({ description: 'What was sent, and what is accepted' }),
});

export type RejectedRecord = Static<typeof RejectedRecord>;

const KeyedRecord = named('KeyedRecord', 'A record that came with a key, and its number', {
  ...place,
  key: Type.String({ description: 'The key of the record' }),
  source: Type.String({ description: 'The source of the key' }),
  id: Type.Integer({ description: 'The number of the record, which it keeps for ever' }),
});

export type KeyedRecord = Static<typeof KeyedRecord>;

export const StoredRecords = named('StoredRecords', 'What became of the records of a call', {
  STORED: Type.Integer({ description: 'Records that are new, or have changed' }),
  UNCHANGED: Type.Integer({
    description: 'Records that were there as they are, and removals of what was not there',
  }),
  REMOVED: Type.Integer({ description: 'Records that lines with `_remove` have removed' }),
  REJECTED: Type.Array(RejectedRecord, { description: 'Records that were left out, and why' }),
  IGNORED: Type.Array(Type.String(), {
    description: 'Members of the records that no field takes; their values are nowhere',
  }),
  KEPT: Type.Optional(
    Type.Integer({
      description: 'Values that were left out, as staff keep other ones; where there are such',
    }),
  ),
  IDS: Type.Optional(
    Type.Array(KeyedRecord, {
      description:
        'The numbers of records that came with a key and were not rejected; where there are such',
    }),
  ),
});

/** What became of the records of a call. */
export type StoredRecords = Static<typeof StoredRecords>;

/** A record as an import takes it. */
export const ManagedRecord = Type.Record(Type.String(), Type.Unknown(), {
  $id: 'ManagedRecord',
  description:
    'A record of the kind in the path, with the fields that `portico import --fields <kind>` lists',
});

export const ManagedRecords = Type.Array(ManagedRecord, {
  $id: 'UpdateRecordsRequest',
  description:
    'What `PUT /manage/{kind}` takes: a JSON array of records, or in `application/x-ndjson` one record a line',
  maxItems: 5000,
});

export const RemovedRecord = named('RemovedRecord', 'The record is gone', {
  REMOVED: Type.Integer({ description: 'How many records were removed' }),
});

export const StoredPicture = named('StoredPicture', 'The picture is stored', {
  FILENAME: Type.String({
    description: 'The name that records use: `filename` of photos, portraits, logos',
  }),
  BLOG_IMAGE: Type.String({ description: 'The name that the `image` of a blog post uses' }),
  URL: Type.String({ description: 'Where it is served' }),
});

/** The answer to a call that was not done. Its status says what is wrong, and so do its words. */
export const ManageError = named('ManageError', 'Nothing was done', {
  STATUS: Type.Literal('Error'),
  STATUS_CODE: Type.String({ description: 'The status of the answer' }),
  MESSAGE: Type.String({ description: 'What is wrong, and what is accepted' }),
  RECORD: Type.Optional(ManagedRecord),
});
