import { documentImport } from '../api/content/document.import.js';
import { documentRecord } from '../api/content/document.record.js';
import { linkCategoryImport, linkImport } from '../api/content/link.import.js';
import { linkCategoryRecord, linkRecord } from '../api/content/link.record.js';
import { pressImport } from '../api/content/press.import.js';
import { pressRecord } from '../api/content/press.record.js';
import { exportedVideo } from '../api/content/video.export.js';
import { videoImport } from '../api/content/video.import.js';
import { officeImport } from '../api/people/office.import.js';
import { officeRecord } from '../api/people/office.record.js';
import { exportedTestimonial } from '../api/people/testimonial.export.js';
import { testimonialImport } from '../api/people/testimonial.import.js';
import { AS_STORED } from '../api/request-context.js';
import { tableKind } from '../api/table-kind.js';
import { exportedBuilding } from '../resources/buildings/building.export.js';
import {
  buildingImportFields,
  computedBuildingFields,
  readBuilding,
} from '../resources/buildings/building.import.js';
import { writeBuildings } from '../resources/buildings/building.write.js';
import { exportBuildingPhotos } from '../resources/buildings/building-photo.export.js';
import {
  buildingPhotoFields,
  readBuildingPhoto,
} from '../resources/buildings/building-photo.import.js';
import { writeBuildingPhotos } from '../resources/buildings/building-photo.write.js';
import {
  neighborhoodImportFields,
  readNeighborhood,
} from '../resources/buildings/neighborhood.import.js';
import { neighborhoodRecord } from '../resources/buildings/neighborhood.record.js';
import { writeNeighborhoods } from '../resources/buildings/neighborhood.write.js';
import { exportBlogs } from '../resources/content/blog.export.js';
import { blogImportFields, blogLabelImport, readBlog } from '../resources/content/blog.import.js';
import { writeBlogs } from '../resources/content/blog.import-write.js';
import { blogLabelRecord } from '../resources/content/blog.record.js';
import { labelImportFields, readLabel } from '../resources/content/label.import.js';
import { labelRecord } from '../resources/content/label.record.js';
import { writeLabels } from '../resources/content/label.write.js';
import { type RecordKind, recordKind } from '../resources/kinds/record-kind.js';
import { tableExport } from '../resources/kinds/table-export.js';
import { exportLeads } from '../resources/leads/lead.export.js';
import { leadImportFields, readLead } from '../resources/leads/lead.import.js';
import { writeLeads } from '../resources/leads/lead.import-write.js';
import { exportListings } from '../resources/listings/listing.export.js';
import {
  agentsOfListing,
  CUSTOM_FIELD,
  computedListingFields,
  listingImportFields,
  readListing,
} from '../resources/listings/listing.import.js';
import { listingsWithoutStatus } from '../resources/listings/listing.import-check.js';
import { writeListings } from '../resources/listings/listing.write.js';
import { listingPhotoFields, readListingPhoto } from '../resources/listings/photo.import.js';
import { writePhotos } from '../resources/listings/photo.write.js';
import { exportClients } from '../resources/members/client.export.js';
import { clientImportFields, readClient } from '../resources/members/client.import.js';
import { writeClients } from '../resources/members/client.import-write.js';
import { exportedDeal } from '../resources/members/deal.export.js';
import { dealImportFields, readDeal } from '../resources/members/deal.import.js';
import { writeDeals } from '../resources/members/deal.write.js';
import { exportFavorites } from '../resources/members/favorite.export.js';
import {
  favoriteImportFields,
  favoriteKey,
  readFavorite,
} from '../resources/members/favorite.import.js';
import { writeFavorites } from '../resources/members/favorite.import-write.js';
import { exportedTrail } from '../resources/members/trail.export.js';
import { readTrail, trailImportFields } from '../resources/members/trail.import.js';
import { writeTrails } from '../resources/members/trail.import-write.js';
import { agentImportFields, readAgent } from '../resources/people/agent.import.js';
import { agentsMissing, writeAgents } from '../resources/people/agent.write.js';
import { exportTeams } from '../resources/people/team.export.js';
import { readTeam, teamImportFields } from '../resources/people/team.import.js';
import { writeTeams } from '../resources/people/team.write.js';
import type { ResourceName } from '../transfer/resource.js';
import { sourceKeys } from './source-keys/source-key.kind.js';

