import type { Pictures } from 'portico-media/pictures.js';
import type { Clock } from '../lib/clock.js';
import type { EmailRequests } from '../limits/email-requests.js';
import type { LoginAttempts } from '../limits/login-attempts.js';
import type { StoredOutbox } from '../outbox/outbox.js';
import type { StoredWebhooks } from '../outbox/webhook/webhooks.js';
import type { Passwords } from '../passwords/passwords.js';
import type { PictureSurvey } from '../resources/listings/picture-survey.js';
import type { TextCache } from '../resources/listings/text-cache.js';
import type { ChangedListings } from '../search/changed-listings.js';
import type { Markets } from '../search/completion/market.js';
import type { ListingIndexes } from '../search/index/ready-index.js';
import type { TotalCache } from '../search/total-cache.js';
import type { Vocabularies } from '../search/words/word-search.js';

/**
 * What endpoints may use besides their tenant's database. Nothing here knows a tenant, so nothing
 * here can lead from one tenant to another.
 */
export interface Tools {
  readonly clock: Clock;
  /** Random bytes, unguessable. */
  readonly random: (size: number) => Buffer;
  /** Stores emails with the work that causes them; they are sent later. */
  readonly outbox: Pick<StoredOutbox, 'announce' | 'queue' | 'wake'>;
  /** Stores messages to receivers of webhooks with the work that causes them; they are sent later. */
  readonly webhooks: Pick<StoredWebhooks, 'queue'>;
  /** Checks, encodes again and stores pictures. */
  readonly pictures: Pictures;
  /** Knows the size and content of pictures that records name. */
  readonly survey: PictureSurvey;
  /** Hashes and compares passwords, a limited number at a time. */
  readonly passwords: Passwords;
  /** The key of the installation, which the first caller may make. */
  readonly secretKey: () => Promise<Uint8Array>;
  /** Slows down the guessing of a member's password. */
  readonly logins: LoginAttempts;
  readonly emailRequests: EmailRequests;
  /** The texts of records that searches have found recently. */
  readonly texts: TextCache;
  /** Which listings have changed since their texts were made. */
  readonly changedListings: ChangedListings;
  readonly totals: TotalCache;
  /** The listings of tenants that are searched much, in memory. */
  readonly listingIndexes: ListingIndexes;
  /** The words of the tenants that are searched by words. */
  readonly vocabularies: Vocabularies;
  /** The names of the tenants whose websites ask for suggestions. */
  readonly markets: Markets;
}
