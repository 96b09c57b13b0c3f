import type { Locator } from 'playwright-core';
import {
  eventually,
  type Home,
  homeThat,
  type Journey,
  leadsOf,
  must,
  type Tour,
  visit,
} from '../journey';

/** Opens the first home with an open house that a search finds. */
async function openListing(tour: Tour): Promise<string> {
  await visit(tour, '/search?status=1&sort=dearest');
  const href = await tour.page.locator('[data-listing] a').nth(1).getAttribute('href');
  must(href, 'there is no home');
  await visit(tour, href);
  return href.split('/').pop() ?? '';
}

async function fill({ page }: Tour, lastname: string): Promise<void> {
  await page.getByLabel('First name').fill('Dana');
  await page.getByLabel('Last name').fill(lastname);
  await page.getByLabel('Email').fill('dana@example.com');
}

/** Shows a page until a photo in it has other sizes, which Portico knows once it has measured it. */
async function photoFile(tour: Tour, path: string, place: string): Promise<string> {
  const photo = tour.page.locator(`${place} picture img`).first();
  await visit(tour, path);
  // Portico measures while the page waits, for a second at most.
  for (let again = 0; again < 20 && (await photo.count()) === 0; again++) await visit(tour, path);
  await photo.scrollIntoViewIfNeeded();
  return photo.evaluate(async (image: HTMLImageElement) => {
    await image.decode();
    return image.currentSrc;
  });
}

const isRental = ({ main_status }: Home): boolean => main_status === 'For Rent';
const dollars = (amount: number): string => `$${amount.toLocaleString('en-US')}`;

/** A line of the details of a home, what it says of a home, and the homes that are looked for. */
const DETAILS: readonly (readonly [string, (home: Home) => string, (home: Home) => boolean])[] = [
  [
    'Maintenance or common charges',
    (home) => `${dollars(home.financials_maintenance)} a month`,
    (home) => home.financials_maintenance > 0,
  ],
  [
    'Taxes',
    (home) => `${dollars(home.financials_taxes)} a month`,
    (home) => home.financials_taxes > 0,
  ],
  [
    'Broker fee',
    (home) => `${home.financials_fee}% of a year’s rent`,
    (home) => isRental(home) && home.financials_fee > 0,
  ],
  ['Broker fee', () => 'None', (home) => isRental(home) && home.extras_nofee === 1],
  [
    'Free rent',
    (home) => `${home.financials_freemonth} month`,
    (home) => isRental(home) && home.financials_freemonth > 0,
  ],
  ['Concession', (home) => home.financials_concession, (home) => home.financials_concession !== ''],
];

async function missing({ page, url }: Tour, path: string): Promise<void> {
  const answer = await page.goto(new URL(path, url).href);
  must(answer?.status() === 404, `${path} answers ${answer?.status()}`);
  await page.getByText('There is no such page').waitFor();
}

/** A name for each lead, by which it is found again. */
const newName = (): string => `Check-${crypto.randomUUID().slice(0, 8)}`;

