import type { Page } from 'playwright-core';
import { eventually, type Journey, must, type Tour, visit } from '../journey';
import { live, openMap } from './map';

/** What the colour of a pixel says that it is. */
const TOKENS = { W: 'water', L: 'land', I: 'ink-soft' } as const;

/**
 * Looks at the map without its markers: a letter for each pixel, as above, and a dot for what has another colour. Words are so thin that hardly
 * a pixel has all of their colour, so what is nearer to it than to the others counts.
 */
async function lookAt(page: Page): Promise<string> {
  const map = page.locator('section[aria-label^="Map of"]');
  const setVisibility = (visibility: string) =>
    map.evaluate((section, value) => {
      const marks = section.parentElement?.querySelectorAll<HTMLElement>('a') ?? [];
      for (const mark of marks) mark.style.visibility = value;
    }, visibility);
  await setVisibility('hidden');
  const picture = (await map.screenshot()).toString('base64');
  await setVisibility('');
  return page.evaluate(
    async ([data, tokens]) => {
      const image = new Image();
      image.src = `data:image/png;base64,${data}`;
      await image.decode();
      const pen = new OffscreenCanvas(image.width, image.height).getContext('2d');
      if (pen === null) throw new Error('There is no canvas.');
      pen.drawImage(image, 0, 0);
      const { data: pixels } = pen.getImageData(0, 0, image.width, image.height);
      const probe = document.body.appendChild(document.createElement('i'));
      const colours = Object.entries(tokens).map(([letter, token]) => {
        probe.style.color = `var(--${token})`;
        const colour = getComputedStyle(probe).color.match(/\d+/g)?.map(Number) ?? [];
        return [letter, colour] as const;
      });
      probe.remove();
      let letters = '';
      for (let index = 0; index < pixels.length; index += 4) {
        let [nearest, distance] = ['.', 255];
        for (const [letter, colour] of colours) {
          const apart = colour.map((part, channel) =>
            Math.abs(part - (pixels[index + channel] ?? 0)),
          );
          if (Math.max(...apart) < distance) [nearest, distance] = [letter, Math.max(...apart)];
        }
        letters += nearest === 'I' || distance < 4 ? nearest : '.';
      }
      return letters;
    },
    [picture, TOKENS] as const,
  );
}

const countOf = (letter: string, letters: string): number => letters.split(letter).length - 1;

/** Waits until streets are there, lines and names, with water and land where the drawn map has them. */
async function mustLieOnTheGround(page: Page, when: string): Promise<void> {
  let problem: string | undefined;
  const isRight = async () => {
    problem = await problemOf(page);
    return problem === undefined;
  };
  await page.waitForSelector('[data-streets]');
  // Each look takes about a second.
  await eventually('streets are there', isRight, 20).catch(() => must(false, `${problem} ${when}`));
}

async function problemOf(page: Page): Promise<string | undefined> {
  const setStreets = (shown: boolean) =>
    page.locator('section[aria-label^="Map of"]').evaluate((section, on) => {
      section.parentElement?.toggleAttribute('data-streets', on);
    }, shown);
  const streets = await lookAt(page);
  await setStreets(false);
  const drawn = await lookAt(page);
  await setStreets(true);
  if (countOf('I', streets) <= 20) return 'no name of a street is written';
  const [before, after] = [countOf('L', drawn), countOf('L', streets)];
  if (after < before / 3 || after > before * 0.97) return `${after} of ${before} pixels are land`;
  let [same, other] = [0, 0];
  for (let index = 0; index < streets.length; index++) {
    const pair = `${streets[index]}${drawn[index]}`;
    if (pair === 'WW' || pair === 'LL') same++;
    if (pair === 'WL' || pair === 'LW') other++;
  }
  return other < same / 200
    ? undefined
    : `${other} pixels are elsewhere, and ${same} in their place`;
}

async function zoomIn(tour: Tour): Promise<void> {
  await tour.page.getByRole('link', { name: 'Nearer' }).click();
  await tour.page.waitForURL(/bbox=/);
}

/** Made on a site whose SITE_MAP_STYLE is an archive of tiles. */
export const STREET_JOURNEYS: readonly Journey[] = [
  {
    name: 'streets lie under the map, and follow it and the light',
    run: async (tour) => {
      await openMap(tour);
      await live(tour);
      await mustLieOnTheGround(tour.page, 'at first');
      // Nearer than this, there is no drawn ground to compare with.
      await zoomIn(tour);
      await mustLieOnTheGround(tour.page, 'after zooming');
      await tour.page.emulateMedia({ colorScheme: 'dark' });
      await mustLieOnTheGround(tour.page, 'in the dark');
      await tour.page.getByRole('link', { name: '© OpenStreetMap' }).waitFor();
    },
  },
  {
    name: 'streets lie under the map of a home',
    run: async (tour) => {
      await visit(tour, await tour.homeWith(1));
      await tour.page.getByRole('img', { name: /^Map: / }).scrollIntoViewIfNeeded();
      await tour.page.waitForSelector('[data-streets]');
    },
  },
  {
    name: 'a map on streets is a map without JavaScript',
    script: 'none',
    run: async (tour) => {
      await openMap(tour);
      must(
        (await tour.page.locator('[data-streets]').count()) === 0,
        'streets are said to be there',
      );
    },
  },
];

/** Made on a site whose SITE_MAP_STYLE is a style. */
export const STYLE_JOURNEYS: readonly Journey[] = [
  {
    name: 'a style draws the streets, and its sources are named',
    run: async (tour) => {
      await openMap(tour);
      await live(tour);
      await tour.page.waitForSelector('[data-streets]');
      await tour.page.getByRole('link', { name: 'A source of streets' }).waitFor();
      must((await tour.page.locator('[data-streets] script').count()) === 0, 'its script is there');
    },
  },
];

/** Made where the archive is away. */
export const AWAY_JOURNEYS: readonly Journey[] = [
  {
    name: 'the drawn ground stays where the archive of streets is away',
    run: async (tour) => {
      const response = tour.page.waitForResponse(/streets\.pmtiles/);
      await openMap(tour);
      await live(tour);
      must((await response).status() === 404, 'the archive is there');
      await eventually('the canvas goes', async () => {
        return (await tour.page.locator('canvas').count()) === 0;
      });
      must(
        (await tour.page.locator('[data-streets]').count()) === 0,
        'streets are said to be there',
      );
      const pixels = await lookAt(tour.page);
      for (const letter of ['W', 'L'])
        must(countOf(letter, pixels) > 1000, 'the drawn ground is not there');
    },
  },
];
