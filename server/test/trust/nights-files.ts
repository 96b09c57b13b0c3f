import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** A listing as a brokerage has it. */
export interface Home {
  readonly id: number;
  readonly price: number;
  readonly agent: number;
}

/** How the records of a brokerage come every night. */
export type Form = 'ndjson' | 'csv' | 'json' | 'mapped' | 'stream';

/** The kinds that come. */
export const KINDS = ['listings', 'agents'] as const;
export type Kind = (typeof KINDS)[number];

/** The mapping of a feed whose listings name their agents, all by keys. */
export const MAPPING = `
resource: listings
source: crm
fields:
  main_id: { key: id }
  main_status: { column: status, values: { R: For Rent } }
  financials_price: price
  agents_agent_id: { key: { column: agent } }
also:
  - resource: agents
    fields: { id: { key: { column: agent } }, firstname: name, status: { column: active, values: { y: Active } } }
`;

/** The records of a file, each as its text. */
export interface Lines {
  readonly form: Form;
  readonly header: string;
  readonly records: readonly string[];
}

/** The text of a listing; `price` and `id` may be what no listing has. */
export function homeLine(form: Form, home: Home, price: unknown = home.price): string {
  const { id, agent } = home;
  if (form === 'csv') return `${id},For Rent,${agent},${price}`;
  if (form === 'mapped' || form === 'stream')
    return JSON.stringify({ id: `L${id}`, price, ...feedWords(agent) });
  const names = { main_status: 'For Rent', financials_price: price, agents_agent_id: agent };
  return JSON.stringify({ main_id: id, ...names });
}

/** A record of which nobody can tell which listing it is. */
export function unreadableLines(form: Form, home: Home): readonly string[] {
  const { price, agent } = home;
  const torn = homeLine(form, home).slice(0, 12);
  if (form === 'csv')
    return [`,For Rent,${agent},${price}`, `x${home.id},For Rent,0,${price}`, '7'];
  if (form === 'json') return [JSON.stringify({ main_id: 'x', main_status: 'For Rent' }), '"text"'];
  if (form === 'ndjson') return [torn, JSON.stringify({ main_id: [], main_status: 'For Rent' })];
  return [torn, JSON.stringify({ id: [], price, ...feedWords(agent) })];
}

export function agentLine(form: Form, id: number): string {
  if (form === 'csv') return `${id},Agent${id},Active`;
  return JSON.stringify({ id, firstname: `Agent${id}`, status: 'Active' });
}

export function headerOf(form: Form, kind: Kind): string {
  if (form !== 'csv') return '';
  return kind === 'agents'
    ? 'id,firstname,status\n'
    : 'main_id,main_status,agents_agent_id,financials_price\n';
}

/** The content of a file. */
export function textOf({ form, header, records }: Lines): string {
  if (form === 'json') return `[${records.join(',\n')}]`;
  return header + records.map((record) => `${record}\n`).join('');
}

/** Writes the files of a night into an empty folder. @param areNamed Whether their folder is not. @returns The arguments of `portico import`. */
export function writeFiles(
  folder: string,
  form: Form,
  texts: Readonly<Partial<Record<Kind, string>>>,
  packing: 'plain' | 'packed' | 'packed and cut',
  areNamed = false,
): string[] {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  const isFeed = form === 'mapped' || form === 'stream';
  const extension = isFeed ? 'ndjson' : form;
  for (const [kind, text] of Object.entries(texts)) {
    const name = join(folder, `${isFeed ? 'feed' : kind}.${extension}`);
    if (packing === 'plain') {
      writeFileSync(name, text);
      continue;
    }
    const packed = gzipSync(text, { level: 1 });
    const length = packing === 'packed' ? packed.length : Math.floor(packed.length * 0.9);
    writeFileSync(`${name}.gz`, packed.subarray(0, length));
  }
  if (!isFeed) return areNamed ? readdirSync(folder).map((name) => join(folder, name)) : [folder];
  const map = `${folder}.yaml`;
  writeFileSync(map, MAPPING);
  const file = join(folder, `feed.ndjson${packing === 'plain' ? '' : '.gz'}`);
  return [form === 'stream' ? '-' : file, '--map', map];
}

function feedWords(agent: number) {
  return { status: 'R', agent: `a${agent}@example.com`, name: `Agent${agent}`, active: 'y' };
}
