import { createHmac } from 'node:crypto';
import type { Outgoing } from './place.js';

/** A key as `portico key add` prints it. */
export interface IssuedKey {
  readonly apiKey: string;
  /** With private access alone. */
  readonly clientID?: number;
  readonly secret?: string;
}

/** A call that is asked of every release, without what is new in each (stamp and token). */
export interface Question {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly key?: IssuedKey;
  /** In the query of a GET, in the body of everything else. */
  readonly params?: Readonly<Record<string, string | number>>;
  /** How the body is written; a form without it. */
  readonly json?: true;
  /** Whether stamp and token are sent. */
  readonly signed?: true;
  /** What the marketplace logs in with. */
  readonly authorization?: string;
  /** What the answer holds of the moment it is made at or of chance, as regular expressions. */
  readonly varying?: readonly string[];
}

let lastStamp = 0;

/** The request of a question, signed now where it is signed. */
export function requestOf(question: Question): Outgoing {
  const { method, path, key, json, authorization } = question;
  const params: Record<string, string | number> = { ...question.params };
  if (question.signed && key?.secret !== undefined) {
    // No stamp is accepted twice.
    lastStamp = Math.max(Date.now(), lastStamp + 1);
    const text = JSON.stringify({ stamp: lastStamp, clientID: key.clientID });
    params.stamp = lastStamp;
    params.token = createHmac('sha256', key.secret).update(text).digest('hex');
  }
  const query = new URLSearchParams(key === undefined ? {} : { apiKey: key.apiKey });
  const asText = Object.entries(params).map(([name, value]): [string, string] => [
    name,
    `${value}`,
  ]);
  if (method === 'GET') for (const [name, value] of asText) query.append(name, value);
  const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
  const url = query.size === 0 ? path : `${path}?${query}`;
  if (method === 'GET') return { method, path: url, headers, body: undefined };
  headers['content-type'] = json ? 'application/json' : 'application/x-www-form-urlencoded';
  const body = json ? JSON.stringify(params) : new URLSearchParams(asText).toString();
  return { method, path: url, headers, body };
}

/** What the questions are about: everything that was issued, and ids that exist. */
export interface Subjects {
  readonly keys: {
    readonly privateKey: IssuedKey;
    readonly plain: IssuedKey;
    readonly marketplace: IssuedKey;
    readonly elsewhere: IssuedKey;
    readonly revoked: IssuedKey;
    readonly rotatedOld: IssuedKey;
    readonly rotatedNew: IssuedKey;
    readonly beta: IssuedKey;
    readonly demo?: IssuedKey;
  };
  readonly partner: string;
  readonly listing: number;
  readonly feedListing: number;
  readonly building: number;
  readonly neighborhood: number;
  readonly agent: { readonly id: number; readonly email: string };
  readonly blog: number;
  /** Members who registered at the release's own server. */
  readonly members: readonly Member[];
}

/** A member who registered on a website. */
export interface Member {
  readonly id: number;
  readonly email: string;
  readonly password: string;
  readonly code: string;
}

/** A moment: of a record that the call itself has written. */
const MOMENT = '20\\d\\d-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d';
/** Whether a listing has an open house that is not over. */
const OPEN_HOUSE = '"extras_openhouse":[01]';

/** All that a release is asked: first what changes nothing, then writes and reads of what they wrote. */
export function questions(subjects: Subjects): Question[] {
  return [
    ...aboutKeys(subjects),
    ...reads(subjects.keys.plain, subjects),
    ...(subjects.keys.demo === undefined ? [] : demoReads(subjects.keys.demo)),
    ...memberReads(subjects),
    ...writes(subjects),
  ];
}

function aboutKeys({ keys, listing }: Subjects): Question[] {
  const path = `/properties/${listing}`;
  return [
    { method: 'GET', path: '/labels' },
    { method: 'GET', path: '/labels', key: { apiKey: 'pk_nobody' } },
    ...Object.values(keys).map((key): Question => ({ method: 'GET', path: '/labels', key })),
    // The tenant of each key: listings of acme are not beta's.
    { method: 'GET', path, key: keys.privateKey },
    { method: 'GET', path, key: keys.beta },
    { method: 'GET', path: '/clients/list', key: keys.privateKey },
    { method: 'GET', path: '/no-such-thing', key: keys.plain },
  ];
}

