import { MALFORMED } from '../../api/params.js';
import { CURSOR_VERSION, type Cursor, writeCursor } from '../../store/tenant/change-cursor.js';

const NUMBER = /^(?:0|[1-9]\d{0,15})$/;

/** Reads the text of a cursor; `start` is the wish for everything. */
export function readCursor(text: string): Cursor | 'start' | typeof MALFORMED {
  const trimmed = text.trim();
  if (trimmed === '0') return 'start';
  const parts = Buffer.from(trimmed, 'base64url').toString('latin1').split('.');
  const numbers = parts.map(Number);
  const sound = parts.every((part) => NUMBER.test(part)) && numbers.every(Number.isSafeInteger);
  if (parts.length !== 7 || !sound || numbers[0] !== CURSOR_VERSION) return MALFORMED;
  const [, epoch = 0, seq = 0, kind = 0, id = 0, begun = 0, kinds = 0] = numbers;
  const cursor = { epoch, seq, kind, id, begun, kinds };
  return writeCursor(cursor) === trimmed ? cursor : MALFORMED;
}
