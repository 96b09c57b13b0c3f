/** The names that a listing counts for: neighborhood, building, street, zip code, three agents. */
export const LINKS = 7;

/** The place of a name that a listing does not have. */
export const NONE = -1;

/**
 * Which names each listing on the market counts for: 36 bytes a listing, as there may be a million. Each
 * listing that came later has its place in a map of its own, until all are loaded again.
 */
export class ListingLinks {
  #ids: Float64Array<ArrayBufferLike> = new Float64Array(0);
  #links: Int32Array<ArrayBufferLike> = new Int32Array(0);
  /** How many of the places above are taken. */
  #count = 0;
  readonly #later = new Map<number, readonly number[]>();

  /** How many listings have come since the load. */
  get later(): number {
    return this.#later.size;
  }

  /** Bytes of memory, about. */
  get bytes(): number {
    return this.#ids.byteLength + this.#links.byteLength + 200 * this.#later.size;
  }

  /** Adds a listing at the end, as a load reads them, in the order of their ids. */
  append(id: number, links: readonly number[]): void {
    if (this.#count === this.#ids.length) this.#resize(Math.max(64, Math.ceil(this.#count * 1.5)));
    this.#ids[this.#count] = id;
    this.#links.set(links, this.#count * LINKS);
    this.#count += 1;
  }

  /** Gives back what the load has taken too much. */
  trim(): void {
    this.#resize(this.#count);
  }

  /**
   * Sets the links of a listing.
   *
   * @param links None for a listing that is not on the market.
   * @returns The links before.
   */
  replace(id: number, links: readonly number[] | undefined): readonly number[] {
    const place = this.#placeOf(id);
    if (place === undefined) {
      const before = this.#later.get(id) ?? [];
      if (links === undefined) this.#later.delete(id);
      else this.#later.set(id, links);
      return before;
    }
    const before = [...this.#links.subarray(place * LINKS, (place + 1) * LINKS)];
    this.#links.set(links ?? Array<number>(LINKS).fill(NONE), place * LINKS);
    return before;
  }

  #placeOf(id: number): number | undefined {
    let [low, high] = [0, this.#count - 1];
    while (low <= high) {
      const middle = (low + high) >> 1;
      const found = this.#ids[middle] ?? 0;
      if (found === id) return middle;
      if (found < id) low = middle + 1;
      else high = middle - 1;
    }
    return undefined;
  }

  #resize(length: number): void {
    const ids = new Float64Array(length);
    ids.set(this.#ids.subarray(0, this.#count));
    const links = new Int32Array(length * LINKS);
    links.set(this.#links.subarray(0, this.#count * LINKS));
    [this.#ids, this.#links] = [ids, links];
  }
}
