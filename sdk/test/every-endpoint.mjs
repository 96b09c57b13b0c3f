/**
 * Calls every endpoint once, as a website would, and prints what went wrong as JSON: []. Run with any
 * runtime, on the package as it is built: every-endpoint.mjs PACKAGE OPTIONS, where OPTIONS is JSON.
 */
import process from 'node:process';

const [sdk, json] = process.argv.slice(2);
const { Portico, RefusedError, parseDate, toPublic, verify } = {
  ...(await import(`${sdk}/index.js`)),
  ...(await import(`${sdk}/webhooks.js`)),
};
const { manageKey, ...options } = JSON.parse(json);
const portico = new Portico(options);
const wrong = [];

/** Notes what a call should not have done. */
async function check(name, call, right) {
  try {
    const answer = await call();
    if (!right(answer)) wrong.push(`${name}: ${JSON.stringify(answer)?.slice(0, 300)}`);
  } catch (error) {
    if (!right(error)) wrong.push(`${name}: ${error.name} ${error.message}`);
  }
}
const some = (list) => Array.isArray(list) && list.length > 0;
const done = (answer) => answer.STATUS === 'Success';

const { items, total } = await portico.listings.search({ status: [1, 2], perPage: 3 });
const id = items[0].main_id;
await check(
  'listings.search',
  async () => items,
  (list) => list.length === 3 && total > 3,
);
await check(
  'pages',
  async () => {
    const seen = new Set();
    for await (const { main_id } of portico.listings.search({ perPage: 50 })) seen.add(main_id);
    return seen.size - (await portico.listings.search({ perPage: 1 })).total;
  },
  (difference) => difference === 0,
);
await check(
  'listings.get',
  () => portico.listings.get(id),
  ({ main_id }) => main_id === id,
);
await check(
  'listings.get, none',
  () => portico.listings.get(999_999_999),
  (none) => none === undefined,
);
await check(
  'listings.amenities',
  () => portico.listings.amenities(id),
  (found) => found !== undefined,
);
await check('listings.photos', () => portico.listings.photos(id), some);
await check('listings.history', () => portico.listings.history(id), some);
await check('listings.random', () => portico.listings.random(2), some);
await check('listings.countView', () => portico.listings.countView({ listingID: id }), done);

const building = (await portico.buildings.search()).items[0];
await check(
  'buildings.get',
  () => portico.buildings.get(building.id),
  (found) => found.id === building.id,
);
await check('buildings.photos', () => portico.buildings.photos(building.id), Array.isArray);
const [neighborhood] = await portico.neighborhoods.list();
await check(
  'neighborhoods.get',
  () => portico.neighborhoods.get(neighborhood.id),
  (found) => found.id === neighborhood.id,
);

const [agent] = await portico.agents.search({ sort: 'last' });
const agentId = agent.agent_id ?? agent.id;
await check(
  'agents.get',
  () => portico.agents.get(agentId),
  (found) => found !== undefined,
);
await check('agents.testimonials', () => portico.agents.testimonials(agentId), Array.isArray);
await check('agents.blogPosts', () => portico.agents.blogPosts(agentId), Array.isArray);
await check('agents.videos', () => portico.agents.videos(agentId), Array.isArray);
await check(
  'testimonials.search',
  () => portico.testimonials.search(),
  (page) => some(page.items),
);
const [team] = await portico.teams.list();
const teamId = team.team_id ?? team.id;
await check(
  'teams.get',
  () => portico.teams.get(teamId),
  (found) => found !== undefined,
);
await check('teams.testimonials', () => portico.teams.testimonials(teamId), Array.isArray);
const [office] = await portico.offices.list();
await check(
  'offices.get',
  () => portico.offices.get(office.office_id ?? office.id),
  (found) => found !== undefined,
);

