import type { ResourceName } from 'portico-importer/resource.js';
import { blogLabelFiles } from '../resources/blog-label.js';
import { buildingFiles } from '../resources/buildings/building.js';
import { buildingPhotoFiles } from '../resources/buildings/building-photo.js';
import { neighborhoodFiles } from '../resources/buildings/neighborhood.js';
import { blogFiles } from '../resources/content/blog.js';
import { labelFiles } from '../resources/content/label.js';
import { documentFiles } from '../resources/document.js';
import type { KeyField, RecordKind } from '../resources/kinds/record-kind.js';
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
import { savedSearchFiles } from '../resources/saved-searches/saved-search.files.js';
import { testimonialFiles } from '../resources/testimonial.js';
import { videoFiles } from '../resources/video.js';
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

/** The fields of import records of a kind that take a source key. */
export function keyFieldsOf(kind: ResourceName): readonly (readonly [string, KeyField])[] {
  return Object.entries(RECORD_KINDS[kind].keys ?? {});
}
