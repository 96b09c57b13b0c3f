import { plain } from '../text.js';
import type { SampleColumn } from './columns.js';
import type { RuleSuggestion } from './words.js';

/** A table of the words in a list of amenities; undefined where it has none of ours. */
export function amenitiesRule(
  { name, values }: SampleColumn,
  amenities: readonly string[],
): RuleSuggestion | undefined {
  const texts = values.filter((value) => typeof value === 'string');
  const separator = ['|', ';', ','].find((sign) => texts.some((text) => text.includes(sign)));
  const words = values
    .flatMap((value) => (Array.isArray(value) ? value : String(value).split(separator ?? ',')))
    .flatMap((value) => (typeof value === 'string' ? value.trim() : []));
  const known = [...new Set(words)].flatMap((word) => {
    const amenity = amenityOf([word], amenities);
    return amenity === undefined ? [] : [[word, amenity] as const];
  });
  if (known.length === 0) return undefined;
  return {
    rule: {
      column: name,
      ...(texts.length === 0 ? {} : { transform: `split:${separator ?? ','}` }),
      values: { ...Object.fromEntries(known), '*': null },
    },
  };
}

/** Names of other systems for our amenities. */
const AMENITY_WORDS: Readonly<Record<string, string>> = {
  gym: 'healthclub',
  fitnesscenter: 'healthclub',
  washerdryer: 'laundryinunit',
  inunit: 'laundryinunit',
  unitamenitieslaundry: 'laundryinunit',
  laundryinbuilding: 'laundry',
  buildinglaundry: 'laundry',
  coinlaundry: 'laundry',
  bikestorage: 'bicycleroom',
  buildingstorage: 'storage',
  rooftop: 'roofdeck',
  rooftopdeck: 'roofdeck',
  hardwoodfloors: 'hardwood',
  communitypool: 'pool',
  indoorpool: 'pool',
  swimmingpool: 'pool',
  recreationroom: 'recreationalroom',
  playroom: 'childrenplayroom',
  formaldiningroom: 'diningroom',
  gardenpatio: 'garden',
  granitecounters: 'granitekitchen',
  winerefrigerator: 'winecooler',
  newdevelopment: 'newconstruction',
};

/** Our amenity for the last of the steps of a name, or for the last two. */
function amenityOf(steps: readonly string[], amenities: readonly string[]): string | undefined {
  const word = plain(steps.at(-1) ?? '').replace(/^(?:has|is)|yn$/g, '');
  const names = [plain(steps.slice(-2).join('')), word].map((name) => AMENITY_WORDS[name]);
  return [...names, word, word.replace(/s$/, ''), `${word}s`].find(
    (name) => name !== undefined && amenities.includes(name),
  );
}

/** The columns that say yes or no of an amenity, by its name. */
export function amenityFlags(
  columns: readonly SampleColumn[],
  amenities: readonly string[],
): Readonly<Record<string, string>> {
  const flags = columns.flatMap(({ name, values, filled }) => {
    const amenity = amenityOf(name.split('.'), amenities);
    const isFlag = values.every((value) =>
      /^(?:true|false|yes|no|[ynx]|\d+)$/i.test(String(value)),
    );
    return amenity !== undefined && filled > 0 && isFlag ? [[amenity, name] as const] : [];
  });
  return Object.fromEntries(flags);
}
