import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type DemoServer, PROGRAM } from '../scripts/portico-server';
import { output, ROOT } from '../scripts/processes';

/** A brokerage made out of a file, and its website. */
export interface Brokerage {
  readonly name: string;
  /** The variables of a website for it. */
  readonly website: Readonly<Record<string, string>>;
  /** Where its pictures are. */
  readonly pictures: readonly string[];
}

const README = readFileSync(join(ROOT, 'README.md'), 'utf8');

/** Makes a client out of the spreadsheet and the mapping in README.md. */
export async function brokerageOfReadme(demo: DemoServer, folder: string): Promise<Brokerage> {
  const fileOf = (name: string, end: string): string => {
    const [, text] =
      new RegExp(`cat > ${name} <<'${end}'\\n(.*?\\n)${end}\\n`, 's').exec(README) ?? [];
    if (text === undefined) throw new Error(`README.md has no ${name}.`);
    return text;
  };
  const cwd = join(folder, 'readme');
  mkdirSync(cwd, { recursive: true });
  writeFileSync(join(cwd, 'rentals.csv'), fileOf('rentals.csv', 'CSV'));
  writeFileSync(join(cwd, 'rentals.yaml'), fileOf('rentals.yaml', 'YAML'));
  return brokerageOf(demo, {
    ...{ name: 'acme', title: 'Acme Realty' },
    ...{ file: join(cwd, 'rentals.csv'), map: join(cwd, 'rentals.yaml') },
  });
}

/** Tells Portico what a website shows besides records. */
export async function setForWebsite(
  { commands }: DemoServer,
  name: string,
  settings: Readonly<Record<string, string | number>>,
): Promise<void> {
  const flags = Object.entries(settings).flatMap(([key, value]) => ['--site', `${key}=${value}`]);
  await output(process.execPath, [PROGRAM, 'client', 'set', name, ...flags], { env: commands });
}

/** Makes the website of that client by the commands in README.md, all but its start. @returns The folder of the website. */
export async function websiteOfReadme(
  { commands, website }: DemoServer,
  folder: string,
): Promise<string> {
  const [, making, setting] =
    /```sh\n(npx portico client set acme .*?)```.*?```sh\n(cd .*?)```/s.exec(README) ?? [];
  if (making === undefined || setting === undefined) throw new Error('README.md makes no website.');
  const copy = join(folder, 'acme-website');
  // In the checkout, as there, and with what a reader puts in.
  const run = (script: string): Promise<string> => {
    const input = ['-euo', 'pipefail', '-c', script.replaceAll('../acme-website', copy)];
    return output('bash', input, { cwd: ROOT, env: commands });
  };
  const printed = await run(making);
  const key = (name: string): string =>
    new RegExp(`^${name} +(\\S+)$`, 'm').exec(printed)?.[1] ?? '';
  const filled = setting
    .replace('http://127.0.0.1:8080', website.SITE_API_URL ?? '')
    .replace('SITE_API_KEY=pk_…', `SITE_API_KEY=${key('apiKey')}`)
    .replace('SITE_KEY_ID=…', `SITE_KEY_ID=${key('keyID')}`)
    .replace('SITE_SECRET=…', `SITE_SECRET=${key('secret')}`);
  await run(filled.replace(' && npm start', ''));
  return copy;
}

/** Files of the sample data with the mappings that the tests have for them: for sale, for rent, and of another city. */
const SAMPLES = [
  ['realtor', 'realtor/realtor_nyc_for_sale_2020.json.gz'],
  ['streeteasy', 'streeteasy/streeteasy_rentals_2016.csv.gz'],
  ['simplyrets', 'simplyrets/simplyrets_trial_listings.json.gz'],
] as const;

/** A listings file, its mapping, and the client that is made out of them. */
interface Source {
  readonly name: string;
  readonly title: string;
  readonly file: string;
  /** Left out where the file has our own fields. */
  readonly map?: string;
}

/**
 * The sample data, which is not part of the repository: in the folder that is given, below PORTICO_TEST_DATA, or below
 * `../shared/data` next to the checkout. Files that are missing are left out, and a line says so.
 */
export function samples(given: string | undefined): Source[] {
  const folder = given ?? process.env.PORTICO_TEST_DATA ?? join(ROOT, '..', 'shared', 'data');
  const sources = SAMPLES.map(([name, file]) => ({
    ...{ name, title: `${name} homes`, file: resolve(folder, file) },
    map: join(ROOT, 'server/test/mappings', `${name}-whole.yaml`),
  }));
  return sources.filter(({ name, file }) => {
    const isThere = existsSync(file);
    if (!isThere) process.stdout.write(`skip the website of ${name}: ${file} is not there\n`);
    return isThere;
  });
}

/** Makes a client out of a file and its mapping. */
export async function brokerageOf(
  { commands, website }: DemoServer,
  { name, title, file, map }: Source,
): Promise<Brokerage> {
  const portico = (...input: string[]): Promise<string> =>
    output(process.execPath, [PROGRAM, ...input], { env: commands });
  await portico('client', 'add', name, '--title', title);
  const key = await portico('key', 'add', name, '--private', '--json');
  await portico('import', name, file, ...(map === undefined ? [] : ['--map', map]));
  const { apiKey, keyID, secret } = JSON.parse(key);
  const pictures = await originsOf(website.SITE_API_URL ?? '', apiKey);
  return {
    ...{ name, pictures },
    website: {
      ...{ SITE_API_KEY: apiKey, SITE_KEY_ID: String(keyID), SITE_SECRET: secret },
      ...{ SITE_PACE: '8/3', SITE_PICTURE_ORIGINS: pictures.join(' ') },
    },
  };
}

/** The hosts of the pictures of listings and agents. */
async function originsOf(url: string, apiKey: string): Promise<string[]> {
  const query = { status: '1,2', perPage: '200', addPhotos: 'true', apiKey };
  const asked = ['/properties', '/agents/search'].map((path) => {
    const parameters = path === '/properties' ? query : { apiKey };
    return fetch(new URL(`${path}?${new URLSearchParams(parameters)}`, url));
  });
  const texts = await Promise.all((await Promise.all(asked)).map((answer) => answer.text()));
  const found = texts.join().matchAll(/https?:\/\/[^/"|\s\\]+/g);
  return [...new Set([...found].map(([origin]) => origin))].filter((origin) => origin !== url);
}
