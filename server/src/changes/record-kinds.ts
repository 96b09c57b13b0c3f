import type { ResourceName } from 'portico-importer/resource.js';
import { blogLabelFiles } from '../resources/blog-label.js';
import { buildingFiles } from '../resources/buildings/building.js';
import { buildingPhotoFiles } from '../resources/buildings/building-photo.js';
import { neighborhoodFiles } from '../resources/buildings/neighborhood.js';
import { blogFiles } from '../resources/content/blog.js';
import { labelFiles } from '../resources/content/label.js';
import { documentFiles } from '../resources/document.js';
import { type KeyField, type RecordKind, recordKind } from '../resources/kinds/record-kind.js';
import { leadFiles } from '../resources/leads/lead.files.js';
import { linkCategoryFiles, linkFiles } from '../resources/link.js';
import { exportListings } from '../resources/listings/listing.export.js';
import {
  agentsOfListing,
  CUSTOM_FIELD,
  computedListingFields,
  listingImportFields,
  mergedListing,
  readListing,
} from '../resources/listings/listing.import.js';
import { listingsWithoutStatus } from '../resources/listings/listing.import-check.js';
import { ListingDetail, ListingSearchRecord } from '../resources/listings/listing.schema.js';
import { writeListings } from '../resources/listings/listing.write.js';
import { listingPhotoFields, readListingPhoto } from '../resources/listings/photo.import.js';
import { Photo } from '../resources/listings/photo.record.js';
import { writePhotos } from '../resources/listings/photo.write.js';
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
  listings: recordKind({
    fields: listingImportFields,
    keys: {
      main_id: { of: 'listings' },
      agents_agent_id: { of: 'agents' },
      agents_coagent_id: { of: 'agents' },
      agents_listingagent_id: { of: 'agents' },
      essentials_building: { of: 'buildings' },
    },
    answers: [ListingDetail, ListingSearchRecord],
    openFields: CUSTOM_FIELD,
    computed: computedListingFields,
    identity: ['main_id'],
    read: readListing,
    merge: mergedListing,
    references: agentsOfListing,
    remark: ({ values }) =>
      values.status === 0 ? 'with an empty status, which no search finds' : undefined,
    check: listingsWithoutStatus,
    write: writeListings,
    export: exportListings,
  }),
  // Exported with their listings.
  photos: recordKind({
    fields: listingPhotoFields,
    keys: { listing_id: { of: 'listings' } },
    answers: [Photo],
    identity: ['listing_id', 'filename'],
    read: readListingPhoto,
    key: ({ listingId, filename }) => `${listingId} ${filename}`,
    write: writePhotos,
  }),
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
