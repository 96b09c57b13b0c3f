import type { Locator, Page } from 'playwright-core';
import type { Device } from './browser';
import { type Journey, must } from './journey';
import { EDITOR, OPERATOR, OWNER, type Person, VIEWER, WATCHER } from './people';

/** The links of a list to its records. */
export function recordsIn(page: Page, kind: string): Locator {
  return page.locator(`main a[href*="/${kind}/"]:not([href$="/create"])`);
}

const BOTH: readonly Device[] = ['phone', 'desktop'];

/** The kinds of the demo, and whether an editor may change their records. */
const KINDS: readonly (readonly [kind: string, isEdited: boolean])[] = [
  ['listings', true],
  ['leads', true],
  ['clients', true],
  ['agents', true],
  ['teams', true],
  ['offices', true],
  ['buildings', true],
  ['neighborhoods', true],
  ['labels', true],
  ['blogs', true],
  ['press', true],
  ['testimonials', true],
  ['videos', true],
  ['docs', true],
  ['links', true],
  ['deals', true],
  ['saved-searches', false],
  ['trails', false],
];

/** From the list of a kind to a record and back with the browser, as somebody who may save it or may not. */
function walk(kind: string, who: Person, maySave: boolean): Journey {
  return {
    name: `${who.name} opens ${kind}, one of them, and goes back`,
    devices: BOTH,
    run: async ({ as }) => {
      const { page } = await as(who, `/b/demo/${kind}`);
      const records = recordsIn(page, kind);
      await records
        .or(page.getByRole('heading', { name: /^No .* yet$/ }))
        .first()
        .waitFor();
      // A kind that the demo has none of says what brings some.
      if ((await records.count()) === 0) return;
      await records.first().click();
      await page.waitForURL(/\/\d+$/);
      await page.locator('main h2').first().waitFor();
      const canSave = (await page.getByRole('button', { name: 'Save', exact: true }).count()) > 0;
      must(canSave === maySave, maySave ? 'nothing saves' : 'there is a button to save');
      await page.goBack();
      await records.first().waitFor();
    },
  };
}

/** What somebody finds at an address, by words of the page. */
interface Found {
  readonly who: Person;
  readonly address: string;
  readonly words: RegExp;
}

const FOUND: readonly Found[] = [
  { who: EDITOR, address: '/', words: /^Today at/ },
  { who: VIEWER, address: '/b/demo', words: /^Open houses/ },
  { who: VIEWER, address: '/installation', words: /^Today at/ },
  { who: VIEWER, address: '/b/other', words: /^This page cannot be shown$/ },
  {
    who: EDITOR,
    address: '/b/demo/listings/999999999',
    words: /^There is nothing at this address$/,
  },
  { who: EDITOR, address: '/b/demo/nothing', words: /^There is nothing at this address$/ },
  { who: EDITOR, address: '/b/demo/account', words: /^Where you are signed in$/ },
  { who: OPERATOR, address: '/b/demo', words: /^Open houses/ },
  { who: OPERATOR, address: '/installation', words: /^People$/ },
  { who: OWNER, address: '/installation/account', words: /^Password$/ },
];

const finds = ({ who, address, words }: Found): Journey => ({
  name: `${who.name} finds ${words.source} at ${address}`,
  devices: BOTH,
  run: async ({ as }) => {
    const { page } = await as(who, address);
    await page.getByRole('heading', { name: words }).first().waitFor();
  },
});

/** The pages of the installation, by their first heading. */
const OF_INSTALLATION: readonly (readonly [address: string, heading: string])[] = [
  ['/installation', 'People'],
  ['/installation/clients', 'Brokerages and feeds'],
  ['/installation/clients/demo', 'Keys'],
  ['/installation/pulls', 'What comes from an MLS by itself'],
  ['/installation/partners', 'Marketplaces that send leads'],
  ['/installation/status', 'What it has'],
  ['/installation/audit', 'The newest changes'],
];

const CHANGES = /^(Add|Invite|Make|Register|Remove|Revoke|Save|New password|Take away)/;

/** Somebody of the installation on one of its pages, which has buttons that change something only for those who may. */
const oversees = (who: Person, device: Device, mayChange: boolean) =>
  OF_INSTALLATION.map(
    ([address, heading]): Journey => ({
      name: `${who.name} ${mayChange ? 'may change what is' : 'only sees what is'} at ${address}`,
      devices: [device],
      run: async ({ as }) => {
        const { page } = await as(who, address);
        await page.getByRole('heading', { name: heading, exact: true }).first().waitFor();
        await page.waitForLoadState('networkidle');
        const buttons = await page.locator('main').getByRole('button', { name: CHANGES }).count();
        const isRead = /status|audit/.test(address);
        must(buttons > 0 === (mayChange && !isRead), `there are ${buttons} buttons that change it`);
      },
    }),
  );

/** Short journeys to every page, by everybody who may see it. */
export const PAGE_JOURNEYS: readonly Journey[] = [
  ...KINDS.map(([kind, isEdited]) => walk(kind, EDITOR, isEdited)),
  ...['listings', 'leads', 'clients'].map((kind) => walk(kind, VIEWER, false)),
  ...FOUND.map(finds),
  ...oversees(WATCHER, 'phone', false),
  ...oversees(OPERATOR, 'desktop', true),
  ...oversees(OWNER, 'phone', true),
];
