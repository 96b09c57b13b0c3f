import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { TimeoutError, withTimeout } from '../lib/timeout.js';
import { ConsoleProblem, problems, textsOf } from './problems.js';
import { type BrokerageCall, brokerageRoute, checkProof, type RunCommand } from './route.js';

/** The most bytes of a file, compressed or not; the command line reads larger ones. */
const FILE_LIMIT = 32 * 1024 * 1024;

/** The most characters of a mapping. */
const LONGEST_MAPPING = 200_000;

const TOO_LONG =
  'This takes too long for a page, or another import is running. Try again later, or use `portico import`.';

/** The most characters of refused records that are answered. */
const MOST_REJECTS = 4 * 1024 * 1024;

/**
 * Files that people import: a mapping is drafted, tried and used. The browser sends the file each time, so that none stays
 * here. A body has a line of JSON, with the name of the file and the mapping, and then the file.
 */
export const importRoutes = [
  importRoute('draft', async ({ file, run, words }) => {
    const { code, json } = await run(['import', '--json', `--suggest=${file}`]);
    // Records in our own names, as of an export, need none.
    if (code !== 0) return { mapping: '', words: words(json) };
    // A button tries it here.
    return { ...json, mapping: String(json.mapping).replace(/: portico import NAME.*/, '.') };
  }),
  importRoute('try', (upload) => imported(upload, ['--dry-run', '--show=3'])),
  // A file may remove members and leads, too.
  importRoute('run', (upload) => imported(upload, []), checkProof),
  // How one ended that took longer than a call may. It is answered once.
  brokerageRoute(['GET', '/imports/run/:id'], 'edit records', async (call) => {
    const { id = '' } = call.params;
    const folder = uploadOf(call) + (/^\w{6}$/.test(id) ? id : '');
    const end = await readFile(`${folder}.json`, 'utf8').catch(() => undefined);
    if (end !== undefined) {
      await rm(`${folder}.json`, { force: true });
      const { status, body } = JSON.parse(end) as End;
      call.reply.code(status);
      return body;
    }
    if (!existsSync(folder)) throw problems.notFound('The history has how it ended.');
    call.reply.code(202);
    return { running: id };
  }),
];

/** How an import ended, as it is answered. */
interface End {
  readonly status: number;
  readonly body: object;
}

interface Upload {
  readonly client: string;
  readonly folder: string;
  /** Paths of the file, and of its mapping; undefined without one. */
  readonly file: string;
  readonly mapping: string | undefined;
  readonly run: (args: readonly string[]) => ReturnType<RunCommand>;
  /** What a command says about the file. @throws Error in its words, for the log, where it is about something else. */
  readonly words: (json: Readonly<Record<string, unknown>>) => string;
}

/** A route that does something with a file, which is gone afterwards. */
function importRoute(
  verb: string,
  work: (upload: Upload) => Promise<unknown>,
  check?: (call: BrokerageCall) => void,
) {
  return brokerageRoute(
    ['POST', `/imports/${verb}`],
    'edit records',
    async (call) => {
      check?.(call);
      const { parts, caller, tenant } = call;
      const { log } = parts.services;
      const { folder, file, mapping } = await stored(call, uploadIn(call));
      const done = work({
        ...{ client: tenant.settings.name, folder, file, mapping },
        run: (args) => parts.run(args, caller.account.email),
        words: (json) => wordsAbout(json, folder),
      });
      const clean = () => rm(folder, { recursive: true, force: true });
      const failed = (err: unknown) => log.error({ err }, 'an import of the console failed');
      try {
        const answer = await withTimeout(done, parts.waitMs, () => {});
        await clean();
        return answer;
      } catch (error) {
        if (!(error instanceof TimeoutError)) {
          await clean();
          throw error;
        }
        const keep = verb === 'run' ? keepEnd(done, folder) : done;
        void keep.catch(failed).finally(clean);
        if (verb !== 'run') throw new ConsoleProblem(503, 'busy', TOO_LONG);
        call.reply.code(202);
        return { running: folder.slice(-6) };
      }
    },
    FILE_LIMIT,
  );
}

