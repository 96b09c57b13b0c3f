/** Thirty mistakes. Each line after @ts-expect-error must not compile. */
import { Amenity, ListingStatus, Portico, TrailKey } from 'portico-sdk';
import { verify } from 'portico-sdk/webhooks';

const portico = new Portico({ baseURL: 'https://api.example.com', apiKey: 'pk_1' });
const person = { firstname: 'Ada', lastname: 'King', email: 'ada@example.com' };
const { listings, leads, members, changes } = portico;

// @ts-expect-error 1: a mistyped setting
new Portico({ baseUrl: 'https://api.example.com', apiKey: 'pk_1' });
// @ts-expect-error 2: a setting that is missing
new Portico({ baseURL: 'https://api.example.com' });
// @ts-expect-error 3: the name before 0.3
new Portico({ baseURL: 'https://api.example.com', apiKey: 'pk_1', clientId: 1 });
// @ts-expect-error 4: a text where milliseconds are meant
new Portico({ baseURL: 'https://api.example.com', apiKey: 'pk_1', timeout: '5s' });
// @ts-expect-error 5: a mistyped constant
listings.search({ status: [ListingStatus.ForRnt] });
// @ts-expect-error 6: a mistyped amenity
listings.search({ amenities: ['elevators'] });
// @ts-expect-error 7: a mistyped constant of an amenity
listings.search({ amenities: [Amenity.Lift] });
// @ts-expect-error 8: a status in words
listings.search({ status: ['For Rent'] });
// @ts-expect-error 9: a mistyped parameter
listings.search({ bedMin: 1 });
// @ts-expect-error 10: an order that there is not
listings.search({ sort: 'colour' });
// @ts-expect-error 11: a number as text
listings.search({ priceMax: '5000' });
// @ts-expect-error 12: a facet that there is not
listings.search({ facets: ['bedrooms'] });
// @ts-expect-error 13: a mistyped field
listings.search({ fields: ['main_adress'] });
// @ts-expect-error 14: a field that was not asked for
listings.search({ fields: ['main_id'] }).then(({ items }) => items[0]?.financials_price);
// @ts-expect-error 15: a mistyped field of a record
listings.search().then(({ items }) => items[0]?.main_adress);
// @ts-expect-error 16: a listing that may not be there
listings.get(1).then((listing) => listing.main_address);
// @ts-expect-error 17: an id as text
listings.get('1');
// @ts-expect-error 18: a mistyped option of a call
listings.get(1, {}, { timeOut: 1000 });
// @ts-expect-error 19: a method that there is not
listings.find({ q: 'park' });
// @ts-expect-error 20: no email address
leads.send({ firstname: 'Ada', lastname: 'King' });
// @ts-expect-error 21: a mistyped field of a lead
leads.send({ ...person, fone: '1' });
// @ts-expect-error 22: a refusal, which is thrown
leads.send(person).then(({ STATUS }) => STATUS === 'Error');
// @ts-expect-error 23: the name before 0.3
members.update({ clientID: 7, phone: '1' });
// @ts-expect-error 24: nobody whose favourite it is
members.setFavorite({ listingID: 1 });
// @ts-expect-error 25: the code from the email, which is no part of the answer
members.register({ ...person, password: 'x' }).then(({ verifyCode }) => verifyCode);
// @ts-expect-error 26: a mistyped activity
members.recordActivity({ memberID: 7, trailKey: TrailKey.LogIn });
// @ts-expect-error 27: a kind that there is not
changes.list({ kinds: ['listing'] });

export async function follow() {
  for await (const { kind, record } of changes.follow()) {
    // @ts-expect-error 28: an office has no price
    if (kind === 'offices') return record?.financials_price;
  }
  return undefined;
}

export async function receive() {
  const message = await verify('{}', new Headers(), 'whsec_a');
  // @ts-expect-error 29: a mistyped type of message
  if (message.type === 'lead.creatd') return 1;
  // @ts-expect-error 30: a test says nothing of a record
  return message.type === 'webhook.test' ? message.data.id : 0;
}
