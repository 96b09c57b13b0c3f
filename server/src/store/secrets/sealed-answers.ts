import { hkdfSync } from 'node:crypto';
import { seal, unseal } from './seal.js';

/** The begin of a sealed answer, which no JSON has: answers that earlier programs kept are not sealed. */
const SEALED = 'v1.';

/** Seals the answers that are kept for calls that come again: that to a registration has a verification code. R316. */
export class SealedAnswers {
  readonly #key: Buffer;
  readonly #random: (size: number) => Uint8Array;

  /** @param secretKey The key of the installation, from which one for answers is derived. */
  constructor(secretKey: Buffer, random: (size: number) => Uint8Array) {
    this.#key = Buffer.from(hkdfSync('sha256', secretKey, '', 'idempotency answers', 32));
    this.#random = random;
  }

  /** @param id The write that it is the answer to: for another one it does not open. */
  seal(id: string, answer: string): string {
    return seal(answer, this.#key, placeOf(id), this.#random);
  }

  /** @throws UnsealError */
  open(id: string, stored: string): string {
    return stored.startsWith(SEALED) ? unseal(stored, this.#key, placeOf(id)) : stored;
  }
}

function placeOf(id: string): string {
  return `answer to ${id}`;
}
