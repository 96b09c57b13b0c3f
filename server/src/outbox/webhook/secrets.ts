import { seal, UnsealError, unseal } from '../../store/secrets/seal.js';
import type { StoredEndpoint } from './endpoint-store.js';

/** Seals the secrets of receivers, as those of API keys are sealed. R46. */
export class EndpointSecrets {
  readonly #key: () => Promise<Buffer>;
  readonly #random: (size: number) => Buffer;

  /** @param key The key that seals (`secretKeyFor`), asked for when it is needed. */
  constructor(key: () => Promise<Buffer>, random: (size: number) => Buffer) {
    this.#key = key;
    this.#random = random;
  }

  /** Seals a secret for its receiver: a copy in the row of another one does not open. */
  async seal(secret: string, publicId: string): Promise<string> {
    return seal(secret, await this.#key(), placeOfSecret(publicId), this.#random);
  }

  /** Whether the current secret of a receiver opens: it may have been sealed under another key. */
  async opens(endpoint: StoredEndpoint): Promise<boolean> {
    try {
      await this.of(endpoint, Number.POSITIVE_INFINITY);
      return true;
    } catch (error) {
      if (error instanceof UnsealError) return false;
      throw error;
    }
  }

  /**
   * The secrets that sign for a receiver, the current one first.
   *
   * @param now Milliseconds since the epoch: the secret before a rotation signs until its end.
   * @throws UnsealError when they were sealed under another key.
   */
  async of(
    { public_id, sealed_secret, old_sealed_secret, old_until }: StoredEndpoint,
    now: number,
  ): Promise<string[]> {
    const sealed = [sealed_secret, ...(old_until > now ? [old_sealed_secret] : [])];
    const key = await this.#key();
    return sealed.map((text) => unseal(text, key, placeOfSecret(public_id)));
  }
}

/** What a receiver's secret is sealed for (`seal`). */
export function placeOfSecret(publicId: string): string {
  return `webhook ${publicId}`;
}
