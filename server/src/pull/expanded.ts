import { RefusedAddress, SourceProblem } from './source-request.js';

/** What OData calls the link to the rest of a collection that a record contains, behind the name of the collection. */
const LINK = '@odata.nextLink';

/** The most pages of one such collection, and the most records. */
const MOST_PAGES = 50;
const MOST_RECORDS = 10_000;

/** How often a source may fail, or have a collection without an end, until the run ends. */
const MOST_FAILURES = 3;

type SourceRecord = Readonly<Record<string, unknown>>;

interface Part {
  readonly records: readonly SourceRecord[];
  readonly next: string | undefined;
}

/** Follows the links in records: a server may give a part of what a record contains, such as ten of its pictures. */
export class Expansions {
  #failures = 0;

  /**
   * @param read Reads a page.
   * @param keep Keeps the source for this run: a page of records may have as many links.
   */
  constructor(
    readonly base: URL,
    readonly signal: AbortSignal,
    readonly read: (url: URL) => Promise<Part>,
    readonly keep: () => Promise<void>,
  ) {}

  /**
   * The records with all that they contain. Where a part cannot be had, words stand in place of the collection: a mapping
   * that reads it rejects the record, and what is here stays.
   *
   * @throws SourceProblem where the source has had enough, or fails again and again.
   */
  async whole(records: readonly SourceRecord[]): Promise<readonly SourceRecord[]> {
    const whole: SourceRecord[] = [];
    for (const record of records) {
      const parts: Record<string, unknown> = {};
      for (const name of Object.keys(record)) {
        if (!name.endsWith(LINK)) continue;
        const [of, link] = [name.slice(0, -LINK.length), record[name] ?? ''];
        if (link !== '') parts[of] = await this.#collection(record[of], link);
      }
      whole.push(Object.keys(parts).length === 0 ? record : { ...record, ...parts });
    }
    return whole;
  }

  async #collection(first: unknown, link: unknown): Promise<unknown> {
    const all = Array.isArray(first) ? [...first] : [];
    const followed = new Set<string>();
    try {
      for (let next: unknown = link; next !== undefined; ) {
        if (!URL.canParse(String(next), this.base.href)) throw new RefusedAddress('No address.');
        const url = new URL(String(next), this.base);
        const isEndless = followed.has(url.href) || followed.size >= MOST_PAGES;
        if (isEndless || all.length > MOST_RECORDS) throw new SourceProblem('It does not end.');
        followed.add(url.href);
        await this.keep();
        const page = await this.read(url);
        all.push(...page.records);
        next = page.next;
      }
      return all;
    } catch (error) {
      this.signal.throwIfAborted();
      if (!(error instanceof SourceProblem) || error.status === 429) throw error;
      const isRefused = error.status >= 400 && error.status < 500;
      if (!isRefused && !(error instanceof RefusedAddress)) this.#failures += 1;
      if (this.#failures > MOST_FAILURES) throw error;
      return `Its further pages cannot be read: ${error.message}`;
    }
  }
}
