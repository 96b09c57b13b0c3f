/** What a strict website writes. The lines marked with @ts-expect-error must not compile. */
import { Portico, parseDate, RefusedError, type Schema } from 'portico-sdk';
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
