/** Thirty right uses: each compiles in a strict website. */
import {
  type Account,
  Amenity,
  type AnswerOf,
  type BodyOf,
  Category,
  type Change,
  CursorGoneError,
  fileUrl,
  type ListingField,
  ListingStatus,
  type Login,
  MemoryStore,
  Parking,
  PetPolicy,
  Portico,
  PorticoError,
  type PorticoOptions,
  PropertyType,
  photosOf,
  priceOf,
  type QueryOf,
  RefusedError,
  type Schema,
  TrailKey,
  toPublic,
} from 'portico-sdk';
import { verify, type WebhookMessage } from 'portico-sdk/webhooks';

declare const environment: Readonly<Record<string, string | undefined>>;
declare const signal: AbortSignal;
const options: PorticoOptions = {
  baseURL: environment.SITE_API_URL,
  apiKey: environment.SITE_API_KEY,
  keyID: environment.SITE_KEY_ID,
  secret: environment.SITE_SECRET,
};
const portico = new Portico(options);
const person = { firstname: 'Ada', lastname: 'King', email: 'ada@example.com' };

export const uses: Readonly<Record<string, () => unknown>> = {
  'settings from the environment': () => new Portico(options),
  'a key that is asked for': () => new Portico({ ...options, apiKey: async () => 'pk_1' }),
  'a store': () => new Portico({ ...options, answers: new MemoryStore(50), freshFor: 1000 }),
  'no search': () => portico.listings.search(),
  'codes by name': () => portico.listings.search({ status: [ListingStatus.ForRent] }),
  'codes by number': () => portico.listings.search({ status: [1, 2] }),
  'codes in a variable': () => {
    const query = { status: [2], bedsMin: 2 };
    return portico.listings.search(query);
  },
  'several kinds of codes': () =>
    portico.listings.search({
      amenities: [Amenity.Elevator, Amenity.Doorman],
      pets: [PetPolicy.PetsOK],
      category: [Category.Exclusive],
      parking: [Parking.Indoor],
      type: [PropertyType.Condo],
    }),
  'a parameter that may be missing': () => portico.listings.search({ q: environment.q }),
  'a query of its type': () => {
    const query: QueryOf<'searchListings'> = { priceMax: 5000, sort: 'price' };
    return query.priceMax;
  },
  'fields narrow': async () => {
    const { items } = await portico.listings.search({ fields: ['main_id', 'main_address'] });
    return items.map(({ main_id, main_address }) => `${main_id} ${main_address}`);
  },
  'fields in a variable': () => {
    const fields: ListingField[] = ['main_id', 'custom_view'];
    return portico.listings.search({ fields });
  },
  'all pages': async () => {
    for await (const { main_id } of portico.listings.search({ perPage: 50 })) return main_id;
    return undefined;
  },
  facets: async () => (await portico.listings.search({ facets: ['beds'] })).answer.FACETS?.beds,
  'a polygon': () =>
    portico.listings.search({
      polygon: {
        type: 'Polygon',
        coordinates: [
          [
            [1, 2],
            [3, 4],
            [5, 6],
            [1, 2],
          ],
        ],
      },
    }),
  'a listing that may not be there': async () => {
    const listing = await portico.listings.get(1, { addPhotos: true });
    return listing && [priceOf(listing), ...photosOf(listing)];
  },
  'an answer with its response': async () => {
    const { data, response } = await portico.site.get().withResponse();
    return [data.time_zone, response.headers.get('etag')];
  },
  'a file': async () => fileUrl('logo.png', (await portico.site.get()).media_url),
  'what visitors may see': async () => toPublic(await portico.agents.get(4))?.email,
  'a lead': () => portico.leads.send({ ...person, comment: environment.comment }),
  'a lead of a member': () =>
    portico.leads.sendForListing({ ...person, listingID: 1, memberID: 7 }),
  'a member': async () => {
    const body: BodyOf<'registerMember'> = { ...person, password: 'correct horse battery' };
    const account: Account = await portico.members.register(body);
    return account.id;
  },
  'a login': async () => {
    const query = { email: person.email, password: 'x' };
    const login: Login = await portico.members.login(query, { userIP: '203.0.113.7' });
    return login.unconfirmed ? 'confirm' : login.firstName;
  },
  'a favourite': async () =>
    (await portico.members.setFavorite({ memberID: 7, listingID: 1 })).isFavorite === true,
  'what a member did': () =>
    portico.members.recordActivity({ memberID: 7, trailKey: TrailKey.Searched }),
  'an error for a visitor': async () => {
    try {
      const answer: AnswerOf<'createLead'> = await portico.leads.send(person);
      return answer.STATUS === 'Success';
    } catch (error) {
      if (error instanceof RefusedError && error.code === '251') return error.requestId;
      return error instanceof PorticoError ? error.visitorMessage : undefined;
    }
  },
  'a call with a limit': () => portico.teams.list({ signal, timeout: 2000, maxRetries: undefined }),
  'changes by kind': async () => {
    const query = { kinds: ['listings' as const, 'offices' as const], records: true };
    for await (const change of portico.changes.follow({ query, signal })) {
      if (change.kind === 'listings') return change.record?.financials_price;
      if (change.kind === 'offices') return change.record?.name;
    }
    return (error: unknown, change: Change) => error instanceof CursorGoneError && change.op;
  },
  'messages by type': async () => {
    const message: WebhookMessage = await verify('{}', new Headers(), ['whsec_a', 'whsec_b']);
    if (message.type === 'listing.updated') return message.data.before?.financials_price;
    return message.type === 'lead.created' ? message.data.lead : message.data.client;
  },
  'records of a back office': async () => {
    const site: Schema<'Site'> = await portico.site.get();
    const { STORED } = await portico.records.put('offices', [{ id: 1, name: site.name }]);
    return STORED;
  },
};
