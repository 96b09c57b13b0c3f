import type { ResourceName } from 'portico-importer/resource.js';
import { type TInteger, type TSchema, type TString, Type } from 'typebox';
import * as schemas from '../../api/fields.js';
import { textDate } from '../../lib/dates.js';
import type { Field, Part, Shown } from './field.js';
import * as readers from './transfer-fields.js';

/** What a field may have of its own. */
interface Own<Column extends string> {
  readonly column?: Column;
}

/** Each function states its type: a column that is only inferred would leave the type of its table without a word. */
function made<Stored, Answer extends TSchema, Column extends string, Where extends Part>(
  part: Where,
  initial: Stored,
  schema: Answer,
  read: readers.Reader<Stored>,
  own: Own<Column> & Partial<Pick<Field<Stored, Answer>, 'show' | 'of'>> = {},
): Field<Stored, Answer, Column, Where> {
  const { column, show, of } = own;
  return { part, column, initial, schema, read, show, of };
}

const int = (description: string) => Type.Integer({ description });
const str = (description: string) => Type.String({ description });
const linked = (address: string, { linkUrl }: Shown) => linkUrl(address);

/** The number of the record itself. */
export function id(description = 'Record id'): Field<number, TInteger, never, 'answer'> {
  return made('answer', 0, int(description), readers.wholeReader());
}

/** The number of another record, 0 for none. */
export function idOf<const Column extends string = never>(
  of: ResourceName,
  description: string,
  own: Own<Column> = {},
): Field<number, TInteger, Column, 'answer'> {
  return made('answer', 0, int(description), readers.wholeReader(), { ...own, of });
}

/** Text. */
export function text<const Column extends string = never>(
  description: string,
  own: Own<Column> = {},
): Field<string, TString, Column, 'answer'> {
  return made('answer', '', str(description), readers.readText, own);
}

/** A whole number, 0 or more. */
export function whole<const Column extends string = never>(
  description: string,
  own: Own<Column> & { readonly initial?: number } = {},
): Field<number, TInteger, Column, 'answer'> {
  return made('answer', own.initial ?? 0, int(description), readers.wholeReader(), own);
}

/** The address of a page or a video, which answers show as a whole URL. */
export function address<const Column extends string = never>(
  description: string,
  own: Own<Column> = {},
): Field<string, TString, Column, 'answer'> {
  return made('answer', '', str(description), readers.readWebAddress, { ...own, show: linked });
}

/** A moment, null when it is unknown. */
export function moment<const Column extends string>(
  description: string,
  own: Own<Column>,
): Field<number | null, TString, Column, 'answer'> {
  const show = (stored: number | null, { timeZone }: Shown) => textDate(stored, timeZone);
  return made(
    'answer',
    null as number | null,
    schemas.textMoment(description),
    readers.readMoment,
    {
      ...own,
      show,
    },
  );
}

/** A moment, 0 when it is unknown, so that it has a place in the order. */
export function momentOrZero<const Column extends string>(
  description: string,
  own: Own<Column>,
): Field<number, TString, Column, 'answer'> {
  const show = (stored: number, { timeZone }: Shown) => textDate(stored || null, timeZone);
  const read = readers.readMomentOrZero;
  return made('answer', 0, schemas.textMoment(description), read, { ...own, show });
}

/** One of some words, of which the first stands for none. */
export function oneOf<const Word extends string>(
  words: readonly [Word, ...Word[]],
  description: string,
): Field<Word, ReturnType<typeof schemas.oneOf<Word>>, never, 'answer'> {
  const [first] = words;
  const read = readers.wordReader<Word>(words, first);
  return made('answer', first as Word, schemas.oneOf(words, description), read);
}

/** A field that files have, and answers do not. */
export function inFiles<Stored, Answer extends TSchema, Column extends string>(
  field: Field<Stored, Answer, Column, 'answer'>,
): Field<Stored, Answer, Column, 'files'> {
  return { ...field, part: 'files' };
}

/** A column that follows from others, or that only the program writes. */
export function column<Stored>(initial: Stored): Field<Stored, TSchema, never, 'column'> {
  const read = (): never => {
    throw new Error('No record has this column.');
  };
  return made('column', initial, Type.Unknown() as TSchema, read);
}
