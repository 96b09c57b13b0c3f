import { ENCODINGS, type Encoding } from './encoding.js';
import type { FileFormat } from './file-format.js';
import { quoted } from './text.js';

/** How a mapping says that its files are written. */
export interface MappingFormat {
  /** The format of the files, where the mapping decides it and not the file names. */
  readonly type: FileFormat | undefined;
  /** The separator of the cells of a table; undefined for the usual one of the format. */
  readonly delimiter: string | undefined;
  /** The encoding of files without a byte-order mark; undefined for UTF-8. */
  readonly encoding: Encoding | undefined;
}

const TYPES: readonly FileFormat[] = ['ndjson', 'json', 'csv', 'tsv'];
const MEMBERS = ['type', 'delimiter', 'encoding'];

/** Reads the member `format` of a mapping. */
export function mappingFormat(
  value: unknown = {},
): MappingFormat & { readonly problems: readonly string[] } {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    const problems = [`format: is not an object with ${MEMBERS.join(': or ')}:`];
    return { type: undefined, delimiter: undefined, encoding: undefined, problems };
  }
  const format = value as Readonly<Record<string, unknown>>;
  const problems = Object.keys(format)
    .filter((key) => !MEMBERS.includes(key))
    .map((key) => `format: ${quoted(key)} is unknown; accepted are ${MEMBERS.join(', ')}`);
  const type = oneOf(TYPES, format.type);
  if (format.type !== undefined && type === undefined) {
    problems.push(
      `format: type ${quoted(format.type)} is unknown; accepted are ${TYPES.join(', ')}`,
    );
  }
  const encoding = oneOf(ENCODINGS, String(format.encoding).toLowerCase());
  if (format.encoding !== undefined && encoding === undefined) {
    problems.push(
      `format: encoding ${quoted(format.encoding)} is unknown; accepted are ${ENCODINGS.join(', ')}`,
    );
  }
  const delimiter = format.delimiter;
  if (delimiter === undefined || isDelimiter(delimiter)) {
    return { type, delimiter, encoding, problems };
  }
  problems.push(
    `format: delimiter ${quoted(delimiter)} is not one sign, such as "," ";" "|" or "\\t"`,
  );
  return { type, delimiter: undefined, encoding, problems };
}

function isDelimiter(value: unknown): value is string {
  return typeof value === 'string' && /^[\t -~]$/.test(value) && !/["\w]/.test(value);
}

function oneOf<Name>(names: readonly Name[], value: unknown): Name | undefined {
  return names.find((name) => name === value);
}