/** Writes down how an import ended, for the next look of the page. @throws what is no answer. */
async function keepEnd(done: Promise<unknown>, folder: string): Promise<void> {
  const end: End = await done.then(
    (body) => ({ status: 200, body: body as object }),
    (error: unknown) => {
      if (error instanceof ConsoleProblem) return { status: error.status, body: error.body };
      throw error;
    },
  );
  const path = join(folder, 'end.json');
  await writeFile(path, JSON.stringify(end));
  // Whole, as another process may answer it.
  await rename(path, `${folder}.json`);
}

/** How old the files of an import are that nobody works with or reads. */
const LEFT_MS = 3_600_000;

const uploadFolder = (dataFolder: string) => join(dataFolder, 'uploads');

/** The beginning of the names of a brokerage's uploads. No name of a brokerage has a dot. */
const uploadOf = ({ tenant, parts }: BrokerageCall) =>
  join(uploadFolder(parts.services.config.dataFolder), `${tenant.settings.name}.`);

/** Removes what imports of killed servers left, and ends that nobody has read. */
export async function removeOldUploads(dataFolder: string, now: number): Promise<void> {
  const folder = uploadFolder(dataFolder);
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: now }));
    if (now - mtimeMs > LEFT_MS) await rm(path, { recursive: true, force: true });
  }
}

async function stored(
  call: BrokerageCall,
  { name, mapping, content }: ReturnType<typeof uploadIn>,
) {
  const { config, clock } = call.parts.services;
  await removeOldUploads(config.dataFolder, clock.now());
  await mkdir(uploadFolder(config.dataFolder), { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(uploadOf(call));
  const file = join(folder, name);
  const path = mapping === '' ? undefined : join(folder, 'mapping.yaml');
  try {
    await writeFile(file, content);
    if (path !== undefined) await writeFile(path, mapping);
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
  return { folder, file, mapping: path };
}

/** Imports the file. @returns The summary, with the refused records; or why nothing was imported. */
async function imported({ client, folder, file, mapping, run, words }: Upload, more: string[]) {
  const rejects = join(folder, 'rejects.ndjson');
  const options = [`--rejects=${rejects}`, ...(mapping === undefined ? [] : [`--map=${mapping}`])];
  const { code, json } = await run(['import', '--json', ...options, ...more, '--', client, file]);
  if (code !== 0) {
    const { done } = json.error as { readonly done?: object };
    throw problems.rejected({ file: words(json) }, done && { done });
  }
  const refused = json.rejects === null ? '' : await readFile(rejects, 'utf8').catch(() => '');
  const summary = JSON.parse(withoutFolder(JSON.stringify(json), folder)) as object;
  return { ...summary, rejects: withoutFolder(refused.slice(0, MOST_REJECTS), folder) };
}

function wordsAbout(json: Readonly<Record<string, unknown>>, folder: string): string {
  const { message } = json.error as { readonly message: string };
  if (!message.includes(folder)) throw new Error(`An import of the console failed: ${message}`);
  return withoutFolder(message, folder);
}

/** People know the file by its name. */
function withoutFolder(text: string, folder: string): string {
  return text.replaceAll(`${folder}/`, '');
}

/** @throws ConsoleProblem that names what is wrong. */
function uploadIn({ body }: BrokerageCall) {
  if (!Buffer.isBuffer(body)) throw problems.badRequest('The body is not a file.');
  const end = body.indexOf('\n');
  const { name, mapping } = textsOf(headOf(body.subarray(0, Math.max(0, end)).toString()), {
    name: { most: 100 },
    mapping: { most: LONGEST_MAPPING, optional: true },
  });
  if (!/^\w[\w.-]*$/.test(name)) {
    throw problems.rejected({ name: 'has letters, digits, dots and dashes only, as listings.csv' });
  }
  if (name === 'mapping.yaml') throw problems.rejected({ name: 'is that of a mapping' });
  return { name, mapping, content: body.subarray(end + 1) };
}

function headOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw problems.badRequest('The first line of the body is not JSON.');
  }
}
