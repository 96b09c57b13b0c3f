import { Calendar } from './calendar.js';
import { blogLabelRecords, blogRecords } from './content/blogs.js';
import { docRecords, linkCategoryRecords, linkRecords } from './content/documents.js';
import { pressRecords } from './content/press.js';
import { videoRecords } from './content/videos.js';
import { Voice } from './description/subject.js';
import { neighborhoodRecords, neighborhoodTree } from './geography/neighborhoods.js';
import { neighborhoodPicture } from './geography/picture.js';
import { dealCovers } from './listings/covers.js';
import { labelRecords } from './listings/labels.js';
import { planListings } from './listings/listing-plan.js';
import { listingRecord } from './listings/listing-record.js';
import { agentRecords, officeRecords, teamRecords } from './people/agents.js';
import { clientRecords } from './people/clients.js';
import { dealRecords } from './people/deals.js';
import { testimonialRecords } from './people/testimonials.js';
import { type DemoFile, documents, pictures } from './pictures/files.js';
import { planBuildings } from './property/building-plan.js';
import { buildingPhotos, buildingRecord } from './property/building-record.js';
import type {
  BlogLabelRecord,
  BlogRecord,
  DocRecord,
  LabelRecord,
  LinkCategoryRecord,
  LinkRecord,
  PressRecord,
  VideoRecord,
} from './records/content-records.js';
import type { ListingRecord, PhotoRecord } from './records/listing-records.js';
import type {
  AgentRecord,
  ClientRecord,
  DealRecord,
  OfficeRecord,
  TeamRecord,
  TestimonialRecord,
} from './records/people-records.js';
import type {
  BuildingPhotoRecord,
  BuildingRecord,
  NeighborhoodRecord,
} from './records/place-records.js';

/** How many buildings the demo agency knows. */
const BUILDINGS = 150;

/** What to generate. */
export interface AgencyOptions {
  /** Any finite number: equal seeds (and days) give equal data. */
  readonly seed: number;
  /** Epoch milliseconds that all dates lie around. */
  readonly today: number;
  /** IANA name of the client database's time zone. */
  readonly timeZone: string;
  /** How many listings, 640 by default, at most 3,000. */
  readonly listings?: number;
}

/** Import records by resource, in the order they are imported, and the files they name. */
export interface Agency {
  readonly neighborhoods: NeighborhoodRecord[];
  readonly buildings: BuildingRecord[];
  readonly 'building-photos': BuildingPhotoRecord[];
  readonly offices: OfficeRecord[];
  readonly agents: AgentRecord[];
  readonly teams: TeamRecord[];
  readonly listings: ListingRecord[];
  readonly photos: PhotoRecord[];
  readonly labels: LabelRecord[];
  readonly 'blog-labels': BlogLabelRecord[];
  readonly blogs: BlogRecord[];
  readonly press: PressRecord[];
  readonly videos: VideoRecord[];
  readonly testimonials: TestimonialRecord[];
  readonly docs: DocRecord[];
  readonly 'link-categories': LinkCategoryRecord[];
  readonly links: LinkRecord[];
  readonly clients: ClientRecord[];
  readonly deals: DealRecord[];
  /** None, because nobody has visited the website of an invented brokerage. */
  readonly favorites: readonly never[];
  readonly trails: readonly never[];
  readonly 'saved-searches': readonly never[];
  /** None, because an invented brokerage has no requests. */
  readonly leads: readonly never[];
  /** The pictures the records name, each drawn on request. */
  pictures(): Iterable<DemoFile>;
  /** The PDF documents the records name. */
  documents(): Iterable<DemoFile>;
}

/**
 * Generates a whole invented agency: records that agree with one another, and pictures to go with
 * them. Pure: no clock, no files, no network. Throws RangeError on options out of range.
 */
export function generateAgency(options: AgencyOptions): Agency {
  const { seed, today, timeZone, listings: count = 640 } = options;
  if (!Number.isInteger(count) || count < 1 || count > 3000) {
    throw new RangeError(`Listings must be a whole number from 1 to 3000, not ${count}.`);
  }
  const calendar = new Calendar(today, timeZone);
  const tree = neighborhoodTree();
  const places = tree.filter(({ facts }) => facts !== null);
  const buildings = planBuildings(seed, places, BUILDINGS, calendar.year(today));
  const plans = planListings(seed, buildings, count, calendar);
  const voice = new Voice();
  const described = plans.map((plan) => listingRecord(plan, calendar, voice));
  const homes = dealCovers(seed, plans, described);
  const clients = clientRecords(seed, buildings, calendar);
  const year = calendar.year(today);
  const blogs = blogRecords(seed, buildings, calendar);
  const blogImages = new Set(blogs.map(({ image }) => image));
  return {
    neighborhoods: neighborhoodRecords(tree, neighborhoodPicture),
    buildings: buildings.map((building) =>
      buildingRecord(
        building,
        plans.filter((p) => p.building === building),
        seed,
        calendar,
      ),
    ),
    'building-photos': buildings.flatMap(buildingPhotos),
    offices: officeRecords(),
    agents: agentRecords(year),
    teams: teamRecords(year),
    listings: homes.map(({ listing }) => listing),
    photos: homes.flatMap(({ photos }) => photos),
    labels: labelRecords(),
    'blog-labels': blogLabelRecords(),
    blogs,
    press: pressRecords(seed, calendar),
    videos: videoRecords(seed, calendar),
    testimonials: testimonialRecords(seed, calendar),
    docs: docRecords(calendar),
    'link-categories': linkCategoryRecords(),
    links: linkRecords(),
    clients,
    deals: dealRecords(seed, plans, homes, clients, calendar),
    favorites: [],
    trails: [],
    'saved-searches': [],
    leads: [],
    pictures: () => pictures(seed, buildings, blogImages),
    documents,
  };
}
