import { DocumentRecord } from '../api/content/document.record.js';
import { Link, LinkCategory } from '../api/content/link.record.js';
import { PressArticle } from '../api/content/press.record.js';
import { Video } from '../api/content/video.record.js';
import { Office } from '../api/people/office.record.js';
import { Testimonial } from '../api/people/testimonial.record.js';
import { Building } from '../resources/buildings/building.record.js';
import { Neighborhood } from '../resources/buildings/neighborhood.record.js';
import { BlogLabel, BlogPost } from '../resources/content/blog.record.js';
import { Label } from '../resources/content/label.record.js';
import type { TransferRecord } from '../resources/kinds/record-kind.js';
import { ListingDetail, ListingSearchRecord } from '../resources/listings/listing.schema.js';
import { Photo } from '../resources/listings/photo.record.js';
import { ClientRecord } from '../resources/members/client.record.js';
import { Agent } from '../resources/people/agent.record.js';
import { Team } from '../resources/people/team.record.js';
import { RecordProblem, type ResourceName } from '../transfer/resource.js';
import { RECORD_KINDS } from './record-kinds.js';

/** A field of the import records of one kind. */
export interface ImportField {
  readonly name: string;
  /** What is accepted, in the words of the errors; empty for a field that is accepted and ignored. */
  readonly type: string;
  /** Whether every record must have it. */
  readonly required: boolean;
  /** What it means; empty where no answer of the interface has it. */
  readonly meaning: string;
}

interface RecordSchema {
  readonly properties: Readonly<Record<string, unknown>>;
}

/** The records that answers hold, whose descriptions say what fields of the same name mean. */
const ANSWERED: { readonly [Name in ResourceName]?: readonly RecordSchema[] } = {
  neighborhoods: [Neighborhood],
  buildings: [Building],
  'building-photos': [Photo],
  offices: [Office],
  agents: [Agent],
  teams: [Team],
  listings: [ListingDetail, ListingSearchRecord],
  photos: [Photo],
  labels: [Label],
  'blog-labels': [BlogLabel],
  blogs: [BlogPost],
  press: [PressArticle],
  videos: [Video],
  testimonials: [Testimonial],
  docs: [DocumentRecord],
  'link-categories': [LinkCategory],
  links: [Link],
  clients: [ClientRecord],
};

/** A value that few fields accept: a fraction, and no word of any list. */
const FRACTION = '1.5';

/** Values that a required field may accept. */
const SAMPLES = [1, 'a@example.com', '2026-11-20 14:05:09', ['1'], 'listings'] as const;

/**
 * The fields of the import records of a kind. The types come from the reader of the records, so that
 * they are what an import accepts.
 */
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
  if (openFields === undefined) return found;
  return [...found, { name: 'custom_<name>', type: 'text', required: false, meaning: 'Your own' }];
}

/** Asks the reader of a kind's records whether one of their fields accepts a value. */
export function fieldCheck(kind: ResourceName): (field: string, value: unknown) => boolean {
  const required = requiredFields(kind);
  return (field, value) =>
    problemOf(kind, { ...required, [field]: value })?.field.split('.')[0] !== field;
}

/** The smallest record that the kind accepts: its required fields with a value for each. */
function requiredFields(kind: ResourceName): TransferRecord {
  const record: Record<string, unknown> = {};
  // Each round finds one field more, and no kind has that many.
  for (let round = 0; round < RECORD_KINDS[kind].fields.size; round += 1) {
    const problem = problemOf(kind, record);
    if (problem === undefined || Object.hasOwn(record, problem.field)) break;
    const { field } = problem;
    record[field] = SAMPLES.find(
      (value) => problemOf(kind, { ...record, [field]: value })?.field !== field,
    );
  }
  return record;
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
  const properties = (ANSWERED[kind] ?? []).flatMap((schema) => Object.entries(schema.properties));
  return new Map(
    properties.flatMap(([name, property]) => {
      const { description } = property as { readonly description?: unknown };
      return typeof description === 'string' ? [[name, description] as const] : [];
    }),
  );
}
