/**
 * `npm run website:check`: builds the site, starts it on Portico with the demo, and goes through it as visitors do: on a phone and
 * a desktop, light and dark, with JavaScript and without. `npm run website:check -- gallery 'asks Portico'` runs the
 * parts with one of these texts in their names. `--data=FOLDER` says where the sample data is, and `--shots=FOLDER` keeps a picture of
 * each page that is looked over.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { type DemoServer, nameLinks, startDemoServer } from '../scripts/portico-server';
import { NPM, output, ROOT } from '../scripts/processes';
import { build, installWebsite, startWebsite } from '../scripts/website';
import { type Conditions, type Device, launch, openPage } from './browser';
import { isWanted, keepPicture, option, overflowOf, report, sum } from './browser-check';
import { type Counter, startCounter } from './counter';
import { homeWith, officeOf } from './demo';
import type { Journey, Tour } from './journey';
import { ACCOUNT_JOURNEYS } from './journeys/account';
import { ALERT_JOURNEYS, PUBLIC_PORTICO } from './journeys/alerts';
import { COMPARE_JOURNEYS } from './journeys/compare';
import { DRAW_JOURNEYS } from './journeys/draw';
import { LISTING_JOURNEYS } from './journeys/listing';
import { MAP_JOURNEYS } from './journeys/map';
import { MLS_JOURNEYS } from './journeys/mls';
import { OPEN_HOUSE_JOURNEYS } from './journeys/open-houses';
import {
  OWN_DATA_JOURNEYS,
  pagesOfOwn,
  SAMPLE_JOURNEYS,
  SETTINGS,
  SETTINGS_JOURNEYS,
} from './journeys/own-data';
import { PLACE_JOURNEYS } from './journeys/places';
import { PRICE_JOURNEYS } from './journeys/prices';
import { SAVED_SEARCH_JOURNEYS } from './journeys/saved-searches';
import { SEARCH_JOURNEYS } from './journeys/search';
import { SESSION_JOURNEYS, SHORT_SESSION_JOURNEYS } from './journeys/sessions';
import { AWAY_JOURNEYS, STREET_JOURNEYS, STYLE_JOURNEYS } from './journeys/streets';
import { type MailServer, startMailServer } from './mail';
import { brokerageWithMls } from './mls';
import {
  type Brokerage,
  brokerageOf,
  brokerageOfReadme,
  samples,
  setForWebsite,
  websiteOfReadme,
} from './own-data';
import { accessibilityOf, NOWHERE, PAGES } from './pages';
import { startTileServer } from './tiles';

const JOURNEYS = [
  ...SEARCH_JOURNEYS,
  ...MAP_JOURNEYS,
  ...LISTING_JOURNEYS,
  ...ACCOUNT_JOURNEYS,
  ...SESSION_JOURNEYS,
  ...PLACE_JOURNEYS,
  ...SAVED_SEARCH_JOURNEYS,
  ...ALERT_JOURNEYS,
  ...OPEN_HOUSE_JOURNEYS,
  ...PRICE_JOURNEYS,
  ...COMPARE_JOURNEYS,
  ...DRAW_JOURNEYS,
];
/** What a page may ask of Portico, at first and when nothing has changed. */
const MOST_CALLS = { first: 4, again: 1 };
/* What is seen of all pages, in the words of the report. */
const ASKS = 'asks Portico';
const QUIET = 'is accessible and quiet';
const AWAY = 'can be read while Portico is away';
const HTTPS = 'is asked for by HTTPS only where it has a name of its own';
const EJECT = 'a copy of the website stands alone, by the commands in README.md';
const NO_SDK = 'a copy without the client for Portico says so before it is built';

/** Everything that runs while journeys are made. */
interface Stage {
  readonly browser: Browser;
  readonly url: string;
  readonly calls: Counter;
  readonly demo: DemoServer;
  readonly mail: MailServer;
  /** Where requests may go: the site, and Portico for its pictures. */
  readonly own: readonly string[];
  /** Hosts of pictures that are not asked for them. */
  readonly pictures?: readonly string[];
  /** Whose site it is, where it is not the demo's. */
  readonly name?: string;
}

