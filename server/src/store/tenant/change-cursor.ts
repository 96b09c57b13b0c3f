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

/** The version of the text of cursors. */
export const CURSOR_VERSION = 1;

/** The cursor as text (R191). It is opaque: websites keep it and send it back, and nothing else. */
export function writeCursor({ epoch, seq, kind, id, begun, kinds }: Cursor): string {
  const text = [CURSOR_VERSION, epoch, seq, kind, id, begun, kinds].join('.');
  return Buffer.from(text).toString('base64url');
}
