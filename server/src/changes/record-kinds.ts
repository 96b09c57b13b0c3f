import type { DraftTarget } from 'portico-importer/drafting/field-names.js';
import { REMOVE, RecordProblem, type ResourceName } from 'portico-importer/resource.js';
import { blogLabelFiles } from '../resources/blog-label.js';
import { buildingFiles } from '../resources/buildings/building.js';
import { buildingPhotoFiles } from '../resources/buildings/building-photo.js';
import { neighborhoodFiles } from '../resources/buildings/neighborhood.js';
import { blogFiles } from '../resources/content/blog.js';
import { labelFiles } from '../resources/content/label.js';
import { documentFiles } from '../resources/document.js';
import type { KeyField, RecordKind, TransferRecord } from '../resources/kinds/kind.js';
import { leadFiles } from '../resources/leads/lead.files.js';
import { linkCategoryFiles, linkFiles } from '../resources/link.js';
import { listingFiles } from '../resources/listings/listing.files.js';
import { photoFiles } from '../resources/listings/photo.write.js';
import { clientFiles } from '../resources/members/client.files.js';
import { dealFiles } from '../resources/members/deal.js';
import { favoriteFiles } from '../resources/members/favorite.files.js';
import { trailFiles } from '../resources/members/trail.js';
import { officeFiles } from '../resources/office.js';
import { agentFiles } from '../resources/people/agent.js';
import { teamFiles } from '../resources/people/team.js';
import { pressFiles } from '../resources/press.js';
import { savedSearchFiles } from '../resources/saved-searches/saved-search.js';
import { testimonialFiles } from '../resources/testimonial.js';
import { videoFiles } from '../resources/video.js';
import { AMENITIES } from '../search/params/amenity.vocabulary.js';
import { petPolicies, statuses, types } from '../search/params/listing.vocabulary.js';
import { isRemovable } from './removal/removals.js';
import { sourceKeyFiles } from './source-keys/source-key.files.js';

/** Every kind of record in files, by the name that its files carry. */
export const RECORD_KINDS: { readonly [Name in ResourceName]: RecordKind } = {
  'source-keys': sourceKeyFiles,
  neighborhoods: neighborhoodFiles,
  buildings: buildingFiles,
  'building-photos': buildingPhotoFiles,
  offices: officeFiles,
  agents: agentFiles,
  teams: teamFiles,
  listings: listingFiles,
  // Exported with their listings.
  photos: photoFiles,
  labels: labelFiles,
  'blog-labels': blogLabelFiles,
  blogs: blogFiles,
  press: pressFiles,
  videos: videoFiles,
  testimonials: testimonialFiles,
  docs: documentFiles,
  'link-categories': linkCategoryFiles,
  links: linkFiles,
  clients: clientFiles,
  deals: dealFiles,
  favorites: favoriteFiles,
  trails: trailFiles,
  'saved-searches': savedSearchFiles,
  leads: leadFiles,
};

export function keyFieldsOf(kind: ResourceName): readonly (readonly [string, KeyField])[] {
  return Object.entries(RECORD_KINDS[kind].keys ?? {});
}

export interface ImportField {
  readonly name: string;
  /** What is accepted, in the words of the errors; empty for a field that is accepted and ignored. */
  readonly type: string;
  readonly required: boolean;
  /** What it means; empty where no answer of the interface has it. */
  readonly meaning: string;
}

const REMOVE_MEANS = 'true removes the record; no other field but the id is read then';

/** A value that few fields accept: a fraction, and no word of any list. */
const FRACTION = '1.5';

/** The fields of the import records of a kind, with types from their reader: so they are what an import accepts. */
export function importFields(kind: ResourceName): ImportField[] {
  const { fields, openFields } = RECORD_KINDS[kind];
  const required = requiredFields(kind);
  const meanings = meaningsOf(kind);
  const found = [...fields].map((name) => ({
    name,
    type: typeOf(kind, required, name),
    required: Object.hasOwn(required, name),
    meaning: meanings.get(name) ?? '',
  }));
  const optional = (name: string, type: string, meaning: string) => ({
    ...{ name, type, meaning, required: false },
  });
  if (openFields !== undefined) found.push(optional('custom_<name>', 'text', 'Your own'));
  if (isRemovable(kind)) found.push(optional(REMOVE, 'true or false', REMOVE_MEANS));
  return found;
}

/** What a drafted mapping has to know of our records. Their readers say whether a field accepts a value. */
export const DRAFT_TARGET: DraftTarget = {
  kind: (name) => {
    const { fields, computed, identity = ['id'] } = RECORD_KINDS[name];
    const required = requiredFields(name);
    return {
      fields,
      computed,
      identity,
      keyFields: new Set(keyFieldsOf(name).map(([field]) => field)),
      accepts: (field, value) =>
        problemOf(name, { ...required, [field]: value })?.field.split('.')[0] !== field,
    };
  },
  words: {
    main_status: statuses.words,
    essentials_type: types.words,
    essentials_pets: petPolicies.words,
    amenities: AMENITIES,
  },
};

/** The smallest record that the kind accepts: the fields that tell records apart, with a value for each. */
function requiredFields(kind: ResourceName): TransferRecord {
  const { identity = ['id'] } = RECORD_KINDS[kind];
  return Object.fromEntries(identity.map((name) => [name, name === 'kind' ? 'listings' : '1']));
}

function typeOf(kind: ResourceName, required: TransferRecord, field: string): string {
  const refused = (value: unknown): string | undefined => {
    const problem = problemOf(kind, { ...required, [field]: value });
    return problem?.field.split('.')[0] === field ? problem.accepts : undefined;
  };
  const words = refused(FRACTION) ?? refused('no number');
  if (words !== undefined) return words;
  if (refused(['text']) !== undefined) return 'text';
  return refused({}) === undefined ? '' : 'a list';
}

function problemOf(kind: ResourceName, record: TransferRecord): RecordProblem | undefined {
  try {
    RECORD_KINDS[kind].read(record, 'UTC');
    return undefined;
  } catch (error) {
    if (error instanceof RecordProblem) return error;
    throw error;
  }
}

function meaningsOf(kind: ResourceName): ReadonlyMap<string, string> {
  const properties = (RECORD_KINDS[kind].answers ?? []).flatMap((schema) =>
    Object.entries(schema.properties),
  );
  return new Map(
    properties.flatMap(([name, property]) => {
      const { description } = property as { readonly description?: unknown };
      return typeof description === 'string' ? [[name, description] as const] : [];
    }),
  );
}
