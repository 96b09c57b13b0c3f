import { parse as parseForm } from 'node:querystring';
import { Readable } from 'node:stream';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { errorCodes, type FastifyInstance, type FastifyRequest } from 'fastify';
import { FileProblem } from 'portico-importer/errors.js';
import { type RecordBodyLimits, readRecordBody } from 'portico-importer/record-body.js';
import { isEmpty, Upload } from '../api/read-params.js';
import { MOST_RECORDS } from '../changes/manage/store-records.js';
import { byName, lowerCased } from '../lib/names.js';
import { BodyProblem, checkFormBounds, checkJsonBounds } from './body-bounds.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The names, in lower case, of the files that this route takes in a multipart form. */
    uploads?: ReadonlySet<string>;
    /** The names, in lower case, of the files that it takes in Base64, in any kind of body. */
    base64Uploads?: ReadonlySet<string>;
  }
}

/** The body limit of ordinary writes, in bytes (R14). */
const BODY_LIMIT = 1024 * 1024;

/**
 * The body limit of writes that take files, in bytes: 5 MB as Base64 in a form, and its text. Without
 * the files, such a body has the limit of ordinary writes.
 */
export const UPLOAD_LIMIT = 8 * 1024 * 1024;

/**
 * Reads the bodies of writes: forms, JSON objects, and multipart forms on routes that take files. R12.
 *
 * Each body is read whole before the route's work, so that the gate finds a key anywhere in it, and a
 * broken upload leaves nothing behind.
 */
export function registerBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer', bodyLimit: BODY_LIMIT },
    async (request: FastifyRequest, body: Buffer) => {
      checkEncoding(request);
      checkFormBounds(body);
      // Without a limit, as the fields were counted above.
      const form = parseForm(body.toString(), '&', '=', { maxKeys: 0 });
      checkSizeBesideFiles(request, body, form);
      return form;
    },
  );
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer', bodyLimit: BODY_LIMIT },
    async (request: FastifyRequest, body: Buffer) => {
      checkEncoding(request);
      checkJsonBounds(body);
      const members = readJson(body.toString());
      checkSizeBesideFiles(request, body, members);
      return members;
    },
  );
  app.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer', bodyLimit: BODY_LIMIT },
    async (request: FastifyRequest, body: Buffer) => {
      checkEncoding(request);
      const { uploads } = request.routeOptions.config;
      const type = request.headers['content-type'] ?? '';
      if (uploads === undefined) throw new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(type);
      return readMultipart(type, body, uploads);
    },
  );
}

/** Refuses a compressed body (R16): a few bytes may unpack into any number, and nothing requires compression. */
function checkEncoding(request: FastifyRequest): void {
  const encoding = request.headers['content-encoding'] ?? '';
  if (/^(?:identity)?$/i.test(encoding.trim())) return;
  throw new BodyProblem('The body has a Content-Encoding: send it without one.');
}

/** Applies the limit of ordinary writes to the body without its files. */
function checkSizeBesideFiles(
  request: FastifyRequest,
  body: Buffer,
  members: Readonly<Record<string, unknown>>,
): void {
  if (body.length <= BODY_LIMIT) return;
  let size = body.length;
  for (const name of request.routeOptions.config.base64Uploads ?? []) {
    for (const value of byName(members).get(name)?.flat() ?? []) {
      // An eighth more, for the escapes in the body.
      if (typeof value === 'string') size -= value.length * 1.125;
    }
  }
  if (size > BODY_LIMIT) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE();
}

/** @throws BodyProblem */
function readJson(body: string): Record<string, unknown> {
  if (body.trim() === '') return {};
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    // The parser's message quotes the body, which may hold a password.
    throw new BodyProblem('The body is not valid JSON.');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new BodyProblem('The body must be a JSON object.');
  }
  return value as Record<string, unknown>;
}

/**
 * The parameters of a write: those of the body win over those of the query string. Names match in any
 * letter case (R6, R7). An empty value counts as missing (R8) and hides no other.
 */
