import { overflowOf } from '../browser-check';
import { homeThat, type Journey, must, type Tour, visit } from '../journey';
import { accessibilityOf, wordsOf } from '../pages';

/** What a heading counts: `1,207 homes and 23 shops and offices` are 1,230. */
const counted = (heading: string): number =>
  (heading.replaceAll(',', '').match(/\d+/g) ?? []).reduce(
    (sum, digits) => sum + Number(digits),
    0,
  );

export const found = async ({ page }: Tour): Promise<number> =>
  counted(await page.locator('h1').innerText());

/** Waits until another number is found. */
async function changed(tour: Tour, before: number): Promise<number> {
  await tour.page.waitForFunction((number) => {
    const heading = document.querySelector('h1')?.innerText ?? '';
    const numbers = heading.replaceAll(',', '').match(/\d+/g) ?? [];
    return numbers.reduce((sum, digits) => sum + Number(digits), 0) !== number;
  }, before);
  return found(tour);
}

/** Waits until the list begins with what costs the least. */
async function cheapestFirst({ page }: Tour): Promise<void> {
  await page.waitForFunction(() => {
    const prices = [...document.querySelectorAll('[data-listing] p:first-of-type')];
    const numbers = prices.map(({ textContent }) => Number(textContent?.replace(/\D/g, '')));
    return (
      numbers.length > 1 && numbers.every((price, index) => price >= (numbers[index - 1] ?? 0))
    );
  });
}

/** How many homes there are; with `all` shops and offices, too. */
async function homesOf({ office }: Tour, status: string, all = false): Promise<number> {
  let homes = 0;
  for await (const home of office.listings.search({ status: [1, 2], perPage: 200 })) {
    const isLivedIn = !['Commercial', 'Office', 'Retail'].includes(home.essentials_type);
    if (home.main_status === status && (all || isLivedIn)) homes++;
  }
  return homes;
}

