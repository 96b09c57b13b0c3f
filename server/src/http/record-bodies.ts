import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { FileProblem } from 'portico-importer/errors.js';
import { type RecordBodyLimits, readRecordBody } from 'portico-importer/record-body.js';
import { MOST_RECORDS } from '../changes/manage/store-records.js';
import { checkEncoding } from './bodies.js';
import { BodyProblem } from './body-problem.js';

/** What a body of records may hold (R251). */
export const RECORD_BODY: RecordBodyLimits = {
  bytes: 20 * 1024 * 1024,
  // Parsing a longer one would keep all other calls waiting.
  recordBytes: 1024 * 1024,
  records: MOST_RECORDS,
};

/** The types of content that records come as: the text itself tells lines from an array. */
const TYPES = [
  'application/x-ndjson',
  'application/ndjson',
  'application/jsonl',
  'application/json',
];

/**
 * Reads the bodies of a scope as records, portion by portion: the connection waits while one is being
 * cut apart. A body that breaks off comes to no handler, so that nothing of it is stored.
 */
export function registerRecordBodies(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(TYPES, async (request: FastifyRequest, body: Readable) => {
    checkEncoding(request);
    try {
      // The rest of a body that is too large is still to be drained, so that its answer is read.
      return await readRecordBody(body.iterator({ destroyOnReturn: false }), RECORD_BODY);
    } catch (error) {
      if (error instanceof FileProblem) throw new BodyProblem(`The body: ${error.message}.`);
      throw error;
    }
  });
  scope.addContentTypeParser('*', async () => {
    throw new BodyProblem(
      `The content type is not accepted: send application/x-ndjson, one JSON object a line, or application/json, an array.`,
    );
  });
}
