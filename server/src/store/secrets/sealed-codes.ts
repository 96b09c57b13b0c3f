import { seal, UnsealError, unseal } from './seal.js';

/** The form of a sealed code. Those that are mailed have no full stop. */
const SEALED = /^v1\.[\w-]{38,}$/;

/** The part of a client's row that holds a verification code. */
interface CodeHolder {
  readonly id: number;
  readonly verify: string;
}

/** What a code is sealed for (`seal`): in the row of another client it does not open. */
export function placeOfCode({ id }: Pick<CodeHolder, 'id'>): string {
  return `code of client ${id}`;
}

/** Whether a stored code is sealed. Those of earlier programs are not, until they are used. */
export function isSealedCode(code: string): boolean {
  return SEALED.test(code);
}

/** Seals the verification codes of members, as the secrets of API keys are sealed. R316. */
export class SealedCodes {
  readonly #key: () => Promise<Uint8Array>;
  readonly #random: (size: number) => Uint8Array;

  /** @param key The key that seals (`secretKeyFor`), asked for where there is a code. */
  constructor(key: () => Promise<Uint8Array>, random: (size: number) => Uint8Array) {
    this.#key = key;
    this.#random = random;
  }

  async seal<Row extends CodeHolder>(rows: readonly Row[]): Promise<Row[]> {
    const isPlain = ({ verify }: Row) => verify !== '' && !isSealedCode(verify);
    if (!rows.some(isPlain)) return [...rows];
    const key = await this.#key();
    return rows.map((row) =>
      isPlain(row)
        ? { ...row, verify: seal(row.verify, key, placeOfCode(row), this.#random) }
        : row,
    );
  }

  /**
   * The rows with their codes.
   *
   * @param unreadable What becomes of a code that was sealed under another key: `kept` leaves it for a row that is
   *   stored again; nobody may be shown it, or redeem it.
   */
  async open<Row extends CodeHolder>(
    rows: readonly Row[],
    unreadable: 'kept' | 'empty' = 'empty',
  ): Promise<Row[]> {
    if (!rows.some(({ verify }) => isSealedCode(verify))) return [...rows];
    const key = await this.#key();
    return rows.map((row) => {
      if (!isSealedCode(row.verify)) return row;
      try {
        return { ...row, verify: unseal(row.verify, key, placeOfCode(row)) };
      } catch (error) {
        if (!(error instanceof UnsealError)) throw error;
        return unreadable === 'kept' ? row : { ...row, verify: '' };
      }
    });
  }
}

/** What the secret of a second factor is sealed for (`seal`): on another account it does not open. */
export function placeOfSecondFactor(account: number): string {
  return `second factor of account ${account}`;
}
