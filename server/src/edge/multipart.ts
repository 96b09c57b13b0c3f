import { Readable } from 'node:stream';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { lowerCased } from '../lib/names.js';
import { Upload } from '../media/upload.js';
import { BodyProblem } from './body-problem.js';

/** Fields and files of one form; no endpoint has more than twenty parameters. */
const MOST_FIELDS = 100;
const MOST_FILES = 4;
const LIMITS = {
  fields: MOST_FIELDS,
  files: MOST_FILES,
  parts: MOST_FIELDS + MOST_FILES,
  // The body has a limit as a whole, which is one for each field, too.
  fieldSize: Number.POSITIVE_INFINITY,
  headerPairs: 20,
  headerSize: 16 * 1024,
};

/** Bytes that are read at a time. */
const PORTION = 64 * 1024;

const MALFORMED = 'The body is not a valid multipart form.';

/**
 * Reads a multipart form that has come whole: fields as text, and as `Upload` those that the endpoint
 * takes as files. What else is sent as a file is text to it, as every field of a form is.
 *
 * @param files Names of the endpoint's files, in lower case.
 * @returns The fields by name; one that is given more than once is an array.
 * @throws BodyProblem
 */
export async function readMultipart(
  contentType: string,
  body: Buffer,
  files: ReadonlySet<string>,
): Promise<Record<string, unknown>> {
  // Without a prototype, as the names are whatever the caller likes.
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
      // Of a form that is nothing but parts, the rest would take a second to pass over.
      content.unpipe(parser).destroy();
      reject(new BodyProblem(words));
    };
    parser.on('field', (name, value) => add(name, value));
    parser.on('file', (name, file, filename?: string) => {
      const chunks: Buffer[] = [];
      file.on('data', (chunk: Buffer) => chunks.push(chunk));
      file.on('end', () => {
        // A form with a field for a file sends it nameless and empty when none was chosen.
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

/** Portions of a body between which other calls have their turn. */
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
    // No boundary is named.
    throw new BodyProblem(MALFORMED);
  }
}
