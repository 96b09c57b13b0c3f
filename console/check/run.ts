/**
 * `npm run console:check`: builds the console, starts it on Portico with the demo, and goes through it as people do, on a phone
 * and a desktop, light and dark. Words name the journeys and pages that are made, `--no-build` takes the console as it was built last, and
 * `--shots=FOLDER` keeps a picture of each page that is looked over.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { isWanted, keepPicture, overflowOf, report, sum } from '../../website/check/browser-check';
import { buildConsole } from '../scripts/build';
import { ACCOUNT_JOURNEYS } from './accounts';
import { accessibilityOf, DEVICES, type Device, launch, type Visit, visit } from './browser';
import { HOSTILE_JOURNEYS } from './hostile';
import { type Journey, make, openAs } from './journey';
import { OPERATOR_JOURNEYS } from './operators';
import { PAGE_JOURNEYS } from './pages';
import { OWNER, type Person, VIEWER } from './people';
import { RECORD_JOURNEYS } from './records';
import { type ConsoleServer, importRecords, LEAD, startServer } from './server';

/** Accounts are made in their order, so those journeys are made in any case. */
const JOURNEYS: readonly Journey[] = [
  ...PAGE_JOURNEYS,
  ...RECORD_JOURNEYS,
  ...OPERATOR_JOURNEYS,
  ...HOSTILE_JOURNEYS,
];

/** The pages that are looked over: of everybody, of a viewer of a brokerage, and of an owner. */
const OPEN_PAGES: readonly string[] = ['/', '/welcome#none'];
const VIEWER_PAGES: readonly string[] = ['/b/demo/listings/1001', '/b/demo/leads/1'];
const PAGES: readonly string[] = [
  '/b/demo',
  '/b/demo/listings',
  '/b/demo/listings/1001',
  '/b/demo/listings/create',
  '/b/demo/leads',
  '/b/demo/leads/1',
  '/b/demo/clients',
  '/b/demo/clients/1',
  '/b/demo/agents/1',
  '/b/demo/buildings/1',
  '/b/demo/blogs',
  '/b/demo/deals',
  '/b/demo/account',
  '/b/demo/listings/1',
  '/b/demo/nothing',
  '/b/demo/imports',
  '/b/demo/outbox',
  '/b/demo/audit',
  '/installation',
  '/installation/clients',
  '/installation/clients/demo',
  '/installation/pulls',
  '/installation/partners',
  '/installation/audit',
  '/installation/status',
];

async function lookAt(opened: Visit, address: string, who: Person | undefined, how: string) {
  const name = `${address} as ${who?.name ?? 'nobody'} is accessible and quiet ${how}`;
  if (!isWanted(name)) return;
  const { page, problems } = opened;
  try {
    if (who === undefined) await page.goto(address);
    else await openAs(opened, who, address);
    await page.waitForLoadState('networkidle');
    await page.getByRole('heading').first().waitFor();
    problems.push(...(await accessibilityOf(page)), ...(await overflowOf(page)));
  } catch (error) {
    problems.push(String(error));
  }
  await keepPicture(page, address, who?.name ?? 'nobody', how);
  report(name, problems.splice(0));
}

async function lookOver(browser: Browser, { url }: ConsoleServer): Promise<void> {
  for (const device of Object.keys(DEVICES) as Device[])
    for (const dark of [false, true])
      for (const [who, pages] of [
        [undefined, OPEN_PAGES],
        [OWNER, PAGES],
        [VIEWER, VIEWER_PAGES],
      ] as const) {
        // One browser for all of somebody's pages: it loads the app once.
        const opened = await visit(browser, url, device, dark);
        for (const address of pages)
          await lookAt(opened, address, who, `(${device}, ${dark ? 'dark' : 'light'})`);
        await opened.context.close();
      }
}

async function run(browser: Browser, server: ConsoleServer): Promise<void> {
  for (const journey of ACCOUNT_JOURNEYS)
    report(journey.name, await make(journey, { browser, server, device: 'desktop' }));
  await importRecords(server, 'leads', [LEAD]);
  for (const journey of JOURNEYS)
    for (const device of journey.devices ?? (['desktop'] as const)) {
      const name = `${journey.name} (${device})`;
      if (isWanted(name)) report(name, await make(journey, { browser, server, device }));
    }
  await lookOver(browser, server);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => process.exit(1));

const folder = mkdtempSync(join(tmpdir(), 'portico-console-'));
let browser: Browser | undefined;
let server: ConsoleServer | undefined;
try {
  if (!process.argv.includes('--no-build')) await buildConsole();
  server = await startServer(folder);
  browser = await launch();
  await run(browser, server);
} finally {
  await browser?.close();
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
}
process.exit(sum());