export function mergedParameters(
  query: Readonly<Record<string, unknown>>,
  body: unknown,
): Record<string, unknown> {
  if (typeof body !== 'object' || body === null) return query;
  const inBody = new Set<string>();
  for (const [name, values] of byName(body)) {
    if (values.some((value) => !isEmpty(value))) inBody.add(name);
  }
  const merged: Record<string, unknown> = Object.assign(Object.create(null), body);
  for (const [name, value] of Object.entries(query)) {
    if (!inBody.has(lowerCased(name))) merged[name] = value;
  }
  return merged;
}

/** What a body of records may hold (R251). */
export const RECORD_BODY: RecordBodyLimits = {
  bytes: 20 * 1024 * 1024,
  // Parsing a longer one would keep all other calls waiting.
  recordBytes: 1024 * 1024,
  records: MOST_RECORDS,
};

/** The types of content that records come as: the text itself shows whether it is lines or an array. */
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

/** The most fields and files of a form: more than any endpoint has parameters. */
const MOST_FIELDS = 100;
const MOST_FILES = 4;
const LIMITS = {
  fields: MOST_FIELDS,
  files: MOST_FILES,
  parts: MOST_FIELDS + MOST_FILES,
  // The limit of the whole body limits each field, too.
  fieldSize: Number.POSITIVE_INFINITY,
  headerPairs: 20,
  headerSize: 16 * 1024,
};

/** How many bytes are read at a time. */
const PORTION = 64 * 1024;

const MALFORMED = 'The body is not a valid multipart form.';

/**
 * Reads a whole multipart form: fields as text, and the endpoint's files as `Upload`. Any other file is
 * read as text, like a field.
 *
 * @param files Names of the endpoint's files, in lower case.
 * @returns The fields by name; a repeated field is an array.
 * @throws BodyProblem
 */
async function readMultipart(
  contentType: string,
  body: Buffer,
  files: ReadonlySet<string>,
): Promise<Record<string, unknown>> {
  // Without a prototype, as callers choose the names.
  const fields: Record<string, unknown> = Object.create(null);
  const add = (name: string | undefined, value: string | Upload) => {
    if (name === undefined || name === '') return;
    const before = fields[name];
    if (before === undefined) fields[name] = value;
    else if (Array.isArray(before)) before.push(value);
    else fields[name] = [before, value];
  };
  const parser = parserFor(contentType, files);
  const content = Readable.from(portions(body));
  await new Promise<void>((resolve, reject) => {
    const refuse = (words: string) => {
      // The rest of a form with very many parts would take a second to skip.
      content.unpipe(parser).destroy();
      reject(new BodyProblem(words));
    };
    parser.on('field', (name, value) => add(name, value));
    parser.on('file', (name, file, filename?: string) => {
      const chunks: Buffer[] = [];
      file.on('data', (chunk: Buffer) => chunks.push(chunk));
      file.on('end', () => {
        // A browser sends a file field nameless and empty if no file was chosen.
        const chosen = chunks.length > 0 || (filename ?? '') !== '';
        if (chosen) add(name, new Upload(Buffer.concat(chunks)));
      });
      file.on('error', () => refuse(MALFORMED));
    });
    parser.on('fieldsLimit', () => refuse(`The form has more than ${MOST_FIELDS} fields.`));
    parser.on('filesLimit', () => refuse(`The form has more than ${MOST_FILES} files.`));
    parser.on('partsLimit', () => refuse('The form has too many parts.'));
    parser.on('error', () => refuse(MALFORMED));
    parser.on('finish', () => resolve());
    content.pipe(parser);
  });
  return fields;
}

/** Portions of a body, so that other calls run in between. */
function* portions(body: Buffer): Iterable<Buffer> {
  for (let start = 0; start < body.length; start += PORTION) {
    yield body.subarray(start, start + PORTION);
  }
}

function parserFor(contentType: string, files: ReadonlySet<string>): BusboyInstance {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      limits: LIMITS,
      isPartAFile: (name) => name !== undefined && files.has(lowerCased(name)),
    });
  } catch {
    // The boundary is missing.
    throw new BodyProblem(MALFORMED);
  }
}
