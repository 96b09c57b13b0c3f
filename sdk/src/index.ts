import { Api, type PorticoOptions } from './api.js';
import { Changes } from './resources/changes.js';
import { Blog, Documents, Labels, Links, Press, Tours, Videos } from './resources/content.js';
import { Leads } from './resources/leads.js';
import { Listings } from './resources/listings.js';
import { Members } from './resources/members.js';
import { Agents, Offices, Teams, Testimonials } from './resources/people.js';
import { Buildings, Neighborhoods } from './resources/places.js';
import { Records } from './resources/records.js';
import { Site } from './resources/site.js';

/**
 * A Portico server, with the rights of one API key. Make one for a process: it keeps the pace of the
 * key and the answers that have not changed.
 *
 * @example
 * const portico = new Portico({ baseURL: 'http://127.0.0.1:8080', apiKey: 'pk_…' });
 * const { items, total } = await portico.listings.search({ status: [2], priceMax: 5000 });
 */
export class Portico {
  // `declare` makes no code: the constructor names all of them once more.
  declare readonly listings: Listings;
  declare readonly buildings: Buildings;
  declare readonly neighborhoods: Neighborhoods;
  declare readonly agents: Agents;
  declare readonly teams: Teams;
  declare readonly offices: Offices;
  declare readonly testimonials: Testimonials;
  declare readonly blog: Blog;
  declare readonly press: Press;
  declare readonly videos: Videos;
  declare readonly labels: Labels;
  declare readonly documents: Documents;
  declare readonly links: Links;
  declare readonly tours: Tours;
  declare readonly leads: Leads;
  declare readonly members: Members;
  declare readonly changes: Changes;
  declare readonly site: Site;
  declare readonly records: Records;

  /** Nothing is asked, and nothing is missing, before the first call: a build may import all of it. */
  constructor(options: PorticoOptions) {
    const api = new Api(options);
    this.listings = new Listings(api);
    this.buildings = new Buildings(api);
    this.neighborhoods = new Neighborhoods(api);
    this.agents = new Agents(api);
    this.teams = new Teams(api);
    this.offices = new Offices(api);
    this.testimonials = new Testimonials(api);
    this.blog = new Blog(api);
    this.press = new Press(api);
    this.videos = new Videos(api);
    this.labels = new Labels(api);
    this.documents = new Documents(api);
    this.links = new Links(api);
    this.tours = new Tours(api);
    this.leads = new Leads(api);
    this.members = new Members(api);
    this.changes = new Changes(api);
    this.site = new Site(api);
    this.records = new Records(api);
  }
}

export type { Answer, WithResponse } from './answer.js';
export { type AnswerStore, MemoryStore, type StoredAnswer } from './answer-store.js';
export type { CallOptions, PorticoOptions } from './api.js';
export * from './codes.js';
export {
  AbortedError,
  AnswerError,
  AuthenticationError,
  ConflictError,
  ConnectionError,
  CursorGoneError,
  type FailedAnswer,
  IdempotencyError,
  NotFoundError,
  PermissionError,
  PorticoError,
  QueueFullError,
  RateLimitError,
  RefusedError,
  ServerError,
  TimeoutError,
} from './errors.js';
export type { PaceOptions } from './pace.js';
export type { Page, PagePromise } from './page.js';
export type { Change, ChangePage, Changes, FollowOptions } from './resources/changes.js';
export type { Blog, Documents, Labels, Links, Press, Tours, Videos } from './resources/content.js';
export type { Leads } from './resources/leads.js';
export type { FoundListing, ListingField, ListingSearch, Listings } from './resources/listings.js';
export type { Account, Login, MemberBody, Members } from './resources/members.js';
export type { Agents, Offices, Teams, Testimonials } from './resources/people.js';
export type { Buildings, Neighborhoods } from './resources/places.js';
export type { ImportRecord, Records } from './resources/records.js';
export type { Site } from './resources/site.js';
export { type NextStamp, nextStamp } from './signing.js';
export type { AnswerOf, BodyOf, OperationName, QueryOf, Schema } from './types.js';
export * from './values.js';
