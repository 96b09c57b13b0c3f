import type { Values } from '../../api/params.js';
import { addFlags } from '../../search/params/listing.params.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import { type Attribution, attributionOf } from './attribution.js';
import { historyOf } from './history.js';
import * as queries from './listing.queries.js';
import type { PictureSurvey } from './picture-survey.js';

/** The flags that add fields to records (R71). */
export type AddFlags = Values<typeof addFlags>;

/** What was read for the flags of a call. */
export type Added = queries.AddedFields & {
  readonly openHouse: boolean;
  readonly iso: boolean;
  readonly history?: Awaited<ReturnType<typeof historyOf>>;
  readonly attribution?: Attribution;
};

export interface AddingCall {
  readonly survey: PictureSurvey;
  /** The most photos of each listing whose variants are added. */
  readonly mostVariants: number;
}

/** `photosMax` adds nothing by itself. */
const FLAGS = Object.keys(addFlags).filter((name) => name !== 'photosMax') as (keyof AddFlags)[];

export function addsFields(flags: AddFlags): boolean {
  return FLAGS.some((flag) => flags[flag] !== false);
}

/** Reads the fields of the set flags; undefined when none is set. */
export async function addedFields(
  database: TenantDatabase,
  ids: readonly number[],
  flags: AddFlags,
  { survey, mostVariants }: AddingCall,
): Promise<Added | undefined> {
  if (!addsFields(flags) || ids.length === 0) return undefined;
  const { addPhotos, addOpenHouse, addHitCounter, addCustomValues, addLabels, addIso } = flags;
  const photos =
    addPhotos === false ? undefined : await queries.photosOf(database, ids, flags.photosMax);
  const named = [...(photos?.values() ?? [])].flatMap((each) => each.slice(0, mostVariants));
  const pictures =
    addPhotos === 'variants'
      ? await survey.of(
          database,
          named.map(({ filename }) => filename),
        )
      : undefined;
  return {
    openHouse: addOpenHouse,
    iso: addIso,
    ...(photos === undefined ? {} : { photos }),
    ...(pictures === undefined ? {} : { variants: { pictures, most: mostVariants } }),
    ...(addHitCounter ? { views: await queries.viewsOf(database, ids) } : {}),
    ...(addCustomValues ? { customValues: await queries.customValuesOf(database, ids) } : {}),
    ...(flags.addHistory ? { history: await historyOf(database, ids) } : {}),
    ...(flags.addAttribution ? { attribution: await attributionOf(database, ids) } : {}),
    ...(addLabels ? { labels: await queries.labelsOf(database, ids) } : {}),
  };
}