function reads(key: IssuedKey, subjects: Subjects): Question[] {
  const { listing, feedListing, building, neighborhood, agent, blog } = subjects;
  const get = (path: string, params: Question['params'] = {}): Question => ({
    ...{ method: 'GET', path, key, params },
  });
  const extras = { addPhotos: 1, addOpenHouse: 1, addHitCounter: 1, addLabels: 1 };
  return [
    get('/properties', { perPage: 5 }),
    get('/properties', { perPage: 3, page: 2, addDescription: 1, addCustomValues: 1, ...extras }),
    get('/properties', { perPage: 5, sort: 'price', order: 'desc', status: 1 }),
    get('/properties', { perPage: 3, bedsMin: 2, priceMax: 6000, minSize: 1 }),
    get('/properties', { perPage: 3, address: 'Street', sort: 'size' }),
    get('/properties', { perPage: 3, status: 2, amenities: 'doorman' }),
    get('/properties', { perPage: 3, buildingId: building }),
    get('/properties', { perPage: 3, agent: agent.id, extras: 'featured' }),
    get('/properties', { priceMin: 'much' }),
    get(`/properties/${listing}`, { ...extras, addCustomValues: 1 }),
    get('/properties/9001', extras),
    get(`/properties/${feedListing}`, { isMLS: 1, ...extras }),
    get('/properties/999999999'),
    get(`/properties/amenities/${listing}`),
    get(`/properties/photos/${listing}`),
    get(`/properties/photos/${feedListing}`, { isMLS: 1 }),
    get('/buildings', { count: 3 }),
    get('/buildings', { count: 3, hasListings: 1 }),
    get(`/buildings/${building}`),
    get(`/buildings/photos/${building}`),
    get('/neighborhoods'),
    get(`/neighborhoods/${neighborhood}`),
    get('/properties', { perPage: 3, cat: neighborhood }),
    get(`/agents/${agent.id}`),
    get('/agents/search', { sort: 'last', order: 'desc' }),
    get('/agents/search', { includeSuspend: 1 }),
    get(`/agents/testimonials/${agent.id}`),
    get('/agents/testimonialsSearch', { limit: 3 }),
    get('/teams'),
    get('/teams/1'),
    get('/teams/testimonials/1'),
    get('/offices'),
    get('/offices/1'),
    get('/blogs/labels'),
    get('/blog/search/3'),
    get(`/blogs/${blog}`),
    get('/blogs/1'),
    get(`/agents/blog/${agent.id}`),
    get('/press/search/3'),
    get('/press/1'),
    get('/videos/search/3'),
    get('/videos/1'),
    get(`/agents/videos/${agent.id}`),
    get('/labels'),
    get('/labels/1'),
    get('/docs/search', { limit: 3 }),
    get('/links'),
    get('/links/categories'),
    get('/health/live'),
  ];
}

/** Of the demo tenant, whose dates lie around the day it was made on. */
function demoReads(key: IssuedKey): Question[] {
  const get = (path: string, params: Question['params'] = {}): Question => ({
    ...{ method: 'GET', path, key, params, varying: [OPEN_HOUSE] },
  });
  return [
    get('/properties', { perPage: 5, addDescription: 1, addPhotos: 1, addLabels: 1 }),
    get('/properties', { perPage: 5, sort: 'price', order: 'desc', bedsMin: 3 }),
    get('/properties', { perPage: 3, address: 'Avenue', amenities: 'doorman,elevator' }),
    get('/buildings', { count: 5, hasListings: 1 }),
    get('/agents/search'),
    get('/blog/search/3'),
    get('/docs/search'),
  ];
}