export const SEARCH_JOURNEYS: readonly Journey[] = [
  {
    name: 'the front page leads to homes for rent',
    script: 'both',
    run: async (tour) => {
      await visit(tour, '/');
      await tour.page.getByLabel('Street, building, neighborhood or words').fill('terrace');
      await tour.page.getByRole('button', { name: /^Rent/ }).click();
      await tour.page.waitForURL(/\/search\?q=terrace&status=2/);
      must((await found(tour)) > 0, 'no home has a terrace');
    },
  },
  {
    name: 'pages become live without a formatter of Intl, and numbers look as one writes them',
    devices: ['phone'],
    run: async (tour) => {
      const { page } = tour;
      // The error ends the script of a page that makes one.
      await page.addInitScript('Intl.NumberFormat = undefined');
      for (const path of ['/', '/search?status=1']) {
        await visit(tour, path);
        await page.locator('input[role=combobox]').waitFor();
      }
      // Not before the client is built, which it needs.
      const { count, dollars, shortDollars } = await import('../../lib/format');
      const written = (options: Intl.NumberFormatOptions) => {
        const format = new Intl.NumberFormat('en-US', options);
        return (amount: number) => format.format(amount);
      };
      const inDollars = { style: 'currency', currency: 'USD' } as const;
      const whole = written({ ...inDollars, maximumFractionDigits: 0 });
      const short = written({ ...inDollars, notation: 'compact', maximumSignificantDigits: 3 });
      const number = written({ maximumFractionDigits: 1 });
      for (const amount of [0, 2.5, 999, 1234.5, 9999, 12_345, 999_499, 999_500, 1_245_000, 2e9]) {
        must(dollars(amount) === whole(amount), `${dollars(amount)}, not ${whole(amount)}`);
        must(shortDollars(amount) === short(amount), `${shortDollars(amount)}, for ${amount}`);
        must(count(amount, 'x', 'x') === `${number(amount)} x`, `${count(amount, 'x')}`);
      }
    },
  },
  {
    name: 'Chromium compiles React as it loads',
    devices: ['desktop'],
    run: async (tour) => {
      await visit(tour, '/');
      const scripts = tour.page.locator('script[src]:not([nomodule])');
      const sources = await scripts.evaluateAll((all) =>
        all.map((script) => (script as HTMLScriptElement).src),
      );
      const texts = await Promise.all(
        sources.map(async (source) => await (await fetch(source)).text()),
      );
      const react = texts.filter((text) => text.includes('hydrateRoot'));
      must(react.length > 0, `none of these has React: ${sources}`);
      must(
        react.every((text) => /^\/\/# allFunctionsCalledOnLoad\n(?!\/\/#)/.test(text)),
        'the hint is not there, or twice',
      );
    },
  },
  {
    name: 'the front page counts the homes that its buttons find',
    run: async (tour) => {
      for (const [deal, status] of [
        ['Buy', 'For Sale'],
        ['Rent', 'For Rent'],
      ] as const) {
        await visit(tour, '/');
        const button = tour.page.getByRole('button', { name: new RegExp(`^${deal} `) });
        const said = Number((await button.innerText()).replace(/\D/g, ''));
        await button.click();
        await tour.page.waitForSelector('#results');
        const title = await tour.page.locator('#results').innerText();
        const homes = Number.parseInt(title.replaceAll(',', ''), 10);
        must(homes === said, `${deal} says ${said}, and the search: ${title}`);
        const [lived, all] = [await homesOf(tour, status), await homesOf(tour, status, true)];
        must(lived < all, 'there are no shops and offices that could be counted');
        must(homes === lived && counted(title) === all, `${lived} homes of ${all}, and ${title}`);
      }
    },
  },
  {
    name: 'half a bedroom is a home office, wherever beds are counted',
    devices: ['desktop'],
    run: async (tour) => {
      const { page, url } = tour;
      const { main_id } = await homeThat(
        tour,
        ({ essentials_beds, main_status }) => essentials_beds === 1.5 && main_status === 'For Rent',
      );
      const texts: string[] = [];
      for (const path of ['/search?status=2&beds=1.5', `/listings/${main_id}`]) {
        await visit(tour, path);
        texts.push(await wordsOf(page));
      }
      const head = await page.locator('meta[name=description]').getAttribute('content');
      const card = await fetch(new URL(`/listings/${main_id}/card`, url));
      for (const text of [...texts, head ?? '', await card.text()]) {
        const [half] = /\b\d\.5 bed\w*/.exec(text) ?? [];
        must(half === undefined, `it says ${half}`);
        must(/1 bed(room)? \+ home office/.test(text), `it says nothing of the office: ${text}`);
      }
    },
  },
  {
    name: 'the directory has headings, and names that lead to their pages, of all neighborhoods',
    script: 'both',
    run: async (tour) => {
      const { page, device } = tour;
      const wanted = new Set<string>();
      for await (const home of tour.office.listings.search({ status: [1, 2], perPage: 200 }))
        wanted.add(home.main_neighborhood);
      await visit(tour, '/');
      const board = page.locator('section[aria-labelledby=directory]');
      for (const heads of await board.locator('thead').all())
        must(
          (await heads.locator('th').allInnerTexts()).join() === 'Neighborhood,Buy,Rent',
          'the numbers have other headings',
        );
      const names = await board.locator('tbody th a').allInnerTexts();
      const missing = [...wanted].filter((name) => name !== '' && !names.includes(name));
      must(missing.length === 0, `${missing.join(', ')}: not there, or no link`);
      if (device === 'desktop') {
        const tables = await board.locator('table').all();
        const boxes = await Promise.all(tables.map((table) => table.boundingBox()));
        const lines = new Set(boxes.map((box) => `${Math.round(box?.width ?? 0)} ${box?.y}`));
        must(boxes.length === 4 && lines.size === 1, `columns out of line: ${[...lines]}`);
        const [title, form] = await Promise.all(
          ['h1', 'form'].map((part) => page.locator(`main ${part}`).first().boundingBox()),
        );
        const hole = title && form && form.y - title.y - title.height;
        must(hole && hole < 64, `${hole} pixels between the headline and the field`);
      }
      const [first = ''] = names;
      await board.getByRole('link', { name: first, exact: true }).click();
      await page.waitForURL(/\/neighborhoods\/\d+$/);
      await page.getByRole('heading', { level: 1, name: first }).waitFor();
    },
  },
  {
    name: 'the directory counts what its link finds',
    run: async (tour) => {
      await visit(tour, '/');
      const link = tour.page.locator('a[href^="/search?status=2&cat="]').first();
      const said = Number.parseInt(await link.innerText(), 10);
      await link.click();
      await tour.page.waitForURL(/cat=/);
      await tour.page.waitForSelector('#results');
      must((await found(tour)) === said, `${said} homes were said, and ${await found(tour)} found`);
    },
  },
  {
    name: 'a filter narrows the search, its count was right, and Back takes it off',
    run: async (tour) => {
      await visit(tour, '/search?status=2');
      const all = await found(tour);
      await tour.page.locator('summary', { hasText: 'Beds' }).click();
      const pill = tour.page.locator('label', { has: tour.page.locator('[name=beds][value="2"]') });
      const said = Number.parseInt(await pill.locator('.count').innerText(), 10);
      await pill.click();
      must((await changed(tour, all)) === said, `${said} were said, ${await found(tour)} found`);
      must(
        new URL(tour.page.url()).searchParams.get('beds') === '2',
        'the address does not say it',
      );
      await tour.page.goBack();
      must((await changed(tour, said)) === all, 'Back does not show all homes');
      const ticked = tour.page.locator('[name=beds][value="2"]');
      must(!(await ticked.isChecked()), 'Back leaves the filter ticked');
    },
  },
  {
    name: 'a panel of filters opens below its button, applies, clears and closes',
    run: async (tour) => {
      const { page, device } = tour;
      await visit(tour, '/search?status=2');
      await page.locator('form[data-live]').waitFor();
      const all = await found(tour);
      const button = page.locator('summary', { hasText: 'Price' });
      const panel = page.locator('details[open] > div');
      await button.click();
      const [at, below] = [await button.boundingBox(), await panel.boundingBox()];
      must(at && below, 'there is no panel');
      const width = page.viewportSize()?.width ?? 0;
      must(below.x >= 0 && below.x + below.width <= width, 'it leaves the window');
      if (device === 'phone') must(below.width === width, `it is ${below.width} wide`);
      else must(below.x < at.x + at.width && at.x < below.x + below.width, `it is at ${below.x}`);
      const problems = [...(await accessibilityOf(page)), ...(await overflowOf(page))];
      must(problems.length === 0, problems.join());
      await page.getByLabel('To, $').fill('4000');
      await panel.getByRole('button', { name: 'Apply' }).click();
      await page.waitForURL(/priceMax=4000/);
      const cheap = await changed(tour, all);
      await panel.waitFor({ state: 'hidden' });
      const isFocused = () => button.evaluate((element) => element === document.activeElement);
      must(await isFocused(), 'the focus is lost when it is applied');
      await button.click();
      await panel.getByRole('link', { name: 'Clear' }).click();
      must((await changed(tour, cheap)) === all, 'Clear leaves the filter');
      must((await page.getByLabel('To, $').inputValue()) === '', 'Clear leaves the field');
      await page.keyboard.press('Escape');
      await panel.waitFor({ state: 'hidden' });
      must(await isFocused(), 'the focus is lost after Escape');
      await button.click();
      await page.mouse.click(8, device === 'phone' ? 20 : 700);
      await panel.waitFor({ state: 'hidden' });
    },
  },
  {
    name: 'the panels of the filters apply and clear without JavaScript',
    script: 'none',
    run: async (tour) => {
      const { page } = tour;
      await visit(tour, '/search?status=2&beds=2');
      await page.locator('summary', { hasText: 'Beds' }).click();
      await page.locator('details[open]').getByRole('link', { name: 'Clear' }).click();
      await page.waitForURL(/status=2$/);
      await page.locator('summary', { hasText: 'Price' }).click();
      await page.getByLabel('To, $').fill('4000');
      await page.locator('details[open]').getByRole('button', { name: 'Apply' }).click();
      await page.waitForURL(/priceMax=4000/);
    },
  },
  {
    name: 'a visitor who opens too many pages is told how long to wait, and nobody else',
    script: 'none',
    devices: ['desktop'],
    run: async (tour) => {
      const { page, url } = tour;
      const address = { 'x-forwarded-for': '192.0.2.77' };
      const ask = (method = 'GET') =>
        fetch(new URL('/robots.txt', url), { method, headers: address });
      // Whatever the method: each of these has its part in the 240.
      const methods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'];
      for (let all = 0; all < 240; all += 24)
        await Promise.all(
          Array.from({ length: 24 }, async (_, n) => (await ask(methods[n % 6])).arrayBuffer()),
        );
      for (const method of methods) {
        const { status } = await ask(method);
        must(status === 429, `${method} is answered with ${status}`);
      }
      const refused = await ask();
      const wait = Number(refused.headers.get('retry-after'));
      must(refused.status === 429 && wait > 0 && wait <= 60, `${refused.status}, ${wait} s`);
      must((await refused.text()).includes('One moment, please'), 'it does not say so');
      await visit(tour, '/search?status=2');
      must((await page.locator('h1').innerText()) !== 'One moment, please', 'others wait, too');
    },
  },
  {
    name: 'visitors who search the same at the same time cost one call',
    script: 'none',
    devices: ['desktop'],
    run: async ({ url, calls }) => {
      calls.take();
      const search = async (n: number): Promise<void> => {
        const headers = { 'x-forwarded-for': `198.51.100.${n + 20}` };
        const answer = await fetch(new URL('/search?status=2&q=avenue&beds=2,3', url), { headers });
        must((await answer.text()).includes('data-listing'), 'a visitor sees no home');
      };
      await Promise.all(Array.from({ length: 10 }, (_, n) => search(n)));
      const searches = calls.take().filter((call) => /^GET \/properties\?.*avenue/.test(call));
      must(searches.length === 1, `${searches.length} calls`);
    },
  },
  {
    name: 'the form of the filters works without JavaScript',
    script: 'none',
    run: async (tour) => {
      await visit(tour, '/search?status=2');
      const all = await found(tour);
      await tour.page.locator('summary', { hasText: 'Price' }).click();
      await tour.page.getByLabel('To, $').fill('4000');
      // On a phone the open panel lies over the button, and has one of its own.
      const send =
        tour.device === 'phone' ? 'details[open] button:text("Apply")' : 'text=Show homes';
      await tour.page.locator(send).click();
      await tour.page.waitForURL(/priceMax=4000/);
      const cheap = await found(tour);
      must(cheap > 0 && cheap < all, `${cheap} of ${all} homes`);
      await tour.page.getByRole('link', { name: /To \$4,000/ }).click();
      must((await found(tour)) === all, 'the link does not take the filter off');
    },
  },
  {
    name: 'the list has pages',
    script: 'both',
    run: async (tour) => {
      await visit(tour, '/search?status=2&sort=cheapest');
      const first = await tour.page.locator('[data-listing]').first().getAttribute('data-listing');
      await tour.page.getByRole('link', { name: 'Next' }).click();
      await tour.page.waitForURL(/page=2/);
      await tour.page.waitForSelector('[aria-current=page] >> text=2');
      const second = await tour.page.locator('[data-listing]').first().getAttribute('data-listing');
      must(first !== second, 'page 2 begins as page 1 does');
    },
  },
  {
    name: 'the order is kept in the address',
    run: async (tour) => {
      await visit(tour, '/search?status=2');
      await tour.page.getByLabel('Order').selectOption('cheapest');
      await tour.page.waitForURL(/sort=cheapest/);
      await cheapestFirst(tour);
    },
  },
  {
    name: 'what is chosen before the script has come is kept and sent',
    run: async (tour) => {
      const { page } = tour;
      let release = (): void => undefined;
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      await page.route(/\/_next\/static\/.*\.js/, async (route) => {
        await held;
        await route.continue();
      });
      await page.goto(new URL('/search?status=2', tour.url).href, { waitUntil: 'commit' });
      await page.getByLabel('Order').selectOption('cheapest');
      must(!/sort=/.test(page.url()), 'the script was there before');
      release();
      await page.waitForURL(/sort=cheapest/);
      await cheapestFirst(tour);
      must((await page.getByLabel('Order').inputValue()) === 'cheapest', 'the choice is gone');
      await page.reload();
      await page.locator('form[data-live]').waitFor();
      must(/sort=cheapest/.test(page.url()), 'a reload loses the order');
    },
  },
  {
    name: 'the search box completes names, by keyboard',
    run: async (tour) => {
      const { page } = tour;
      await visit(tour, '/search?status=2&beds=1,3');
      const box = page.getByRole('combobox', { name: 'Street, building or words' });
      await box.fill('batt');
      const list = page.getByRole('listbox', { name: 'Suggestions' });
      const option = list.getByRole('option', { name: /Battery Park City/ });
      await option.first().waitFor();
      must((await box.getAttribute('aria-expanded')) === 'true', 'it does not say that it is open');
      const over = await overflowOf(page);
      must(over.length === 0, over.join());
      await page.keyboard.press('ArrowDown');
      const id = (await box.getAttribute('aria-activedescendant')) ?? '';
      const active = page.locator(`[id="${id}"]`);
      must((await active.getAttribute('aria-selected')) === 'true', 'nothing is chosen');
      must((await active.innerText()).includes('Neighborhood'), await active.innerText());
      await page.keyboard.press('Escape');
      await list.waitFor({ state: 'hidden' });
      must((await box.inputValue()) === 'batt', 'Escape empties the field');
      await box.press('End');
      await box.pressSequentially('e');
      await option.first().waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.waitForURL(/cat=\d+/);
      must(/status=2&beds=1&beds=3&.*cat=3$/.test(page.url()), page.url());
      must(!/q=/.test(page.url()), page.url());
      must((await found(tour)) > 0, 'it finds nothing');
    },
  },
  {
    name: 'the search box of the front page fills in a street by a click',
    run: async (tour) => {
      const { page } = tour;
      await visit(tour, '/');
      const box = page.getByRole('combobox', { name: /^Street, building/ });
      await box.fill('street');
      await page
        .getByRole('option', { name: /Street/ })
        .first()
        .waitFor();
      const problems = await accessibilityOf(page);
      must(problems.length === 0, problems.join());
      const street = page
        .getByRole('option')
        .filter({ hasText: /Street(, \d+ listings?)?$/ })
        .first();
      const name = await street.locator('span').first().innerText();
      await street.click();
      must((await box.inputValue()) === name, `${await box.inputValue()} and not ${name}`);
      await page.getByRole('button', { name: /^Buy/ }).click();
      await page.waitForURL(/q=/);
    },
  },
  {
    name: 'nothing found says so and offers a way on',
    script: 'both',
    run: async (tour) => {
      await visit(tour, '/search?status=1&priceMax=10');
      await tour.page.getByText('No homes match your search today').waitFor();
      await tour.page.getByRole('link', { name: 'Show all homes' }).click();
      await tour.page.waitForURL(/\/search\?status=1$/);
      await tour.page.locator('[data-listing]').first().waitFor();
    },
  },
  {
    name: 'an address that means nothing still finds homes',
    script: 'both',
    run: async (tour) => {
      await visit(tour, '/search?status=9&beds=many&cat=x&bbox=1,2,3&page=-4&sort=up&q=ab');
      must((await found(tour)) > 0, 'no homes');
    },
  },
  {
    name: 'a filter that no home can have finds none, and is no error',
    run: async (tour) => {
      await visit(tour, '/search?status=1&type=Castle');
      await tour.page.getByText('No homes match your search today').waitFor();
    },
  },
];