/** Every kind of record in files, by the name that its files carry. */
export const RECORD_KINDS: { readonly [Name in ResourceName]: RecordKind } = {
  'source-keys': sourceKeys,
  neighborhoods: recordKind({
    fields: neighborhoodImportFields,
    identity: ['cat_id'],
    read: readNeighborhood,
    write: writeNeighborhoods,
    export: tableExport('neighborhood', neighborhoodRecord),
  }),
  buildings: recordKind({
    fields: buildingImportFields,
    computed: computedBuildingFields,
    read: readBuilding,
    write: writeBuildings,
    export: tableExport('building', exportedBuilding),
  }),
  'building-photos': recordKind({
    fields: buildingPhotoFields,
    identity: ['building_id', 'filename'],
    read: readBuildingPhoto,
    key: ({ buildingId, filename }) => `${buildingId} ${filename}`,
    write: writeBuildingPhotos,
    export: exportBuildingPhotos,
  }),
  offices: tableKind(officeImport, officeRecord),
  agents: recordKind({
    fields: agentImportFields,
    read: readAgent,
    missing: agentsMissing,
    write: writeAgents,
    export: tableExport('agent', (row) => row),
  }),
  teams: recordKind({
    fields: teamImportFields,
    read: readTeam,
    write: writeTeams,
    export: exportTeams,
  }),
  listings: recordKind({
    fields: listingImportFields,
    openFields: CUSTOM_FIELD,
    computed: computedListingFields,
    identity: ['main_id'],
    read: readListing,
    references: agentsOfListing,
    remark: ({ values }) =>
      values.status === 0 ? 'have an empty status, so that no search finds them' : undefined,
    check: listingsWithoutStatus,
    write: writeListings,
    export: exportListings,
  }),
  // Exported with their listings.
  photos: recordKind({
    fields: listingPhotoFields,
    identity: ['listing_id', 'filename'],
    read: readListingPhoto,
    key: ({ listingId, filename }) => `${listingId} ${filename}`,
    write: writePhotos,
  }),
  labels: recordKind({
    fields: labelImportFields,
    read: readLabel,
    write: writeLabels,
    export: tableExport('label', labelRecord),
  }),
  'blog-labels': tableKind(blogLabelImport, blogLabelRecord),
  blogs: recordKind({
    fields: blogImportFields,
    read: readBlog,
    write: writeBlogs,
    export: exportBlogs,
  }),
  press: tableKind(pressImport, (row, context) => pressRecord(row, { ...context, ...AS_STORED })),
  videos: tableKind(videoImport, exportedVideo),
  testimonials: tableKind(testimonialImport, exportedTestimonial),
  docs: tableKind(documentImport, documentRecord),
  'link-categories': tableKind(linkCategoryImport, linkCategoryRecord),
  links: tableKind(linkImport, (row) => linkRecord(row, AS_STORED)),
  clients: recordKind({
    fields: clientImportFields,
    read: readClient,
    write: (database, rows, clock) => writeClients(database, rows, clock.now()),
    export: exportClients,
  }),
  deals: recordKind({
    fields: dealImportFields,
    read: readDeal,
    write: writeDeals,
    export: tableExport('deal', exportedDeal),
  }),
  favorites: recordKind({
    fields: favoriteImportFields,
    identity: ['clientID', 'listingID'],
    read: readFavorite,
    key: favoriteKey,
    write: writeFavorites,
    export: exportFavorites,
  }),
  trails: recordKind({
    fields: trailImportFields,
    read: readTrail,
    write: writeTrails,
    export: tableExport('client_trail', exportedTrail),
  }),
  leads: recordKind({
    fields: leadImportFields,
    read: readLead,
    write: writeLeads,
    export: exportLeads,
  }),
};