function memberReads({ keys, members }: Subjects): Question[] {
  const key = keys.privateKey;
  const get = (path: string, params: Question['params'] = {}): Question => ({
    ...{ method: 'GET', path, key, params, signed: true },
  });
  return [
    get('/clients/list', { limit: 5, includeDealInfo: 'true' }),
    get('/clients/list', { limit: 5, verified: 'true' }),
    { method: 'GET', path: '/clients/list', key: keys.plain, params: { limit: 3, order: 'desc' } },
    { method: 'GET', path: '/clients/list', key: { ...key, secret: 'wrong' }, signed: true },
    ...members.flatMap(({ id, email, password }) => [
      get(`/clients/${id}`),
      get('/clients/list', { email }),
      get('/account/getVerifiedStatus', { email, password }),
      {
        ...({ method: 'POST', path: '/clients/ListFavoriteListingID/', key } as const),
        params: { clientID: id },
      },
    ]),
    get('/account/getVerifiedStatus', { email: members[0]?.email ?? '', password: 'not the one' }),
  ];
}

/** Writes, and reads that show what became of them. */
function writes(subjects: Subjects): Question[] {
  const { keys, members, partner, listing, feedListing, agent, blog } = subjects;
  const key = keys.privateKey;
  const varying = [MOMENT, '[0-9a-f]{20,}', '[\\w-]{20,}\\.png'];
  const post = (path: string, params: Question['params'], told: Partial<Question> = {}) =>
    ({ method: 'POST', path, key, params: params ?? {}, signed: true, varying, ...told }) as const;
  const get = (path: string, params: Question['params'] = {}): Question => ({
    ...{ method: 'GET', path, key, params, signed: true, varying },
  });
  const [first, second] = members;
  const person = { firstname: 'Ida', lastname: 'Nuñez', email: 'ida@visitor.example' };
  const lead = { ...person, comment: 'Is it still free?' };
  return [
    post('/clients', { ...person, password: 'a password of Ida' }),
    post('/clients', { ...person, email: first?.email ?? '', password: 'a password of Ida' }),
    get('/account/verifyAccount', { email: second?.email ?? '', verifyCode: second?.code ?? '' }),
    post('/clients/Update', { clientID: first?.id ?? 0, phone: '212-555-0190' }, { json: true }),
    post('/clients/favoriteListing/', {
      clientID: first?.id ?? 0,
      listingID: listing,
      isFavorite: 'false',
    }),
    post('/clients/favoriteListing/', {
      clientID: first?.id ?? 0,
      listingID: feedListing,
      isMLS: 'true',
      isFavorite: 'true',
    }),
    post('/clients/insertClientTrail/', {
      clientID: first?.id ?? 0,
      trailKey: 6,
      comment: 'saved',
    }),
    get(`/clients/${first?.id ?? 0}`),
    get(`/clients/${second?.id ?? 0}`),
    post('/alerts', { ...lead, agentEmail: agent.email }),
    post('/alerts/listingAlert', { ...lead, listingID: listing }),
    post(
      '/marketplace',
      {
        listing_id: `${listing}`,
        agent_email: agent.email,
        first_name: 'Ida',
        last_name: 'Nuñez',
        email: person.email,
      },
      { key: keys.marketplace, json: true, authorization: partner },
    ),
    post(
      '/marketplace',
      {},
      { key: keys.marketplace, json: true, authorization: 'Basic d3Jvbmc6d3Jvbmc=' },
    ),
    post('/blog', {
      title: 'Written by another release',
      body: '<p>Text</p>',
      publish_date: '2026-11-20',
    }),
    post(`/blog/${blog}`, { title: 'Changed by another release' }, { method: 'PUT' }),
    get(`/blogs/${blog}`),
    post('/vtour', {
      listingID: `${listing}`,
      vtourURL: 'https://video.example/tour?video=tour-two',
    }),
    post('/videohook', { videoId: 'tour-two' }),
    post('/properties/viewCounter/', { listingID: listing }),
    get(`/properties/${listing}`, { addHitCounter: 1 }),
  ];
}
