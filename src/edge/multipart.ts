import { Busboy, type BusboyInstance } from '@fastify/busboy';
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
  await new Promise<void>((resolve, reject) => {
    const refuse = (words: string) => reject(new BodyProblem(words));
    const parser = parserFor(contentType, files);
    parser.on('field', (name, value) => add(name, value));
    parser.on('file', (name, content, filename?: string) => {
      const chunks: Buffer[] = [];
      content.on('data', (chunk: Buffer) => chunks.push(chunk));
      content.on('end', () => {
        // A form with a field for a file sends it nameless and empty when none was chosen.
        const chosen = chunks.length > 0 || (filename ?? '') !== '';
        if (chosen) add(name, new Upload(Buffer.concat(chunks)));
      });
      content.on('error', () => refuse(MALFORMED));
    });
    parser.on('fieldsLimit', () => refuse(`The form has more than ${MOST_FIELDS} fields.`));
    parser.on('filesLimit', () => refuse(`The form has more than ${MOST_FILES} files.`));
    parser.on('partsLimit', () => refuse('The form has too many parts.'));
    parser.on('error', () => refuse(MALFORMED));
    parser.on('finish', () => resolve());
    parser.end(body);
  });
  return fields;
}

function parserFor(contentType: string, files: ReadonlySet<string>): BusboyInstance {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      limits: LIMITS,
      isPartAFile: (name) => name !== undefined && files.has(name.toLowerCase()),
    });
  } catch {
    // No boundary is named.
    throw new BodyProblem(MALFORMED);
  }
}
