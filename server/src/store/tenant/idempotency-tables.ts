/**
 * Writes that were done under an `Idempotency-Key`. R225. The transaction of the write stores its
 * answer, so that neither is there without the other.
 */
export interface IdempotentWriteTable {
  /**
   * Digest of the API key, the endpoint and the `Idempotency-Key`, which itself is not stored. `long` and
   * a number: the whole of a long answer, whose fingerprint is the id of its write.
   */
  id: string;
  /** Digest of what the call sent, under the installation's key. */
  fingerprint: string;
  /** The answer, as JSON, sealed; not sealed where an earlier program kept it. */
  answer: string;
  /** Milliseconds since the epoch. */
  created_at: number;
}

/** The table of writes that are not done twice. */
export interface IdempotencyTables {
  idempotent_write: IdempotentWriteTable;
}
