/**
 * The number of a record in the address of its page; undefined for what no record has, which is then a page that is not there.
 * Records whose source names them by text, such as those of an MLS, have numbers of 16 digits.
 */
export function idOf(text: string): number | undefined {
  const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : undefined;
  return Number.isSafeInteger(id) ? id : undefined;
}

/** What stands ahead of the number of a home of the MLS: it has its own numbers. */
const MLS = 'mls-';

/** A home: of the brokerage, or of the MLS that it reads. */
export interface HomeId {
  readonly id: number;
  readonly isMLS: boolean;
}

/** The home in the address of its page: `12`, or `mls-12`. Email whose links name the source has `own-12`. */
export function homeIn(text: string): HomeId | undefined {
  const isMLS = text.startsWith(MLS);
  const id = idOf(text.replace(/^(?:mls|own)-/, ''));
  return id === undefined ? undefined : { id, isMLS };
}

/** What of a record says where it is from: only a home of the MLS names its source. */
interface Sourced {
  readonly main_id: number;
  readonly source_name?: string;
}

export const isOfMls = ({ source_name }: Pick<Sourced, 'source_name'>): boolean =>
  source_name !== undefined;

/** The name of a home in addresses. */
export const homeName = (home: Sourced): string => `${isOfMls(home) ? MLS : ''}${home.main_id}`;

/** The page of a home. */
export const homePath = (home: Sourced): string => `/listings/${homeName(home)}`;
