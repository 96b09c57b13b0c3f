import type { ClientDatabase } from '../data/client-database/open.js';
import type { Clock } from '../lib/clock.js';
import type { ExportResource, ImportResource, ResourceName } from '../transfer/resource.js';
import { buildingExport, buildingImport } from './buildings/building.transfer.js';
import { buildingPhotoExport, buildingPhotoImport } from './buildings/building-photo.transfer.js';
import { neighborhoodExport, neighborhoodImport } from './buildings/neighborhood.transfer.js';
import {
  blogExport,
  blogImport,
  blogLabelExport,
  blogLabelImport,
} from './content/blog.transfer.js';
import { documentExport, documentImport } from './content/document.transfer.js';
import { labelExport, labelImport } from './content/label.transfer.js';
import {
  linkCategoryExport,
  linkCategoryImport,
  linkExport,
  linkImport,
} from './content/link.transfer.js';
import { pressExport, pressImport } from './content/press.transfer.js';
import { videoExport, videoImport } from './content/video.transfer.js';
import { leadExport, leadImport } from './leads/lead.transfer.js';
import { listingExport, listingImport, photoImport } from './listings/listing.transfer.js';
import { clientExport, clientImport } from './members/client.transfer.js';
import { dealExport, dealImport } from './members/deal.transfer.js';
import { agentExport, agentImport } from './people/agent.transfer.js';
import { officeExport, officeImport } from './people/office.transfer.js';
import { teamExport, teamImport } from './people/team.transfer.js';
import { testimonialExport, testimonialImport } from './people/testimonial.transfer.js';

/**
 * What can be imported into a client database or feed, by the names that files carry.
 *
 * @param zone IANA name of the zone whose clock dates without an offset are read by.
 * @param clock Members who are told to be active are so from its time on.
 */
export function importResources(
  database: ClientDatabase,
  zone: string,
  clock: Clock,
): ReadonlyMap<ResourceName, ImportResource> {
  const resources = [
    neighborhoodImport(database, zone),
    buildingImport(database, zone),
    buildingPhotoImport(database),
    officeImport(database, zone),
    agentImport(database, zone),
    teamImport(database, zone),
    listingImport(database, zone),
    photoImport(database),
    labelImport(database),
    blogLabelImport(database, zone),
    blogImport(database, zone),
    pressImport(database, zone),
    videoImport(database, zone),
    testimonialImport(database, zone),
    documentImport(database, zone),
    linkCategoryImport(database, zone),
    linkImport(database, zone),
    clientImport(database, zone, clock),
    dealImport(database, zone),
    leadImport(database, zone),
  ] as ImportResource[];
  return new Map(resources.map((resource) => [resource.name, resource]));
}

/**
 * What an export writes, one file each, in the order in which an import takes them.
 *
 * @param zone IANA name of the zone whose clock dates show.
 * @param clock Who is active is so at its time.
 */
export function exportResources(
  database: ClientDatabase,
  zone: string,
  clock: Clock,
): readonly ExportResource[] {
  return [
    neighborhoodExport(database),
    buildingExport(database),
    buildingPhotoExport(database),
    officeExport(database),
    agentExport(database),
    teamExport(database),
    listingExport(database, zone),
    labelExport(database),
    blogLabelExport(database),
    blogExport(database, zone),
    pressExport(database, zone),
    videoExport(database, zone),
    testimonialExport(database, zone),
    documentExport(database, zone),
    linkCategoryExport(database),
    linkExport(database),
    clientExport(database, zone, clock),
    dealExport(database, zone),
    leadExport(database),
  ];
}
