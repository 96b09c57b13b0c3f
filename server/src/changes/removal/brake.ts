import type { ResourceName } from 'portico-importer/resource.js';

/** What is known of a kind once a complete import has written its records. */
export interface KindState {
  /** How many of its records the files name, also in records that were rejected. */
  readonly named: number;
  /** How many rejected records do not say which record they are. */
  readonly unidentified: number;
  /** How many records the database has. */
  readonly stored: number;
  /** How many of these no file names. */
  readonly unnamed: number;
}

/** Of so few records more than a tenth may go, and of so many no half. */
const MOST_BY_SHARE = 20;
const LEAST_BY_HALF = 5;

/**
 * Whether so many records of a kind go only by force: more than a tenth and more than 20, or more than half and at
 * least 5. R300. So a brokerage of 8 agents loses one of them without asking, and half a file takes nothing away.
 */
export function isBraked({ unnamed, stored }: Pick<KindState, 'unnamed' | 'stored'>): boolean {
  const isLargeShare = unnamed > stored / 10 && unnamed > MOST_BY_SHARE;
  return isLargeShare || (unnamed > stored / 2 && unnamed >= LEAST_BY_HALF);
}

/**
 * Why a complete import removes nothing of a kind, and what to do; undefined where it may remove what no file names.
 *
 * @param isForced Whether the brake is off for this kind. It does not help where nobody knows what the file names.
 */
export function refusalOf(
  kind: ResourceName,
  state: KindState,
  isForced: boolean,
): string | undefined {
  const { named, unidentified, stored, unnamed } = state;
  if (unnamed === 0) return undefined;
  if (named === 0) return 'the file names none. An empty file removes nothing, whatever you say.';
  if (unidentified > 0) {
    const [records, which] =
      unidentified === 1
        ? ['one record was', 'it is']
        : [`${unidentified} records were`, 'they are'];
    return `${records} rejected without an id that can be read, so nobody knows which ${which}. Mend the file, or have the mapping skip such rows.`;
  }
  if (isForced || !isBraked(state)) return undefined;
  const share = unnamed > stored / 2 ? 'half' : 'a tenth';
  return `${unnamed} of ${stored} are not in the file, more than ${share}. If that is right, import again with --force=${kind}.`;
}
