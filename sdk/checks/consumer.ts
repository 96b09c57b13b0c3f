/** What a strict website writes. The lines marked with @ts-expect-error must not compile. */
import {
  Amenity,
  ListingStatus,
  PetPolicy,
  Portico,
  parseDate,
  RefusedError,
  type Schema,
} from 'portico-sdk';
import { verify } from 'portico-sdk/webhooks';

const portico = new Portico({ baseURL: 'https://api.example.com', apiKey: () => 'key' });

export async function search(): Promise<string[]> {
  const page = await portico.listings.search({ status: [1, 2], sort: 'price', bedsMin: undefined });
  for await (const { main_id, financials_price } of page) {
    const price: number = financials_price + main_id;
    if (price > 5) break;
  }
  return page.items.map(({ main_address }) => main_address);
}

export async function detail(id: number): Promise<Schema<'ListingDetail'> | undefined> {
  const { data, response } = await portico.listings.get(id, { addPhotos: true }).withResponse();
  const date: Date | undefined = parseDate(data?.essentials_date ?? '', 'America/New_York');
  return date && response.ok ? data : undefined;
}

export async function write(body: string, headers: Headers): Promise<string> {
  try {
    await portico.leads.send({ firstname: 'A', lastname: 'B', email: 'a@example.com' });
    const { ITEM } = await portico.blog.create({
      title: 'T',
      body: 'B',
      publish_date: '11/20/2026',
    });
    const { type } = await verify(body, headers, ['whsec_a', 'whsec_b']);
    return type + ITEM[0]?.title;
  } catch (error) {
    return error instanceof RefusedError ? error.code : 'x';
  }
}

// @ts-expect-error There is no such parameter.
portico.listings.search({ bedMin: 1 });
// @ts-expect-error There is no such order.
portico.listings.search({ sort: 'colour' });
// @ts-expect-error The email address is missing.
portico.leads.send({ firstname: 'A', lastname: 'B' });
// @ts-expect-error A misspelled field.
portico.leads.send({ firstname: 'A', lastname: 'B', email: 'a@example.com', fone: '1' });
const lead = portico.leads.send({ firstname: 'A', lastname: 'B', email: 'a@example.com' });
// @ts-expect-error A refusal is thrown, and is no part of the answer.
lead.then(({ STATUS }) => STATUS === 'Error');

export async function codes(): Promise<string[]> {
  const status = [1, 2];
  const kept = { status, pets: [PetPolicy.PetsOK], amenities: [Amenity.Elevator] };
  const { items } = await portico.listings.search({ ...kept, fields: ['main_id', 'main_address'] });
  // @ts-expect-error This field was not asked for.
  items.map(({ financials_price }) => financials_price);
  return items.map(({ main_id, main_address }) => `${main_id} ${main_address}`);
}
// @ts-expect-error There is no such status.
portico.listings.search({ status: [ListingStatus.ForRnt] });
// @ts-expect-error There is no such field.
portico.listings.search({ fields: ['main_adress'] });
// @ts-expect-error There is no such amenity.
portico.listings.search({ amenities: ['elevators'] });

export async function copy(signal: AbortSignal): Promise<number | undefined> {
  for await (const { kind, record } of portico.changes.follow({ signal })) {
    // @ts-expect-error There is no such kind.
    if (kind === 'listing') return 1;
    if (kind === 'listings') return record?.financials_price;
    // @ts-expect-error An office has no price.
    if (kind === 'offices') return record?.financials_price;
  }
  return undefined;
}

export async function receive(body: string, headers: Headers): Promise<number | undefined> {
  const message = await verify(body, headers, 'whsec_a');
  // @ts-expect-error There is no such type of message.
  if (message.type === 'lead.creatd') return 1;
  if (message.type === 'listing.updated') return message.data.before?.financials_price;
  // @ts-expect-error A test says nothing of a record.
  if (message.type === 'webhook.test') return message.data.id;
  return undefined;
}
