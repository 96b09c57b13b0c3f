import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { NPM, output, ROOT, WEBSITE } from './processes';
import { buildSdk } from './website';

/** What a copy of the website is made of. Its scripts and checks need the rest of the repository, and stay here. */
const COPIED = [
  ...['app', 'components', 'lib', 'public', 'styles'],
  ...['instrumentation.ts', 'next.config.ts', 'proxy.ts', 'tsconfig.json'],
];
/** Packages for the checks of the website. */
const FOR_CHECKS = [
  ...['@maplibre/geojson-vt', '@maplibre/vt-pbf', 'axe-core', 'playwright-core'],
  ...['smtp-server', 'nodemailer', 'punycode.js'],
];

interface Package {
  name: string;
  description?: string;
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
}
interface LockFile {
  name: string;
  packages: Record<string, { dev?: boolean } & Record<string, unknown>>;
}

/** Writes a copy of the website that needs nothing of this repository: the client for Portico is a file in it. */
export async function eject(target: string): Promise<string> {
  const folder = resolve(target);
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new Error(`${folder} is not empty. Name a folder that does not exist yet.`);
  mkdirSync(folder, { recursive: true });
  const sdk = await packSdk(folder);
  for (const name of COPIED)
    if (existsSync(join(WEBSITE, name)))
      cpSync(join(WEBSITE, name), join(folder, name), { recursive: true });
  replace(
    join(folder, 'next.config.ts'),
    "new URL('..', import.meta.url)",
    "new URL('.', import.meta.url)",
  );
  writePackages(folder, sdk);
  for (const [from, to] of [
    ['README.md', 'README.md'],
    ['env.example', '.env.example'],
    ['gitignore', '.gitignore'],
  ] as const)
    cpSync(join(WEBSITE, 'scripts/ejected', from), join(folder, to));
  replace(join(folder, 'README.md'), '<sdk>', sdk.file);
  return folder;
}

interface Sdk {
  readonly file: string;
  readonly version: string;
  readonly integrity: string;
}

async function packSdk(folder: string): Promise<Sdk> {
  await buildSdk();
  const packing = ['pack', '--ignore-scripts', '--json', '--pack-destination', folder];
  await output(NPM, packing, { cwd: join(ROOT, 'sdk') });
  const { version } = readJson<{ version: string }>(join(ROOT, 'sdk/package.json'));
  const file = `portico-sdk-${version}.tgz`;
  const hash = createHash('sha512')
    .update(readFileSync(join(folder, file)))
    .digest('base64');
  return { file, version, integrity: `sha512-${hash}` };
}

/** Writes package.json and its lock file, with the client from the packed file. */
function writePackages(folder: string, { file, version, integrity }: Sdk): void {
  const own = readJson<Package>(join(WEBSITE, 'package.json'));
  own.name =
    basename(folder)
      .toLowerCase()
      .replace(/[^a-z0-9-]+/g, '-') || 'website';
  delete own.description;
  const lock = readJson<LockFile>(join(WEBSITE, 'package-lock.json'));
  const root = lock.packages[''] as unknown as Package;
  for (const one of [own, root]) {
    one.name = own.name;
    one.dependencies['portico-sdk'] = `file:${file}`;
    for (const name of FOR_CHECKS) delete one.devDependencies[name];
  }
  lock.name = own.name;
  // Some of them come with other packages as well.
  for (const name of FOR_CHECKS.map((one) => `node_modules/${one}`))
    if (lock.packages[name]?.dev) delete lock.packages[name];
  delete lock.packages['../sdk'];
  lock.packages['node_modules/portico-sdk'] = {
    ...{ version, resolved: `file:${file}`, integrity, license: 'Apache-2.0' },
    engines: { node: '>=20.19' },
  };
  writeJson(join(folder, 'package.json'), own);
  writeJson(join(folder, 'package-lock.json'), lock);
}

function replace(file: string, text: string, by: string): void {
  const before = readFileSync(file, 'utf8');
  if (!before.includes(text)) throw new Error(`${file} does not have ${text}.`);
  writeFileSync(file, before.replaceAll(text, by));
}

const readJson = <Data>(file: string): Data => JSON.parse(readFileSync(file, 'utf8'));
const writeJson = (file: string, data: object): void =>
  writeFileSync(file, `${JSON.stringify(data, null, 2)}\n`);
