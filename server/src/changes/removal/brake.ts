import type { ResourceName } from 'portico-importer/resource.js';

/** What is known of a kind once a complete import has written its records. */
interface KindState {
  /** How many of its records the files name, also in records that were rejected. */
  readonly named: number;
  /** How many rejected records do not say which record they are. */
  readonly unidentified: number;
  /** How many records were there when this import began. */
  readonly there: number;
  /** How many the brake compares with: not more than `there`, and not those that refused imports have added. */
  readonly base: number;
  /** How many records no file names. */
  readonly unnamed: number;
}

/** Of so few records more than a tenth may go, and of so many no half. */
const MOST_BY_SHARE = 20;
const LEAST_BY_HALF = 5;

/**
 * The share that makes so many records of a kind go only by force: more than a tenth and more than 20, or more than half and
 * at least 5. R300. So a brokerage of 8 agents loses one of them without asking, and half a file takes nothing away.
 *
 * @returns undefined where they may go.
 */
export function braking({
  unnamed,
  base,
}: Pick<KindState, 'unnamed' | 'base'>): 'half' | 'a tenth' | undefined {
  if (unnamed > base / 2) return unnamed >= LEAST_BY_HALF ? 'half' : undefined;
  return unnamed > base / 10 && unnamed > MOST_BY_SHARE ? 'a tenth' : undefined;
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
  const { named, unidentified, there, base, unnamed } = state;
  if (unnamed === 0) return undefined;
  if (named === 0) {
    return `the file names none of ${there}. An empty file removes nothing, whatever you say. Import a whole one, or take single records away with portico remove.`;
  }
  if (unidentified > 0) {
    const [records, which] =
      unidentified === 1
        ? ['one record was', 'it is']
        : [`${unidentified} records were`, 'they are'];
    return `${records} rejected without an id that can be read, so nobody knows which ${which}, and ${unnamed} of ${there} ${unnamed === 1 ? 'is' : 'are'} not in the file. Mend the file, or have the mapping skip such rows.`;
  }
  const share = isForced ? undefined : braking(state);
  if (share === undefined) return undefined;
  const going =
    base === there
      ? `${unnamed} of ${there} are not in the file, more than ${share}`
      : `${unnamed} are not in the file, more than ${share} of the ${base} that were there when the last complete import went well`;
  return `${going}. If that is right, import again with --force=${kind}.`;
}