async function make(stage: Stage, journey: Journey, conditions: Conditions): Promise<void> {
  const { browser, own, url, calls, demo, mail } = stage;
  const { context, page, problems } = await openPage(
    browser,
    conditions,
    own,
    calls,
    stage.pictures,
  );
  page.setDefaultTimeout(20_000);
  const program = join(ROOT, 'server/bin/portico.js');
  const tour: Tour = {
    ...{ page, url, calls, device: conditions.device },
    portico: async (...input) => {
      const command = [program, ...input, '--json'];
      return JSON.parse(await output(process.execPath, command, { env: demo.commands }));
    },
    office: await officeOf(demo),
    homeWith: (status) => homeWith(demo, status),
    emails: mail.emails,
  };
  try {
    await journey.run(tour);
  } catch (error) {
    problems.push(error instanceof Error ? error.message : String(error));
  }
  await context.close();
  const { device, script } = conditions;
  report(`${nameOf(stage)}${journey.name} (${device}${script ? '' : ', no JavaScript'})`, problems);
}

async function journeys(stage: Stage, made: readonly Journey[]): Promise<void> {
  for (const journey of made.filter(({ name }) => isWanted(nameOf(stage) + name))) {
    const devices: readonly Device[] = journey.devices ?? ['phone', 'desktop'];
    const scripts = { both: [true, false], none: [false], with: [true] }[journey.script ?? 'with'];
    for (const device of devices)
      for (const script of scripts) await make(stage, journey, { device, script, dark: false });
  }
}

const nameOf = ({ name }: Stage): string => (name === undefined ? '' : `${name}: `);

/** Looks each page over: accessible, no wider than its window, quiet, in either light. */
async function pages(stage: Stage, paths: readonly string[]): Promise<void> {
  const wanted = paths.filter((path) => isWanted(`${nameOf(stage)}${path} ${QUIET}`));
  for (const path of wanted)
    for (const device of ['phone', 'desktop'] as const)
      for (const dark of [false, true]) {
        const { context, page, problems } = await openPage(
          stage.browser,
          { device, dark, script: true },
          stage.own,
          stage.calls,
          stage.pictures,
        );
        await page.goto(new URL(path, stage.url).href, { waitUntil: 'networkidle' });
        problems.push(...(await accessibilityOf(page)), ...(await overflowOf(page)));
        const light = dark ? 'dark' : 'light';
        await keepPicture(page, stage.name ?? 'demo', path, device, light);
        await context.close();
        report(`${nameOf(stage)}${path} ${QUIET} (${device}, ${light})`, problems);
      }
}

/** Counts what a page asks of Portico, the first time and again. */
async function calls(stage: Stage, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    const ask = async (): Promise<string[]> => {
      stage.calls.take();
      await (await fetch(new URL(path, stage.url))).text();
      return stage.calls.take();
    };
    const [first, again] = [await ask(), await ask()];
    const tooMany = first.length > MOST_CALLS.first || again.length > MOST_CALLS.again;
    report(
      `${path} ${ASKS} ${first.length} times at first and ${again.length} again`,
      tooMany ? [...first, '—', ...again] : [],
    );
  }
}

/** Looks at each page without JavaScript while Portico is away: it is there from memory, or says that it is not. */
async function withoutPortico(stage: Stage, paths: readonly string[]): Promise<void> {
  const { name } = await (await officeOf(stage.demo)).site.get();
  await stage.calls.close();
  const sent = await fetch(new URL('/unavailable?back=%2F', stage.url), { method: 'POST' });
  report(
    `a form that was sent ${AWAY} (${sent.status})`,
    sent.status === 503 ? [] : ['its answer says nothing'],
  );
  for (const path of paths) {
    const response = await fetch(new URL(path, stage.url));
    const page = await response.text();
    const [, text = ''] = /<main[^>]*>(.*)<\/main>/s.exec(page) ?? [];
    const [, header = ''] = /<header[^>]*>(.*)<\/header>/s.exec(page) ?? [];
    const { status } = response;
    const saysSo =
      text.includes('This page is unavailable right now') &&
      [header, /<title>(.*)<\/title>/.exec(page)?.[1]].every((part) => part?.includes(name));
    const isThere = status === (path === NOWHERE ? 404 : 200) && !saysSo && text.length > 200;
    report(
      `${path} ${AWAY} (${status})`,
      (status === 503 && saysSo) || isThere
        ? []
        : [`its text is ${JSON.stringify((header + text).slice(0, 400))}`],
    );
  }
}

