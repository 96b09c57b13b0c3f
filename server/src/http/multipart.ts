import { Readable } from 'node:stream';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { Upload } from '../api/read-params.js';
import { lowerCased } from '../lib/names.js';
import { BodyProblem } from './body-bounds.js';

/** The most fields and files of a form; no endpoint has more than twenty parameters. */
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
export async function readMultipart(
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
