import type { OperationName } from './src/types.js';

/**
 * How each endpoint is called with this package. The reference page shows them in the place of a call by
 * HTTP, as `x-codeSamples` of openapi.json; `test/samples.test.ts` compiles them, runs them against a server
 * with the demo, and sees that each calls the endpoint that it is shown at. `portico` is there, as are the
 * exports of the package.
 */
export const samples: Readonly<Record<Exclude<OperationName, 'getOpenApiDocument'>, string>> = {
  searchListings: `
const { items, total } = await portico.listings.search({
  status: [ListingStatus.ForSale, ListingStatus.ForRent],
  bedsMin: 2,
  amenities: ['elevator'],
});`,
  searchListingsByBody: `
// A GeoJSON polygon goes into a body, by the same method.
const shape = [[-74.02, 40.7], [-73.97, 40.7], [-73.93, 40.8], [-73.98, 40.8], [-74.02, 40.7]];
const { items, answer } = await portico.listings.search({
  polygon: { type: 'Polygon', coordinates: [shape] },
  status: [ListingStatus.ForSale, ListingStatus.ForRent],
  cluster: 12,
});`,
  getListing: `
const listing = await portico.listings.get(1495, { addPhotos: true });
if (listing) console.log(listing.main_address, photosOf(listing));`,
  getListingAmenities: 'const amenities = await portico.listings.amenities(1495);',
  getListingPhotos: 'const photos = await portico.listings.photos(1495);',
  getListingHistory: 'const changes = await portico.listings.history(1495);',
  getRandomListings:
    'const featured = await portico.listings.random(2, { status: [ListingStatus.ForSale] });',
  countListingView: 'await portico.listings.countView({ listingID: 1495 });',
  searchBuildings: `
for await (const building of portico.buildings.search({ hasListings: true, count: 50 })) {
  console.log(building.name, building.house, building.address);
}`,
  getBuilding: 'const building = await portico.buildings.get(1);',
  getBuildingPhotos: 'const photos = await portico.buildings.photos(1);',
  listNeighborhoods: 'const neighborhoods = await portico.neighborhoods.list();',
  getNeighborhood: 'const neighborhood = await portico.neighborhoods.get(1);',
  getAgent: 'const agent = toPublic(await portico.agents.get(4));',
  searchAgents: "const agents = await portico.agents.search({ sort: 'last' });",
  getAgentTestimonials: 'const testimonials = await portico.agents.testimonials(4);',
  searchTestimonials: `
const { items, total } = await portico.testimonials.search({ limit: 10 });`,
  getTeamTestimonials: 'const testimonials = await portico.teams.testimonials(1);',
  listTeams: 'const teams = await portico.teams.list();',
  getTeam: 'const team = await portico.teams.get(1);',
  listOffices: 'const offices = await portico.offices.list();',
  getOffice: 'const office = await portico.offices.get(1);',
  getBlogPost: 'const post = await portico.blog.get(1);',
  listBlogLabels: 'const labels = await portico.blog.labels();',
  searchBlogPosts: 'const posts = await portico.blog.search(2);',
  getAgentBlogPosts: 'const posts = await portico.agents.blogPosts(4);',
  createBlogPost: `
const { ITEM } = await portico.blog.create({
  title: 'Open houses this weekend',
  body: '<p>Come and see.</p>',
  publish_date: '2026-11-20',
});`,
  updateBlogPost: "await portico.blog.update(1, { caption: 'The lobby' });",
  updateBlogPostByPut: 'await portico.blog.replace(1, { status: 1 });',
  getPressArticle: 'const article = await portico.press.get(1);',
  searchPressArticles: 'const articles = await portico.press.search(2);',
  getVideo: 'const video = await portico.videos.get(1);',
  searchVideos: 'const videos = await portico.videos.search(2);',
  getAgentVideos: 'const videos = await portico.agents.videos(4);',
  listLabels: 'const labels = await portico.labels.list();',
  getLabel: 'const label = await portico.labels.get(1);',
  searchDocuments:
    'for await (const { title, filename } of portico.documents.search()) console.log(title, filename);',
  listLinks: 'const links = await portico.links.list();',
  getLinksOfCategory: 'const links = await portico.links.inCategory(1);',
  listLinkCategories: 'const categories = await portico.links.categories();',
  createLead: `
await portico.leads.send({
  firstname: 'Dana',
  lastname: 'Whitfield',
  email: 'dana.whitfield@example.com',
  comment: 'Is a viewing possible on Sunday?',
});`,
  createListingLead: `
await portico.leads.sendForListing({
  listingID: 1495,
  firstname: 'Dana',
  lastname: 'Whitfield',
  email: 'dana.whitfield@example.com',
});`,
  createMarketplaceLead: `
const partner = { key: 'mp_123', secret: 'its-secret' };
await portico.leads.sendFromMarketplace(
  {
    listing_id: '1495',
    agent_email: 'kenji.halvorsen@porticorealty.example',
    first_name: 'Dana',
    last_name: 'Whitfield',
    email: 'dana.whitfield@example.com',
  },
  partner,
);`,
  registerMember: `
try {
  const member = await portico.members.register({
    firstname: 'Robin',
    lastname: 'Ellery',
    email: 'robin.ellery@example.com',
    password: 'correct horse battery',
  });
} catch (error) {
  if (error instanceof RefusedError && error.code === '258') console.log('A member already');
  else throw error;
}`,
  searchMembers:
    "const { items, total } = await portico.members.search({ email: 'robin.ellery@example.com' });",
  getClient: 'const client = toPublic(await portico.members.get(73));',
  updateMember: "await portico.members.update({ memberID: 73, phone: '212-555-0142' });",
  setFavorite: 'await portico.members.setFavorite({ memberID: 73, listingID: 1495 });',
  listFavorites: 'const { LISTINGIDS } = await portico.members.favorites({ memberID: 73 });',
  recordActivity: `
await portico.members.recordActivity({ memberID: 73, trailKey: 5, listingID: 1495 });`,
  addSavedSearch: `
const search = { name: 'Two rooms', query: 'bedsMin=2&priceMax=4000' };
const { ITEM } = await portico.members.saveSearch({ ...search, memberID: 73 });`,
  listSavedSearches: 'const searches = await portico.members.savedSearches(73);',
  getSavedSearch: 'const { matches } = await portico.members.savedSearch(1, 73);',
  updateSavedSearch:
    "await portico.members.changeSearch(1, { memberID: 73, frequency: 'weekly' });",
  removeSavedSearch: 'await portico.members.removeSearch(1, 73);',
  getVerifiedStatus: `
// members.login() does this, and records the login.
const account = await portico.members.check({
  email: 'robin.ellery@example.com',
  password: 'correct horse battery',
});`,
  verifyAccount: `
const account = await portico.members.verify({
  email: 'robin.ellery@example.com',
  verifyCode: 'the code from the email',
});`,
  forgotPassword: "await portico.members.forgotPassword('robin.ellery@example.com');",
  resetPassword: `
await portico.members.resetPassword({
  resetToken: 'the token of the link',
  password: 'correct horse battery',
});`,
  resendConfirmation: "await portico.members.resendConfirmation('robin.ellery@example.com');",
  setVirtualTours: `
await portico.tours.set({
  listingID: '1495',
  vtourURL: 'https://tours.example.com/watch?v=K3x9Qm',
});`,
  attachVideo: "await portico.videos.attach({ videoId: 'K3x9Qm' });",
  listChanges: `
const { CHANGES, CURSOR } = await portico.changes.list({ kinds: ['offices'], records: true });`,
  listSuggestions: "const suggestions = await portico.listings.suggest({ q: 'west', limit: 4 });",
  updateRecords: `
const { STORED, REJECTED } = await portico.records.put('listings', [
  { main_id: 1001, main_status: 'For Rent', main_street: 'East 5th Street', financials_price: 3200 },
  { main_id: 1002, _remove: true },
]);`,
  listRecords: "const offices = await portico.records.list('offices');",
  getRecord: "const office = await portico.records.get('offices', 1);",
  removeRecord: "const wasThere = await portico.records.remove('offices', 7);",
  removeRecordByKey:
    "const wasThere = await portico.records.removeByKey('offices', { key: 'gone', source: 'crm' });",
  addMedia: `

import { openAsBlob } from 'node:fs';

const { FILENAME } = await portico.records.addPicture(await openAsBlob('lobby.jpg'));`,
  getSite: 'const { name, time_zone, media_url } = await portico.site.get();',
};
