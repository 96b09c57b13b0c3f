import type { PaceLimits } from '../../store/tenant/pull-pace.js';

/** How one vendor's server of the RESO Web API works. */
export interface Dialect {
  /** Members of `from` that this vendor needs, besides `url` and the credentials. */
  readonly needs: readonly string[];
  /** What every request must say in its `$filter`; undefined for nothing. */
  readonly always?: (from: Readonly<Record<string, string>>) => string;
  /** What a request for everything says in its `$filter`: never that for changes, which would hide removals. */
  readonly existing?: string;
  /** The field by which changes are asked for. */
  readonly changed: string;
  /** By resource, a further field that tells of changes. */
  readonly alsoChanged?: Readonly<Record<string, string>>;
  /** How far behind the last pass changes are asked for: the caches and clocks of the vendor, in milliseconds. */
  readonly overlapMs: number;
  /** By what pages come ordered: then a pass whose link has died goes on from the last record, and not from its start. */
  readonly order: 'key' | 'changed';
  /** Whether the order has to be asked for. */
  readonly asksForOrder: boolean;
  /** By resource, the field that finds single records, where that is not the key. */
  readonly lookupFields?: Readonly<Record<string, string>>;
  /** How many keys `in` takes; without it, five are requested with `or`. */
  readonly mostIn?: number;
  /** Where visitors may not be led to the addresses of pictures: what names the caller to the host of pictures. */
  readonly pictures?: { readonly userAgent: 'token' };
  /** How the most records of a page are said: as `$top`, or in a header. */
  readonly page: { readonly most: number; readonly by: '$top' | 'prefer' };
  /** Where everything is read, behind the name of a resource: in no order, and by its links only. */
  readonly everything?: string;
  /** Headers that say until when a limit longer than a minute holds, and how many requests it leaves. */
  readonly limit?: { readonly reset: string; readonly left: string };
  /** For how long the link to the next page is good, in milliseconds, where that is less than any run takes. */
  readonly linkMs?: number;
  /** Four fifths of the lowest limits that the vendor has published, or of ours where it has not. */
  readonly pace: PaceLimits;
  /** Hosts besides that of `url` that get the token. */
  readonly tokenHosts: readonly string[];
  /** What the vendor says of records that are to go, as `remove` of a mapping. */
  readonly remove: Readonly<Record<string, readonly unknown[]>>;
  /** What differs from the mappings that ship, by resource. */
  readonly fields: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** Four fifths of what a vendor allows, so that a count that differs by a minute never passes it. */
export function fourFifths(published: PaceLimits): PaceLimits {
  const { perSecond, perHour, perDay, bytesPerHour } = published;
  return {
    perSecond: perSecond * 0.8,
    perHour: Math.floor(perHour * 0.8),
    perDay: Math.floor(perDay * 0.8),
    bytesPerHour: Math.floor(bytesPerHour * 0.8),
  };
}

/** The text of a string in a `$filter`. */
export function quotedText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