const [post] = await portico.blog.search(1);
await check(
  'blog.get',
  () => portico.blog.get(post.id),
  (found) => found.id === post.id,
);
await check('blog.labels', () => portico.blog.labels(), Array.isArray);
const {
  ITEM: [written],
} = await portico.blog.create({ title: 'New', body: '<p>x</p>', publish_date: '11/01/2026' });
await check(
  'blog.create',
  async () => written,
  ({ title }) => title === 'New',
);
await check(
  'blog.update, lists',
  () => portico.blog.update(written.id, { labels: [], title: 'Listed' }),
  ({ ITEM: [{ title }] }) => title === 'Listed',
);
await check(
  'blog.update',
  () => portico.blog.update(written.id, { title: 'Newer' }),
  ({ ITEM: [{ title }] }) => title === 'Newer',
);
await check(
  'blog.replace',
  () => portico.blog.replace(written.id, { title: 'Newest' }),
  ({ ITEM: [{ title }] }) => title === 'Newest',
);
const [blogLabel] = await portico.blog.labels();
for (const labels of [[blogLabel.id], []]) {
  const listed = () => portico.blog.update(written.id, { labels, title: 'Listed' });
  await check(
    `blog.update, ${labels.length} labels`,
    listed,
    ({ ITEM: [{ title }] }) => title === 'Listed',
  );
}
const [article] = await portico.press.search(1);
await check(
  'press.get',
  () => portico.press.get(article.id),
  (found) => found.id === article.id,
);
const [video] = await portico.videos.search(1);
await check(
  'videos.get',
  () => portico.videos.get(video.id),
  (found) => found.id === video.id,
);
await check(
  'videos.attach',
  () => portico.videos.attach({ videoId: 'v1', ulid: 'none' }),
  ({ code }) => code === '254',
);
const [label] = await portico.labels.list();
await check(
  'labels.get',
  () => portico.labels.get(label.id),
  (found) => found.id === label.id,
);
await check(
  'documents.search',
  () => portico.documents.search(),
  (page) => some(page.items),
);
await check('links.list', () => portico.links.list(), some);
const [category] = await portico.links.categories();
await check('links.inCategory', () => portico.links.inCategory(category.id), Array.isArray);
await check(
  'tours.set',
  () => portico.tours.set({ listingID: String(id), vtourURL: 'https://tours.example.com/1' }),
  done,
);

const email = `visitor-${crypto.randomUUID()}@example.com`;
const person = { firstname: 'Ada', lastname: 'Lovelace', email };
await check('leads.send', () => portico.leads.send({ ...person, comment: 'Hello' }), done);
await check(
  'leads.sendForListing',
  () => portico.leads.sendForListing({ ...person, listingID: id }),
  done,
);
await check(
  'leads.sendFromMarketplace',
  () =>
    portico.leads.sendFromMarketplace(
      { listing_id: String(id), agent_email: agent.email, first_name: 'A', last_name: 'B', email },
      { key: 'none', secret: 'none' },
    ),
  (error) => error.status === 401,
);
await check(
  'a refusal',
  () => portico.leads.send({ firstname: '', lastname: '', email: '' }),
  (error) => error instanceof RefusedError && error.code === '250',
);

const member = await portico.members.register({ ...person, password: 'correct horse battery' });
const { verify: verifyCode } = await portico.members.get(member.id);
await check(
  'members.register, twice',
  () => portico.members.register({ ...person, password: 'x correct horse' }),
  ({ code }) => code === '258',
);
await check(
  'members.verify',
  () => portico.members.verify({ email, verifyCode }),
  ({ active }) => active === 1,
);
await check(
  'members.check',
  () => portico.members.check({ email, password: 'correct horse battery' }),
  (account) => account.id === member.id,
);
await check(
  'members.login',
  () =>
    portico.members.login({ email, password: 'correct horse battery' }, { userIP: '203.0.113.7' }),
  ({ id, unconfirmed }) => id === member.id && !unconfirmed,
);
await check(
  'members.login, wrong',
  () => portico.members.login({ email, password: 'wrong' }, { userIP: '203.0.113.7' }),
  ({ code }) => code === '259',
);
await check(
  'members.forgotPassword, without a page',
  () => portico.members.forgotPassword(email),
  ({ code }) => code === '256',
);
await check(
  'members.resetPassword, no token',
  () => portico.members.resetPassword({ resetToken: '1.x', password: 'correct horse battery' }),
  ({ code }) => code === '259',
);
await check('members.resendConfirmation', () => portico.members.resendConfirmation(email), done);
await check(
  'members.get',
  () => portico.members.get(member.id),
  (found) => found !== undefined,
);
await check(
  'members.search',
  () => portico.members.search({ email }),
  (page) => page.items.length === 1,
);
await check(
  'members.update',
  () => portico.members.update({ memberID: member.id, phone: '212 555 0100' }),
  done,
);
await check(
  'members.setFavorite',
  () => portico.members.setFavorite({ memberID: member.id, listingID: id }),
  ({ isFavorite }) => isFavorite === true,
);
await check(
  'members.favorites',
  () => portico.members.favorites({ memberID: member.id }),
  ({ LISTINGIDS }) => LISTINGIDS.includes(id),
);
await check(
  'members.recordActivity',
  () => portico.members.recordActivity({ memberID: member.id, trailKey: 2, listingID: id }),
  done,
);
const search = { memberID: member.id, name: 'Two rooms', query: 'bedsMin=2&page=3' };
const saved = await portico.members.saveSearch(search);
await check(
  'members.savedSearches',
  () => portico.members.savedSearches(member.id),
  ([first]) => first.query === 'bedsMin=2' && saved.DROPPED.includes('page'),
);
const searchId = saved.ITEM[0].id;
await check(
  'members.changeSearch',
  () => portico.members.changeSearch(searchId, { memberID: member.id, frequency: 'weekly' }),
  done,
);
await check(
  'members.savedSearch',
  () => portico.members.savedSearch(searchId, member.id),
  ({ frequency, matches }) => frequency === 'weekly' && matches > 0,
);
await check('members.removeSearch', () => portico.members.removeSearch(searchId, member.id), done);

