import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DemoServer } from '../scripts/portico-server';
import { output, ROOT } from '../scripts/processes';
import { officeOf } from './demo';
import { type Brokerage, brokerageOf } from './own-data';

/** What the MLS of these checks has websites show. */
export const LICENCE = {
  copyright: '© 2026 Coast MLS',
  disclaimer: 'Information is deemed reliable, but is not guaranteed.',
  history: 'no',
} as const;

const home = (
  main_id: number | { readonly key: string },
  main_street: string,
  financials_price: number,
  more: object,
) => ({
  ...{ main_id, main_house: '7', main_street, financials_price, main_status: 'For Sale' },
  ...{ main_neighborhood: 'Harbor', essentials_beds: 2, essentials_type: 'Condo', ...more },
});

/** The number of a home of the MLS that the brokerage has for another home. */
export const SHARED_ID = 1;

/** A brokerage with one home, which reads an MLS with two more. */
export async function brokerageWithMls(demo: DemoServer, folder: string): Promise<Brokerage> {
  const portico = (...input: string[]): Promise<string> =>
    output(process.execPath, [join(ROOT, 'server/bin/portico.js'), ...input], {
      env: demo.commands,
    });
  const cwd = join(folder, 'mls');
  mkdirSync(cwd, { recursive: true });
  const fileOf = (name: string, homes: readonly object[]): string => {
    mkdirSync(join(cwd, name), { recursive: true });
    const file = join(cwd, name, 'listings.ndjson');
    writeFileSync(file, homes.map((one) => `${JSON.stringify(one)}\n`).join(''));
    return file;
  };
  const own = fileOf('own', [home(SHARED_ID, 'Own Street', 500_000, {})]);
  const brokerage = await brokerageOf(demo, { name: 'bayside', title: 'Bayside Homes', file: own });
  const [{ main_image: logo = '' } = {}] = (
    await (await officeOf(demo)).listings.search({ status: [1], perPage: 1 })
  ).items;
  await portico('feed', 'add', 'coast', '--kind', 'mls', '--title', 'Coast MLS');
  const display = Object.entries({ ...LICENCE, logo });
  const set = display.flatMap(([name, value]) => ['--display', `${name}=${value}`]);
  await portico('feed', 'set', 'coast', ...set);
  const office = { custom_list_office: 'Harbor Realty', custom_attribution: '555-0177' };
  const homes = (price: number) => [
    home(SHARED_ID, 'Pier Road', price, office),
    home({ key: 'CO-2' }, 'Secret Lane', 700_000, {
      ...{ main_hide_address: 1, main_cross: 'Dock Street' },
    }),
  ];
  // It has become cheaper, which its licence lets nobody say.
  for (const price of [900_000, 800_000])
    await portico('import', 'coast', fileOf('coast', homes(price)));
  await portico('client', 'attach', 'bayside', 'coast');
  return brokerage;
}