/** Goes through the maps of the same site once more, with streets under them. */
async function streets(
  stage: Stage,
  settings: Readonly<Record<string, string>>,
  homes: readonly string[],
): Promise<void> {
  const tiles = await startTileServer();
  closing.push(() => tiles.close());
  const website = await startWebsite({ ...settings, SITE_MAP_STYLE: tiles.url });
  closing.push(() => website.service.stop());
  const own = [...stage.own, website.url, new URL(tiles.url).origin];
  const onStreets = { ...stage, url: website.url, own };
  await journeys(onStreets, STREET_JOURNEYS);
  if (isWanted(QUIET)) await pages(onStreets, ['/search?status=1&view=map', ...homes.slice(0, 1)]);
  if (STYLE_JOURNEYS.some(({ name }) => isWanted(name))) {
    const SITE_MAP_STYLE = new URL('/style', tiles.url).href;
    const styled = await startWebsite({ ...settings, SITE_MAP_STYLE });
    closing.push(() => styled.service.stop());
    await journeys({ ...onStreets, url: styled.url, own: [...own, styled.url] }, STYLE_JOURNEYS);
  }
  tiles.away = true;
  await journeys(onStreets, AWAY_JOURNEYS);
}

/** Writes a copy of the website, installs and builds it as README.md says, starts it with only its .env.local, and looks at it. */
async function ejected(stage: Stage): Promise<void> {
  await acme(stage);
  const copy = await websiteOfReadme(stage.demo, folder);
  const website = await startWebsite({}, copy);
  closing.push(() => website.service.stop());
  const wrong: string[] = [];
  for (const [path, words] of [
    ['/', 'Three homes, one agent.'],
    ['/search?status=2', '312 West 20th Street'],
  ] as const)
    if (!(await (await fetch(new URL(path, website.url))).text()).includes(words))
      wrong.push(`${path} does not say ${words}`);
  report(EJECT, wrong);
  await website.service.stop();
  rmSync(join(copy, 'node_modules/portico-sdk'), { recursive: true });
  const { status, stderr } = spawnSync(NPM, ['run', 'build'], { cwd: copy, encoding: 'utf8' });
  const isSaid = status !== 0 && stderr.includes('The package portico-sdk is not there.');
  report(NO_SDK, isSaid && !stderr.includes('Module not found') ? [] : [`${status}: ${stderr}`]);
}

let acmeMade: Promise<Brokerage> | undefined;

/** The brokerage of README.md, which is made once. */
function acme({ demo }: Stage): Promise<Brokerage> {
  acmeMade ??= brokerageOfReadme(demo, folder);
  return acmeMade;
}

/** Goes through the website of a brokerage that was made out of a file. */
async function ofBrokerage(
  stage: Stage,
  { name, website: variables, pictures }: Brokerage,
  made: readonly Journey[],
  paths?: readonly string[],
): Promise<void> {
  const website = await startWebsite({ ...stage.demo.website, ...variables });
  const portico = stage.demo.website.SITE_API_URL ?? '';
  const { url } = website;
  const own = { ...stage, url, name, pictures, own: [url, portico, ...pictures] };
  await journeys(own, made);
  const page = await stage.browser.newPage();
  const found = paths ?? (await pagesOfOwn(page, url));
  await page.close();
  await pages(own, found);
  await website.service.stop();
}

/** Makes brokerages out of the spreadsheet of README.md and of sample data, and goes through their websites. */
async function ownData(stage: Stage): Promise<void> {
  const isPartWanted = (name: string, made: readonly Journey[]): boolean =>
    [QUIET, ...made.map((journey) => journey.name)].some((part) => isWanted(`${name}: ${part}`));
  if (isPartWanted('acme', OWN_DATA_JOURNEYS)) {
    const paths = ['/', '/search?status=2', '/listings/101', '/contact'];
    await ofBrokerage(stage, await acme(stage), OWN_DATA_JOURNEYS, paths);
  }
  if (SETTINGS_JOURNEYS.some(({ name }) => isWanted(`acme: ${name}`))) {
    const brokerage = await acme(stage);
    await setForWebsite(stage.demo, 'acme', SETTINGS);
    await ofBrokerage(stage, brokerage, SETTINGS_JOURNEYS, []);
  }
  if (isPartWanted('bayside', MLS_JOURNEYS)) {
    const paths = ['/', '/search?status=1', '/listings/mls-1'];
    await ofBrokerage(stage, await brokerageWithMls(stage.demo, folder), MLS_JOURNEYS, paths);
  }
  for (const source of samples(option('data')))
    if (isPartWanted(source.name, SAMPLE_JOURNEYS))
      await ofBrokerage(stage, await brokerageOf(stage.demo, source), SAMPLE_JOURNEYS);
}