await check(
  'changes.list',
  () => portico.changes.list({ limit: 1 }),
  ({ CHANGES, MORE }) => CHANGES.length > 0 && MORE,
);
await check(
  'changes.follow',
  async () => {
    const saved = [];
    for await (const { kind } of portico.changes.follow({
      saveCursor: (cursor) => saved.push(cursor),
      query: { limit: 50 },
    })) {
      if (saved.length === 2) return [kind, ...saved];
    }
  },
  some,
);

const square = {
  type: 'Polygon',
  coordinates: [
    [
      [-75, 40],
      [-73, 40],
      [-73, 42],
      [-75, 42],
    ],
  ],
};
await check(
  'listings.search by body',
  () => portico.listings.search({ polygon: square, facets: ['beds'], cluster: 10, perPage: 2 }),
  ({ items, answer }) =>
    items.length === 2 && answer.CLUSTERS.length > 0 && answer.FACETS.beds.length > 0,
);
await check('listings.suggest', () => portico.listings.suggest({ q: 'gree' }), Array.isArray);
const office_ = new Portico({ ...options, apiKey: manageKey });
await check(
  'records.put',
  () => office_.records.put('agents', [{ id: 90001, firstname: 'Ann' }, { id: 'x' }]),
  ({ STORED, REJECTED }) => STORED === 1 && REJECTED.length === 1,
);
await check(
  'records.get',
  () => office_.records.get('agents', 90001),
  ({ firstname }) => firstname === 'Ann',
);
await check(
  'records.list',
  () => office_.records.list('agents'),
  (list) => list.some((record) => record.id === 90001),
);
await check(
  'records.remove',
  () => office_.records.remove('agents', 90001),
  (removed) => removed === true,
);
await check(
  'records.remove, none',
  () => office_.records.remove('agents', 90001),
  (removed) => removed === false,
);
await check(
  'records.addPicture',
  () =>
    office_.records.addPicture(
      new Blob(
        [
          Uint8Array.from(atob('R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw=='), (one) =>
            one.charCodeAt(0),
          ),
        ],
        { type: 'image/gif' },
      ),
    ),
  ({ FILENAME }) => typeof FILENAME === 'string',
);
await check(
  'records, with the key of a website',
  () => portico.records.list('agents'),
  (error) => error.status === 403,
);
const site = await portico.site.get();
await check(
  'parseDate',
  async () => parseDate(items[0].essentials_date, site.time_zone),
  (date) => date > 0,
);
await check(
  'toPublic',
  async () => toPublic(await portico.listings.get(id)),
  (listing) => !('access_note' in listing),
);
await check(
  'webhooks',
  () =>
    verify(
      '{"test": 2432232314}',
      {
        'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
        'webhook-timestamp': '1614265330',
        'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
      },
      'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
      { now: 1_614_265_330_000 },
    ),
  ({ test }) => test === 2432232314,
);
process.stdout.write(JSON.stringify(wrong));
