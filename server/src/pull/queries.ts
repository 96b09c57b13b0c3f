import type { PullState } from '../store/tenant/pulls.js';
import { type Dialect, quotedText } from './dialects.js';
import type { PulledResource, PullFile } from './pull-file.js';

/** What a request says, by the names of OData. */
type Query = Readonly<Record<string, string | undefined>>;

/** The addresses of one resource of a source. */
export class Queries {
  readonly #file: PullFile;
  readonly #resource: PulledResource;

  constructor(file: PullFile, resource: PulledResource) {
    this.#file = file;
    this.#resource = resource;
  }

  /** The first page of a pass, or of what is left of it behind the last record that it has passed. */
  pass({ watermark, whole, position }: Pick<PullState, 'watermark' | 'whole' | 'position'>): URL {
    const { overlapMs, order, existing, everything } = this.#dialect;
    const isWhole = whole === 1;
    const since = new Date(Date.parse(watermark) - overlapMs);
    const passed = isWhole && everything !== undefined ? '' : position;
    const from = order === 'changed' && passed !== '' ? passed : undefined;
    const start = from ?? (isWhole ? undefined : since.toISOString());
    return this.#url(
      {
        $filter: this.#filter(
          isWhole ? existing : undefined,
          start === undefined ? undefined : this.#changedSince(start),
          order === 'key' && passed !== '' ? this.#after(passed) : undefined,
        ),
        $orderby: this.#order(),
        $expand: this.#resource.expand,
        $top: this.#top(),
      },
      isWhole,
    );
  }

  /** The first page of all keys. */
  sweep(after = ''): URL {
    const { key, lookupField } = this.#resource;
    const { existing, changed } = this.#dialect;
    return this.#url(
      {
        $select: [...new Set([key, lookupField, changed])].join(),
        $filter: this.#filter(existing, after === '' ? undefined : this.#after(after)),
        $orderby: this.#order(),
        $count: after === '' ? 'true' : undefined,
        $top: this.#top(),
      },
      true,
    );
  }

  /** How many keys one request may have: some sources take no longer conditions. */
  get keysAtOnce(): number {
    return this.#dialect.mostIn ?? 5;
  }

  /** The records with these keys: at most `keysAtOnce`. */
  records(keys: readonly string[]): URL {
    const { lookupField, expand } = this.#resource;
    const condition =
      this.#dialect.mostIn === undefined
        ? anyOf(keys.map((one) => `${lookupField} eq ${quotedText(one)}`))
        : `${lookupField} in (${keys.map(quotedText).join(',')})`;
    return this.#url({ $filter: this.#filter(condition), $expand: expand, $top: this.#top() });
  }

  get #dialect(): Dialect {
    return this.#file.dialect;
  }

  #changedSince(start: string): string {
    const { changed, alsoChanged = {} } = this.#dialect;
    const also = alsoChanged[this.#resource.name];
    const since = `${changed} ge ${start}`;
    return also === undefined ? since : anyOf([since, `${also} ge ${start}`]);
  }

  #after(position: string): string {
    return `${this.#resource.key} gt ${quotedText(position)}`;
  }

  #order(): string | undefined {
    const { asksForOrder, order, changed } = this.#dialect;
    if (!asksForOrder) return undefined;
    return order === 'key' ? this.#resource.key : changed;
  }

  #top(): string | undefined {
    return this.#dialect.page.by === '$top' ? String(this.#file.page) : undefined;
  }

  #filter(...conditions: readonly (string | undefined)[]): string | undefined {
    const always = this.#dialect.always?.(this.#file.settings);
    const all = [always, ...conditions].filter((one) => one !== undefined);
    return all.length === 0 ? undefined : all.join(' and ');
  }

  /** Names keep their `$`, and blanks are `%20`: some servers read nothing else. @param isWhole Whether it is everything. */
  #url({ $orderby, ...query }: Query, isWhole = false): URL {
    const { name } = this.#resource;
    const { everything } = this.#dialect;
    const isApart = isWhole && everything !== undefined;
    const all = isApart ? query : { ...query, $orderby };
    const pairs = Object.entries(all).flatMap(([option, value]) =>
      value === undefined ? [] : [`${option}=${encodeURIComponent(value)}`],
    );
    const path = isApart ? `${name}/${everything}` : name;
    return new URL(pairs.length === 0 ? path : `${path}?${pairs.join('&')}`, this.#file.base);
  }
}

function anyOf(conditions: readonly string[]): string {
  const either = conditions.join(' or ');
  return conditions.length > 1 ? `(${either})` : either;
}
