import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { TimeoutError, withTimeout } from '../lib/timeout.js';
import { ConsoleProblem, problems, textsOf } from './problems.js';
import { type BrokerageCall, brokerageRoute, checkProof, type RunCommand } from './route.js';

/** The most bytes of a file, compressed or not; the command line reads larger ones. */
const FILE_LIMIT = 32 * 1024 * 1024;

/** The most characters of a mapping. */
const LONGEST_MAPPING = 200_000;

/** How long a command is waited for: proxies give up after a minute. An import goes on, and the history has its end. */
const WAIT_MS = 45_000;

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
    return code === 0 ? json : { mapping: '', words: words(json) };
  }),
  importRoute('try', (upload) => imported(upload, ['--dry-run', '--show=3'])),
  // A file may remove members and leads, too.
  importRoute('run', (upload) => imported(upload, []), checkProof),
];

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
      const { config, log } = parts.services;
      const { folder, file, mapping } = await stored(config.dataFolder, uploadIn(call));
      const done = work({
        ...{ client: tenant.settings.name, folder, file, mapping },
        run: (args) => parts.run(args, caller.account.email),
        words: (json) => wordsAbout(json, folder),
      }).finally(() => rm(folder, { recursive: true, force: true }));
      try {
        return await withTimeout(done, WAIT_MS, (err) =>
          log.error({ err }, 'an import of the console failed'),
        );
      } catch (error) {
        if (!(error instanceof TimeoutError)) throw error;
        if (verb !== 'run') throw new ConsoleProblem(503, 'busy', TOO_LONG);
        call.reply.code(202);
        return { isRunning: true };
      }
    },
    FILE_LIMIT,
  );
}

/** How old the files of an import are that nobody works with: its server was killed. */
const LEFT_MS = 3_600_000;

const uploadFolder = (dataFolder: string) => join(dataFolder, 'uploads');

/** Removes what imports of killed servers left. */
export async function removeOldUploads(dataFolder: string, now: number): Promise<void> {
  const folder = uploadFolder(dataFolder);
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: now }));
    if (now - mtimeMs > LEFT_MS) await rm(path, { recursive: true, force: true });
  }
}

async function stored(dataFolder: string, { name, mapping, content }: ReturnType<typeof uploadIn>) {
  await mkdir(uploadFolder(dataFolder), { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(join(uploadFolder(dataFolder), 'import-'));
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
