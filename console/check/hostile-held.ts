import { callAs } from './hostile-operators';
import { type Journey, must } from './journey';
import { FORMS, mustBeQuiet, newPlanted, payload, visitAll } from './payloads';
import { OPERATOR } from './people';
import { importRecords } from './server';

/** More new listings than email goes out about without somebody's word. */
const LISTINGS = 250;

/** The server looks twice a minute which searches there are; only what comes after that is new to them. */
const MOST_IMPORTS = 30;

/** How often the page looks for what was sent, twice a second. */
const MOST_LOOKS = 240;

const CLIENT = 'held-back';

/** Email about saved searches that waits because too much is new, in a brokerage whose texts are payloads. */
export const HELD_JOURNEY: Journey = {
  name: 'no script runs where email waits for somebody, and in what is sent then',
  run: async ({ as, server }) => {
    const { page, problems } = await as(OPERATOR, '/installation');
    const planted = newPlanted(`/b/${CLIENT}`, `/b/${CLIENT}/outbox`, `/b/${CLIENT}/imports`);
    const send = callAs(page);
    const title = payload(planted, 'title');
    await send('POST', '/clients', { client: CLIENT, title });
    const stop = { 'unsubscribe-page': 'https://www.example.com/stop?token={token}' };
    await send('PUT', `/clients/${CLIENT}/settings`, stop);
    const members = FORMS.map((_, place) => ({
      ...{ id: place + 1, email: `held${place}@example.com`, verify: 'code', verified: 1 },
      ...{ firstName: payload(planted, 'firstName'), lastName: payload(planted, 'lastName') },
    }));
    await importRecords(server, 'clients', members, CLIENT);
    const searches = members.map(({ id }) => ({
      // Without a status a search is for rentals.
      ...{ id, clientID: id, frequency: 'instantly', query: 'status=1' },
      name: payload(planted, 'search'),
    }));
    await importRecords(server, 'saved-searches', searches, CLIENT);
    const outbox = async () => (await send('GET', `/brokerages/${CLIENT}/outbox`, undefined)).body;
    for (let round = 0; (await outbox()).held === 0; round++) {
      must(round < MOST_IMPORTS, 'no email is held back');
      const listings = Array.from({ length: LISTINGS }, (_, place) => ({
        ...{ main_id: round * LISTINGS + place + 1, main_status: 'For Sale', distribute: 1 },
        ...{ main_street: payload(planted, 'street'), financials_price: 500_000 },
      }));
      await importRecords(server, 'listings', listings, CLIENT);
    }
    await visitAll({ page, problems }, planted.addresses);
    await page.goto(`/b/${CLIENT}/outbox`);
    await page.getByText('Email about saved searches waits').waitFor();
    await page.getByRole('button', { name: 'Send it' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Send it' }).click();
    await page.getByText('Email about saved searches waits').waitFor({ state: 'hidden' });
    for (let look = 0; (await outbox()).emails.length === 0; look++) {
      must(look < MOST_LOOKS, 'no email is sent');
      await page.waitForTimeout(500);
    }
    await page.reload();
    await page.locator('main tr', { hasText: '@example.com' }).first().waitFor();
    await mustBeQuiet({ page, problems });
  },
};