/** Goes through a site that asks at once whether sessions still hold. */
async function shortSessions(stage: Stage, settings: Readonly<Record<string, string>>) {
  const website = await startWebsite({ ...settings, SITE_SESSION_SECONDS: '1' });
  await journeys({ ...stage, url: website.url, own: [...stage.own, website.url] }, [
    ...SHORT_SESSION_JOURNEYS,
  ]);
  await website.service.stop();
}

/** Checks what browsers learn about HTTPS, by the address of the site. */
async function httpsOnly(stage: Stage): Promise<void> {
  for (const [SITE_URL, header] of [
    ['https://homes.example', 'max-age=31536000'],
    ['https://localhost:3000', null],
    ['http://homes.example', null],
  ] as const) {
    const website = await startWebsite({ ...stage.demo.website, SITE_URL });
    const wrong: string[] = [];
    for (const path of ['/contact', '/robots.txt', '/listings/999999']) {
      const { headers } = await fetch(new URL(path, website.url));
      const sent = headers.get('strict-transport-security');
      if (sent !== header) wrong.push(`${path}: ${sent}`);
    }
    await website.service.stop();
    report(`${SITE_URL} ${HTTPS}`, wrong);
  }
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => process.exit(1));

const folder = mkdtempSync(join(tmpdir(), 'portico-website-'));
const closing: (() => Promise<void> | void)[] = [
  () => rmSync(folder, { recursive: true, force: true }),
];
try {
  await installWebsite();
  if (!process.argv.includes('--no-build')) await build();
  const mail = await startMailServer();
  closing.push(() => mail.close());
  const demo = await startDemoServer(folder, {
    ...{ PORTICO_SMTP_URL: mail.url, PORTICO_BASE_URL: PUBLIC_PORTICO },
  });
  closing.push(() => demo.service.stop());
  const portico = demo.website.SITE_API_URL ?? '';
  const counter = await startCounter(portico);
  closing.push(() => counter.close());
  const settings = { ...demo.website, SITE_API_URL: counter.url, SITE_PICTURE_ORIGINS: portico };
  const website = await startWebsite(settings);
  closing.push(() => website.service.stop());
  await nameLinks(demo, website.url);
  const browser = await launch();
  closing.push(() => browser.close());
  const own = [website.url, counter.url, portico];
  const stage: Stage = { browser, url: website.url, calls: counter, demo, mail, own };

  // Before anybody has looked at a home.
  const search = await (await fetch(new URL('/search?status=1', website.url))).text();
  const homes = [...search.matchAll(/href="(\/listings\/\d+)"/g)].map(([, path]) => path ?? '');
  if (isWanted(ASKS)) await calls(stage, [...PAGES, ...homes.slice(0, 2)]);
  await journeys(stage, JOURNEYS);
  await pages(stage, [...PAGES, ...homes.slice(2, 3)]);
  if (SHORT_SESSION_JOURNEYS.some(({ name }) => isWanted(name)))
    await shortSessions(stage, settings);
  if (isWanted(HTTPS)) await httpsOnly(stage);
  await ownData(stage);
  if ([EJECT, NO_SDK].some(isWanted)) await ejected(stage);
  const onStreets = [...STREET_JOURNEYS, ...STYLE_JOURNEYS, ...AWAY_JOURNEYS];
  const namesOnStreets = onStreets.map(({ name }) => name);
  if ([QUIET, ...namesOnStreets].some(isWanted)) await streets(stage, settings, homes);
  if (isWanted(AWAY))
    await withoutPortico(stage, [...PAGES, ...homes.slice(3, 4), '/search?status=1&beds=4&q=away']);
} catch (error) {
  report('everything starts', [
    error instanceof Error ? (error.stack ?? error.message) : `${error}`,
  ]);
} finally {
  for (const close of closing.reverse()) await close();
}
process.exitCode = sum();