export const LISTING_JOURNEYS: readonly Journey[] = [
  {
    name: 'a card leads to its home',
    script: 'both',
    run: async (tour) => {
      await visit(tour, '/search?status=2');
      const card = tour.page.locator('[data-listing] a').first();
      const address = await card.innerText();
      await card.click();
      await tour.page.waitForURL(/\/listings\/\d+$/);
      must((await tour.page.locator('h1').innerText()) === address, 'another home');
    },
  },
  {
    name: 'the gallery turns by keyboard, and Escape closes it',
    devices: ['desktop'],
    run: async (tour) => {
      await openListing(tour);
      const all = tour.page.getByRole('link', { name: /^All \d+ photos/ });
      await all.focus();
      await tour.page.keyboard.press('Enter');
      const dialog = tour.page.getByRole('dialog');
      await dialog.waitFor();
      await tour.page.keyboard.press('ArrowRight');
      await dialog.getByText(/^2 \/ /).waitFor();
      await tour.page.keyboard.press('ArrowLeft');
      await tour.page.keyboard.press('ArrowLeft');
      const last = Number((await dialog.locator('p').innerText()).split('/')[0]);
      must(last > 2, 'it does not go round');
      await tour.page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'hidden' });
    },
  },
  {
    name: 'photos come in a size that fits, on a card and in the gallery',
    script: 'both',
    run: async (tour) => {
      const card = await photoFile(tour, '/search?status=1', '[data-listing]');
      must(/\/p\/[0-9a-f]{32}-(320|640)\.webp$/.test(card), `a card shows ${card}`);
      const home = tour.page.locator('[data-listing]:has(picture) a').first();
      const href = await home.getAttribute('href');
      const large = await photoFile(tour, href ?? '', 'section[aria-label^="Photos of"] li');
      must(/\/p\/[0-9a-f]{32}-(640|960)\.webp$/.test(large), `the gallery shows ${large}`);
    },
  },
  {
    name: 'a home shows its fees, its tours, what is below its photos, its last update and its views',
    devices: ['desktop'],
    run: async (tour) => {
      const { page, office } = tour;
      const wrong: string[] = [];
      for (const [name, text, is] of DETAILS) {
        const home = await homeThat(tour, is);
        await visit(tour, `/listings/${home.main_id}`);
        const term = page.locator('dt', { hasText: new RegExp(`^${name}$`) });
        const said = await term.locator('xpath=following-sibling::dd').allInnerTexts();
        if (!said[0]?.startsWith(text(home))) wrong.push(`${home.main_id}: ${name} is ${said}`);
      }
      must(wrong.length === 0, wrong.join('; '));
      const toured = await homeThat(tour, ({ essentials_video: video }) => video !== '');
      await visit(tour, `/listings/${toured.main_id}`);
      const link = page.getByRole('link', { name: 'Virtual tour', exact: true });
      must((await link.getAttribute('href')) === toured.essentials_video, 'another tour');
      await page.getByText(/^Updated \w+ \d+, \d{4} · [\d,]+ views?$/).waitFor();
      // Some homes have nothing below their photos.
      let [id, caption] = [0, ''];
      for await (const { main_id } of office.listings.search({ status: [1, 2], perPage: 200 })) {
        caption = (await office.listings.photos(main_id))[0]?.name ?? '';
        id = main_id;
        if (caption !== '') break;
      }
      await visit(tour, `/listings/${id}`);
      await page.getByRole('link', { name: /^All \d+ photos/ }).click();
      await page.getByRole('dialog').locator('p').getByText(caption).waitFor();
    },
  },
  {
    name: 'the form stays in view beside a long page, and a bar at the foot of a phone leads to it',
    script: 'both',
    run: async (tour) => {
      const { page, device } = tour;
      await openListing(tour);
      const contact = page.locator('#contact');
      const bar = page.getByRole('link', { name: 'Ask about this home' });
      const height = page.viewportSize()?.height ?? 0;
      const isInView = async (part: Locator): Promise<boolean> => {
        const box = await part.boundingBox();
        return box !== null && box.y >= 0 && box.y + Math.min(box.height, 100) <= height;
      };
      if (device === 'desktop') {
        must(!(await bar.isVisible()), 'the bar is on a desktop, too');
        const top = (await contact.boundingBox())?.y ?? 0;
        await page.evaluate((y) => scrollTo(0, y), top + 200);
        must(await isInView(contact), 'the form leaves the window');
        return;
      }
      must(await isInView(bar), 'the bar is not in the window');
      const call = await page.getByRole('link', { name: 'Call', exact: true }).getAttribute('href');
      must(/^tel:\+\d{11}$/.test(call ?? ''), `it calls ${call}`);
      await bar.click();
      await eventually('the form is in the window', () => isInView(contact), 50);
    },
  },
  {
    name: 'the mosaic of photos has no hole, however many there are',
    script: 'none',
    devices: ['desktop'],
    run: async (tour) => {
      const seen = new Set<number>();
      for (const photos of [1, 2, 3, 4, 5, 6]) {
        const home = await homeThat(tour, ({ main_images }) => main_images === photos);
        await visit(tour, `/listings/${home.main_id}`);
        const strip = tour.page.locator('section[aria-label^="Photos of"] ul');
        const [shown = 0, filled = 0, all = 0] = await strip.evaluate((list) => {
          const { columnGap, paddingLeft, paddingTop } = getComputedStyle(list);
          const gap = Number.parseFloat(columnGap);
          const boxes = [...list.children].map((child) => child.getBoundingClientRect());
          const seen = boxes.filter(({ width }) => width > 0);
          return [
            seen.length,
            seen.reduce((sum, { width, height }) => sum + (width + gap) * (height + gap), 0),
            (list.clientWidth - 2 * Number.parseFloat(paddingLeft) + gap) *
              (list.clientHeight - Number.parseFloat(paddingTop) + gap),
          ];
        });
        must(Math.abs(1 - filled / all) < 0.01, `${shown} photos fill ${filled} of ${all} pixels`);
        seen.add(shown);
      }
      must(seen.has(4), 'no home has four photos');
    },
  },
  {
    name: 'the photos swipe on a phone, with and without JavaScript',
    devices: ['phone'],
    script: 'both',
    run: async (tour) => {
      await openListing(tour);
      const strip = tour.page.locator('section[aria-label^="Photos of"] ul');
      const [width, content] = await strip.evaluate((list) => [list.clientWidth, list.scrollWidth]);
      must((content ?? 0) > (width ?? 0) * 2, 'there is nothing to swipe to');
    },
  },
  {
    name: 'a question is sent and is in the list of leads',
    script: 'both',
    run: async (tour) => {
      await openListing(tour);
      const name = newName();
      await fill(tour, name);
      await tour.page.getByRole('button', { name: 'Send' }).click();
      await tour.page.getByText('Thank you.').waitFor();
      must((await leadsOf(tour, name)) === 1, 'portico lead list does not have it');
    },
  },
  {
    name: 'a tour is asked for at two times, and one that is past is refused',
    script: 'both',
    run: async (tour) => {
      const { page } = tour;
      await openListing(tour);
      const name = newName();
      await fill(tour, name);
      await page.getByText('Choose times for a tour').click();
      const day = (days: number): string =>
        new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
      await page.getByLabel('A time that suits you').fill(`${day(-2)}T14:00`);
      await page.getByLabel('Another time').fill(`${day(3)}T10:30`);
      await page.getByLabel('How').selectOption('By video');
      await page.getByRole('button', { name: 'Send' }).click();
      await page.getByText('Please choose a time within the next 90 days.').waitFor();
      await page.getByLabel('A time that suits you').fill(`${day(2)}T14:00`);
      await page.getByRole('button', { name: 'Send' }).click();
      await page.getByText('we will confirm a time').waitFor();
      must((await leadsOf(tour, name)) === 1, 'portico lead list does not have it');
    },
  },
  {
    name: 'the confirmation is seen where the form was sent, and nothing moves',
    script: 'both',
    run: async (tour) => {
      const { page } = tour;
      await openListing(tour);
      await fill(tour, newName());
      const height = (): Promise<number> => page.evaluate(() => document.body.scrollHeight);
      const before = await height();
      await page.getByRole('button', { name: 'Send' }).click();
      const message = page.locator('#contact .message');
      await message.waitFor();
      const seen = (): Promise<boolean> =>
        message.evaluate((element) => {
          const { top, bottom, left } = element.getBoundingClientRect();
          // What is on top there: neither the header nor the bar of phones.
          const hit = document.elementFromPoint(left + 8, (top + bottom) / 2);
          return top > 0 && bottom < innerHeight && element.contains(hit);
        });
      await eventually('the confirmation is in the window', seen, 50);
      const isScripted = await page.evaluate(() => document.activeElement?.className ?? '');
      const url = new URL(page.url());
      must(isScripted.includes('message') || url.hash === '#contact', 'the focus is elsewhere');
      if (url.hash !== '#contact') must((await height()) === before, 'the page has another height');
    },
  },
  {
    name: 'a form that lacks something says what, and keeps what was typed',
    script: 'both',
    run: async (tour) => {
      await openListing(tour);
      const name = newName();
      await tour.page.getByLabel('Last name').fill(name);
      await tour.page.getByLabel('Email').fill('nowhere');
      await tour.page.getByRole('button', { name: 'Send' }).click();
      await tour.page.getByText('Please tell us your first name.').waitFor();
      await tour.page.getByText('Please enter an email address').waitFor();
      must((await tour.page.getByLabel('Last name').inputValue()) === name, 'the name is gone');
      must((await leadsOf(tour, name)) === 0, 'a lead was stored');
    },
  },
  {
    name: 'a form that comes back is still the same lead',
    script: 'both',
    devices: ['desktop'],
    run: async (tour) => {
      await openListing(tour);
      const number = tour.page.locator('input[name=attempt]');
      const before = await number.inputValue();
      await fill(tour, newName());
      // Only Portico knows that this is no address.
      await tour.page.getByLabel('Email').fill('dana@example.com.');
      await tour.page.getByRole('button', { name: 'Send' }).click();
      await tour.page.getByText('We cannot send email to this address').waitFor();
      must((await number.inputValue()) === before, 'the form has another number');
    },
  },
  {
    name: 'a form that is posted twice is one lead',
    script: 'none',
    devices: ['desktop'],
    run: async (tour) => {
      await openListing(tour);
      const name = newName();
      await fill(tour, name);
      await tour.page.getByRole('button', { name: 'Send' }).click();
      await tour.page.getByText('Thank you.').waitFor();
      // The browser's own "send the form again".
      await tour.page.reload();
      await tour.page.getByText('Thank you.').waitFor();
      must((await leadsOf(tour, name)) === 1, `${await leadsOf(tour, name)} leads`);
    },
  },
  {
    name: 'a program that fills in everything sends nothing',
    script: 'none',
    devices: ['desktop'],
    run: async (tour) => {
      await openListing(tour);
      const name = newName();
      await fill(tour, name);
      await tour.page.locator('#website').fill('https://spam.example');
      await tour.page.getByRole('button', { name: 'Send' }).click();
      await tour.page.getByText('Thank you.').waitFor();
      must((await leadsOf(tour, name)) === 0, 'the lead was stored');
    },
  },
  {
    name: 'a home has structured data, a canonical address and a card for sharing',
    script: 'none',
    devices: ['desktop'],
    run: async (tour) => {
      const id = await openListing(tour);
      const text = await tour.page.locator('script[type="application/ld+json"]').textContent();
      const [home] = JSON.parse(text ?? '[]') as { '@type': string; url: string }[];
      must(home?.['@type'] === 'RealEstateListing', 'no RealEstateListing');
      const canonical = await tour.page.locator('link[rel=canonical]').getAttribute('href');
      must(canonical?.endsWith(`/listings/${id}`) && canonical === home.url, `${canonical}`);
      must(await tour.page.locator('meta[property="og:image"]').count(), 'no picture to share');
    },
  },
  {
    name: 'a home that is gone says so, to people and to search engines',
    script: 'both',
    run: async (tour) => {
      const { page } = tour;
      const sitemap = await (await fetch(new URL('/sitemap.xml', tour.url))).text();
      for (const [status, label] of [
        [19, 'Sold'],
        [22, 'Rented'],
      ] as const) {
        const path = await tour.homeWith(status);
        await visit(tour, path);
        await page.locator('main header').getByText(label, { exact: true }).waitFor();
        await page.getByText('no longer on the market').waitFor();
        await page.getByText('Last listed at').waitFor();
        must((await page.title()).includes(`(${label.toLowerCase()})`), await page.title());
        const parts = await page.locator('main article:has(h1), main aside').allInnerTexts();
        must(parts.length === 2, 'the page has other parts');
        must(!/Ask about this home|When can I|Open house/.test(parts.join()), 'it seems available');
        const text = await page.locator('script[type="application/ld+json"]').textContent();
        must(
          text?.includes('"https://schema.org/SoldOut"'),
          'search engines take it for available',
        );
        must(!text?.includes('"Event"'), 'an open house');
        must(!sitemap.includes(`${path}<`), 'it is in the sitemap');
      }
      await visit(tour, await tour.homeWith(1));
      const text = await page.locator('script[type="application/ld+json"]').textContent();
      must(text?.includes('"https://schema.org/InStock"'), 'it is not available');
    },
  },
  {
    name: 'a visitor who sends too many leads is asked to wait, and others are not',
    script: 'both',
    devices: ['desktop'],
    run: async (tour) => {
      const { page } = tour;
      const [name, other] = [newName(), newName()];
      const send = async (lastname: string): Promise<void> => {
        await openListing(tour);
        await fill(tour, lastname);
        await page.getByRole('button', { name: 'Send' }).click();
      };
      for (let lead = 0; lead < 20; lead++) {
        await send(name);
        await page.getByText('Thank you.').waitFor();
      }
      await send(name);
      await page.getByText(/Too many attempts. Please wait \d+ minutes/).waitFor();
      must((await page.getByLabel('Last name').inputValue()) === name, 'what was typed is gone');
      must((await leadsOf(tour, name)) === 20, `${await leadsOf(tour, name)} leads`);
      await page.setExtraHTTPHeaders({ 'x-forwarded-for': '192.0.2.1, 198.51.100.7' });
      await send(other);
      await page.getByText('Thank you.').waitFor();
    },
  },
  {
    name: 'what is for the brokerage alone is on no page',
    script: 'none',
    devices: ['desktop'],
    run: async (tour) => {
      await openListing(tour);
      const source = await tour.page.content();
      must(
        !/access_note|doorman; sign the book|Keys with/.test(source),
        'the note about the keys is there',
      );
    },
  },
  {
    name: 'a view of a home is counted once for a visitor, and costs the page no call',
    devices: ['desktop'],
    run: async (tour) => {
      const path = await tour.homeWith(1);
      const counted = (): Promise<unknown> =>
        tour.page.waitForResponse((answer) => answer.url().endsWith(`${path}/view`));
      tour.calls.take();
      await Promise.all([counted(), visit(tour, path)]);
      await Promise.all([counted(), visit(tour, path)]);
      const views = () => tour.calls.take().filter((call) => /viewCounter/i.test(call));
      const all = views();
      await eventually('the view is counted', async () => all.push(...views()) > 0);
      must(all.length === 1, `${all.length} views`);
    },
  },
  {
    name: 'a card asks for one photo of each home',
    script: 'none',
    devices: ['desktop'],
    run: async (tour) => {
      tour.calls.take();
      await visit(tour, '/search?status=1&beds=2');
      const calls = tour.calls.take();
      must(calls.length > 0 && calls.every((call) => call.includes('photosMax=1')), calls.join());
    },
  },
  {
    name: 'an address that is not there is a page of its own',
    script: 'both',
    run: (tour) => missing(tour, '/nothing'),
  },
  {
    name: 'the sitemap names all homes, and robots.txt names the sitemap',
    script: 'none',
    devices: ['desktop'],
    run: async (tour) => {
      const sitemap = await (await fetch(new URL('/sitemap.xml', tour.url))).text();
      must(sitemap.split('/listings/').length > 100, 'too few homes');
      const robots = await (await fetch(new URL('/robots.txt', tour.url))).text();
      must(robots.includes('/sitemap.xml'), robots);
    },
  },
  {
    name: 'the menu of a phone opens without JavaScript',
    script: 'both',
    devices: ['phone'],
    run: async (tour) => {
      await visit(tour, '/');
      await tour.page.getByRole('button', { name: 'Menu' }).click();
      await tour.page.getByRole('navigation', { name: 'Menu' }).getByText('Rent').click();
      await tour.page.waitForURL(/status=2/);
    },
  },
];
