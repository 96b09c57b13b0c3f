import { MALFORMED } from '../params.js';

/** A place in the changes of one database: what a website keeps to go on from. */
export interface Cursor {
  /** The series of changes that it belongs to; 0 for that of a feed that is not attached. */
  readonly epoch: number;
  /** The last entry that was answered: a revision, the code of a kind, and an id. */
  readonly seq: number;
  readonly kind: number;
  readonly id: number;
  /**
   * The revision at which a first load began; 0 when it is over. What was removed before is of no
   * concern to the website, as it never had it.
   */
  readonly begun: number;
  /** The kinds that are followed, each as the bit of its code; 0 for all. */
  readonly kinds: number;
}

const VERSION = 1;
const NUMBER = /^(?:0|[1-9]\d{0,15})$/;

/** The cursor as text (R191). It is opaque: websites keep it and send it back, and nothing else. */
export function writeCursor({ epoch, seq, kind, id, begun, kinds }: Cursor): string {
  const text = [VERSION, epoch, seq, kind, id, begun, kinds].join('.');
  return Buffer.from(text).toString('base64url');
}

/** Reads the text of a cursor; `start` is the wish for everything. */
export function readCursor(text: string): Cursor | 'start' | typeof MALFORMED {
  const trimmed = text.trim();
  if (trimmed === '0') return 'start';
  const parts = Buffer.from(trimmed, 'base64url').toString('latin1').split('.');
  const numbers = parts.map(Number);
  const sound = parts.every((part) => NUMBER.test(part)) && numbers.every(Number.isSafeInteger);
  if (parts.length !== 7 || !sound || numbers[0] !== VERSION) return MALFORMED;
  const [, epoch = 0, seq = 0, kind = 0, id = 0, begun = 0, kinds = 0] = numbers;
  const cursor = { epoch, seq, kind, id, begun, kinds };
  return writeCursor(cursor) === trimmed ? cursor : MALFORMED;
}
