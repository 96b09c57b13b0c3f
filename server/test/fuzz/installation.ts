import { createHmac, randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateAgency } from 'portico-demo';
import { type Place, run } from './program.js';
import { type Credentials, KEY_NAMES, type KeyName } from './request.js';

/** A word of each tenant that stands in its texts and in nobody else's. */
export const CANARY = { alpha: 'zephyralphaword', beta: 'australbetaword' } as const;
export type Tenant = keyof typeof CANARY;

interface Key {
  readonly apiKey: string;
  readonly clientID?: number;
  readonly secret?: string;
}

/** How many keys of each name there are: a key has three calls at once. */
const POOL: Readonly<Record<KeyName, number>> = {
  alphaWebsite: 8,
  alphaPrivate: 6,
  alphaMarket: 1,
  betaWebsite: 3,
  betaPrivate: 2,
  revoked: 1,
  elsewhere: 1,
};

/** Calls a second of each of them, so that few requests are refused for their number alone. */
const RATE = '40';

/** Keys that ask as they should. */
const NEIGHBOURS = 4;

/** A folder with two tenants, their data and keys: all that a server under test needs. */
export interface Installation {
  readonly place: Place;
  readonly credentials: Credentials;
  /** Keys of the first tenant that no hostile request uses. */
  readonly neighbours: readonly string[];
  /** Each good key, with a name for it that is no secret. */
  readonly keys: readonly { readonly name: string; readonly apiKey: string }[];
  /** Texts that no answer and no log may hold. */
  readonly secrets: readonly string[];
  remove(): void;
}

/** Makes it by the program's own commands, on SQLite or in a PostgreSQL of nobody else. */
export async function makeInstallation(
  program: string,
  databaseUrl: string | undefined,
): Promise<Installation> {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'portico-fuzz-'));
  const remove = (): void => rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  const place: Place = { program, folder, databaseUrl };
  try {
    await makeTenants(place);
    const pools = await makeKeys(place);
    const { partnerKey, secret } = await run(place, 'partner', 'add', 'Fuzzer');
    const neighbours: string[] = [];
    while (neighbours.length < NEIGHBOURS) neighbours.push((await addKey(place, 'alpha')).apiKey);
    const all = Object.values(pools).flat();
    return {
      place,
      credentials: credentialsOf(pools, Buffer.from(`${partnerKey}:${secret}`).toString('base64')),
      neighbours,
      keys: KEY_NAMES.filter((name) => name !== 'revoked' && name !== 'elsewhere').flatMap((name) =>
        pools[name].map(({ apiKey }, at) => ({ name: `${name} ${at}`, apiKey })),
      ),
      secrets: [
        ...all.flatMap(({ apiKey, secret: signing }) => (signing ? [apiKey, signing] : [apiKey])),
        String(partnerKey),
        String(secret),
        readFileSync(join(folder, 'secret-key'), 'utf8').trim(),
      ],
      remove,
    };
  } catch (error) {
    remove();
    throw error;
  }
}

/** Of an invented brokerage, whose pictures nobody asks for: to draw them takes longer than all the rest. */
async function makeTenants(place: Place): Promise<void> {
  const agency = generateAgency({ seed: 1, today: Date.now(), timeZone: 'America/New_York' });
  for (const tenant of ['alpha', 'beta'] as const) {
    const folder = join(place.folder, `records-${tenant}`);
    mkdirSync(folder);
    for (const [name, records] of Object.entries(agency)) {
      if (!Array.isArray(records) || records.length === 0) continue;
      const lines = records.map((record) => `${JSON.stringify(record)}\n`).join('');
      writeFileSync(join(folder, `${name}.ndjson`), marked(lines, CANARY[tenant]));
    }
    await run(place, 'client', 'add', tenant);
    await run(place, 'import', tenant, folder);
    rmSync(folder, { recursive: true });
  }
}

/** Records whose texts and names of people hold a word more. */
function marked(records: string, word: string): string {
  return records.replace(
    /"(bio|body|public_note|main_description|content|description|text_1|lastName|access_note|agent_custom_field_1)":"([^"\\]*(?:\\.[^"\\]*)*)"/g,
    (_whole, name: string, text: string) => `"${name}":"${text} ${word}"`,
  );
}

async function makeKeys(place: Place): Promise<Record<KeyName, Key[]>> {
  const pools = Object.fromEntries(KEY_NAMES.map((name) => [name, [] as Key[]])) as Record<
    KeyName,
    Key[]
  >;
  const fill = async (name: KeyName): Promise<void> => {
    while (pools[name].length < POOL[name]) pools[name].push(await makeKey(place, name));
  };
  await Promise.all(KEY_NAMES.map(fill));
  return pools;
}

async function makeKey(place: Place, name: KeyName): Promise<Key> {
  const tenant: Tenant = name.startsWith('beta') ? 'beta' : 'alpha';
  const add = (...options: string[]): Promise<Key> =>
    addKey(place, tenant, '--rate', RATE, ...options);
  if (name.endsWith('Private')) return add('--private');
  if (name === 'alphaMarket') return add('--scope', 'marketplace');
  if (name === 'elsewhere') return add('--address', '198.51.100.77');
  const key = await add();
  if (name === 'revoked') await run(place, 'key', 'revoke', key.apiKey);
  return key;
}

async function addKey(place: Place, tenant: Tenant, ...options: string[]): Promise<Key> {
  return (await run(place, 'key', 'add', tenant, ...options)) as unknown as Key;
}

/** Hands out the keys of each pool in turn, and signs with the one handed out last. */
function credentialsOf(pools: Record<KeyName, Key[]>, basic: string): Credentials {
  const turns = new Map<KeyName, number>();
  const began = Date.now();
  let stamps = 0;
  const current = (name: KeyName): Key => {
    const pool = pools[name];
    return pool[(turns.get(name) ?? 0) % pool.length] as Key;
  };
  return {
    key(name) {
      turns.set(name, (turns.get(name) ?? 0) + 1);
      return current(name).apiKey;
    },
    signature(name) {
      const { clientID = 0, secret = '' } = current(name);
      // One of its own for each call, within the three hours that it is good for.
      stamps += 1;
      const stamp = String(began - stamps);
      const text = `{"stamp":${stamp},"clientID":${clientID}}`;
      return { stamp, token: createHmac('sha256', secret).update(text).digest('hex') };
    },
    basic,
    nonce: () => randomBytes(6).toString('hex'),
  };
}
