import { X509Certificate } from 'node:crypto';
import { readFile, statfs } from 'node:fs/promises';
import type { Config } from '../../config/config.js';
import { count, counted } from '../../lib/text.js';
import type { UnsentOfAll } from '../../outbox/outbox.js';
import type { Services } from '../../services.js';
import type { ClientEntry } from '../../store/directory/directory.js';
import type { PullNote } from '../../store/directory/email-notes.js';
import { LEAST_ROOM } from '../../store/engines/sqlite/disk-reserve.js';
import { lastBackup } from '../../store/last-backup.js';
import type { ImportResult } from '../../store/tenant/import-run-tables.js';
import {
  type ImportState,
  importAt,
  isFailure,
  lastImport,
} from '../../store/tenant/import-runs.js';
import { certificatePath } from '../../tls/tls.js';
import type { World } from '../command.js';
import { reasonOf } from '../command-error.js';
import { askReadiness, type Readiness, readinessUrl } from '../health.js';
import { withServices } from '../open.js';
import { alertProblems } from './alerts.js';
import { countListings, type Visited, visitEach } from './visits.js';

const DAY_MS = 86_400_000;

/** What is wrong about a certificate, about mail and about a disk. */
const LEAST = { certificateDays: 14, diskShare: 0.05 } as const;
const MOST_WAITING_MS = 3_600_000;

/** How old listings of an MLS may be by most licenses. */
const MOST_PULL_AGE_MS = 12 * 3_600_000;

/** How long each of two walks goes through databases of which the directory knows no counts, in milliseconds. */
const WALK_MS = 500;

/** The state of an installation. What could not be read is undefined. */
export interface Status {
  /** Undefined where PORTICO_PORT is 0, and only the server knows where it listens. */
  readonly server: { readonly url: string; readonly readiness: Readiness | string } | undefined;
  readonly data: DataStatus | undefined;
  /** Why there is no `data`. */
  readonly dataProblem: string | undefined;
  /** Undefined behind a proxy, and before the first start. */
  readonly certificate: { readonly file: string; readonly ends: number } | undefined;
  readonly disk: Disk | undefined;
  /** When the last backup finished, in milliseconds since the epoch. */
  readonly backup: number | undefined;
}

interface DataStatus {
  /** The number of schema steps to take; counts are missing until they are taken. */
  readonly pendingSteps: number;
  /** Tenants and feeds whose database cannot be opened, with the reasons. */
  readonly closed: ReadonlyMap<string, string>;
  readonly clients: number | undefined;
  readonly feeds: number | undefined;
  /** Of as many tenants and feeds as could be counted in time. */
  readonly listings: { readonly total: number; readonly counted: number } | undefined;
  readonly mail: UnsentOfAll['emails'] | undefined;
  readonly webhooks: UnsentOfAll['webhooks'] | undefined;
  /** How many databases may hold more of both, and were not read in time. */
  readonly unread: number;
  readonly imports?: ImportStates;
  /** Of clients and feeds that pull, by name. */
  readonly pulls?: ReadonlyMap<string, readonly PullNote[]>;
  /** What keeps alerts from being sent, in words. */
  readonly alertProblems?: readonly string[];
}

interface Disk {
  readonly folder: string;
  readonly freeBytes: number;
  readonly totalBytes: number;
}

/** Reads the state of an installation, and changes nothing. */
export async function readStatus(world: World, config: Config): Promise<Status> {
  // First, because reading SQLite holds up the clock by which the server's answer would be late.
  const server = await serverStatus(config);
  const [data, certificate, disk, backup] = await Promise.all([
    dataStatus(world, config).catch(reasonOf),
    certificateOf(config),
    diskOf(config.dataFolder),
    lastBackup(config.dataFolder),
  ]);
  const [known, dataProblem] = typeof data === 'string' ? [undefined, data] : [data, undefined];
  return { server, data: known, dataProblem, certificate, disk, backup };
}

/** Everything that somebody should look after, in words. @param now Milliseconds since the epoch. */
export function problemsOf(status: Status, now: number): string[] {
  const { server, data, dataProblem, certificate, disk } = status;
  const problems: string[] = [];
  if (server !== undefined) {
    const { url, readiness } = server;
    if (typeof readiness === 'string') problems.push(readiness);
    else if (readiness.status !== 200) {
      problems.push(`${url} answers ${readiness.status}: ${readiness.reason ?? 'no reason'}`);
    } else if (readiness.limits === 'per process') {
      problems.push('Redis is away: each process counts calls for itself.');
    }
  }
  if (dataProblem !== undefined) problems.push(dataProblem);
  if (data !== undefined) problems.push(...dataProblems(data, now));
  if (certificate !== undefined) {
    const days = daysLeft(certificate.ends, now);
    if (days < 0) problems.push(`The certificate ${certificate.file} has ended.`);
    else if (days < LEAST.certificateDays) {
      problems.push(`The certificate ${certificate.file} ends in ${days} days.`);
    }
  }
  if (disk !== undefined && disk.freeBytes < LEAST_ROOM) {
    problems.push(
      `The disk of ${disk.folder} is full: a server answers reads, and writes fail until there is room.`,
    );
  } else if (disk !== undefined && disk.freeBytes < disk.totalBytes * LEAST.diskShare) {
    const percent = Math.floor((100 * disk.freeBytes) / disk.totalBytes);
    problems.push(`The disk of ${disk.folder} is nearly full: ${percent} % is free.`);
  }
  return problems;
}

/** The whole days until a moment; negative after it. */
export function daysLeft(ends: number, now: number): number {
  return Math.floor((ends - now) / DAY_MS);
}

function dataProblems(data: DataStatus, now: number): string[] {
  const { pendingSteps, closed, mail, webhooks, imports, pulls } = data;
  const problems = imports === undefined ? [] : importProblems(imports);
  problems.push(...pullProblems(pulls ?? new Map(), now), ...(data.alertProblems ?? []));
  if (pendingSteps > 0) {
    problems.push(`Schema steps wait: ${pendingSteps}. \`portico migrate\` takes them.`);
  }
  const [first] = closed;
  if (first !== undefined) {
    const more = closed.size === 1 ? '' : ` So it is with ${closed.size - 1} more.`;
    problems.push(`The database of ${first[0]} cannot be opened: ${first[1]}${more}`);
  }
  if (mail?.oldest !== undefined && isOld(mail.oldest, now)) {
    const hours = Math.floor((now - mail.oldest) / 3_600_000);
    problems.push(`Mail is not sent: the oldest email has waited for ${hours} h.`);
  }
  if (webhooks !== undefined && webhooks.failing > 0 && isOld(webhooks.oldest, now)) {
    problems.push(
      `Webhooks are not delivered to ${counted(webhooks.failing, 'failing receivers')}. Messages that wait: ${count(webhooks.waiting)}. \`portico webhook list CLIENT\` shows the receivers of a client.`,
    );
  }
  return problems;
}

/** The pulls whose listings are older than licenses allow, in words. */
function pullProblems(pulls: NonNullable<DataStatus['pulls']>, now: number): string[] {
  return [...pulls].flatMap(([name, notes]) =>
    notes
      .filter(({ nextAt }) => nextAt !== null)
      .filter(({ succeededAt, failures }) =>
        succeededAt === 0 ? failures > 0 : now - succeededAt > MOST_PULL_AGE_MS,
      )
      .map(({ source, succeededAt }) => {
        if (succeededAt === 0) return `${name} could not be pulled from ${source} yet.`;
        const hours = Math.floor((now - succeededAt) / 3_600_000);
        return `${name} has not been pulled from ${source} for ${hours} h; most licenses allow 12.`;
      }),
  );
}

function isOld(waitingSince: number | undefined, now: number): boolean {
  return waitingSince !== undefined && now - waitingSince > MOST_WAITING_MS;
}

async function serverStatus(config: Config): Promise<Status['server']> {
  const url = readinessUrl(config);
  if (url === undefined) return undefined;
  return { url, readiness: await askReadiness(url).catch(reasonOf) };
}

async function dataStatus(world: World, config: Config): Promise<DataStatus> {
  const { pendingSteps } = await import('../migrate/pending-steps.js');
  // First, because opening the services would take the steps, and a new release may not be in use yet.
  const { directory, databases, failed: closed } = await pendingSteps(world, config);
  const steps = [...databases.values()].flat().length + directory.length;
  if (steps > 0) {
    return {
      ...{ pendingSteps: steps, closed, clients: undefined, feeds: undefined },
      ...{ listings: undefined, mail: undefined, webhooks: undefined, unread: 0 },
    };
  }
  return withServices(world, async (services) => {
    const entries = await services.directory.tenants();
    const clients = entries.filter(({ kind }) => kind === 'client').length;
    const open = entries.filter(({ name }) => !closed.has(name));
    const counts = await countListings(services, open, WALK_MS);
    const total = [...counts.values()].reduce((sum, each) => sum + each, 0);
    const until = world.clock.monotonic() + WALK_MS;
    const isInTime = () => world.clock.monotonic() < until;
    const { emails: mail, webhooks, unread } = await services.outbox.unsent(isInTime);
    const imports = await importStates(services, open, WALK_MS);
    const alerts = await alertProblems(services, config, open, WALK_MS);
    return {
      ...{ pendingSteps: 0, closed, clients, feeds: entries.length - clients },
      ...{ listings: { total, counted: counts.size }, mail, webhooks, unread, imports },
      pulls: await services.directory.emailNotes.pulls(),
      alertProblems: alerts,
    };
  });
}

async function certificateOf(config: Config): Promise<Status['certificate']> {
  if (config.trustedProxies.length > 0) return undefined;
  const file = certificatePath(config);
  try {
    return { file, ends: Date.parse(new X509Certificate(await readFile(file)).validTo) };
  } catch {
    // There is none before the first start; one that cannot be read keeps the server from starting.
    return undefined;
  }
}

async function diskOf(folder: string): Promise<Disk | undefined> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    return { folder, freeBytes: bavail * bsize, totalBytes: blocks * bsize };
  } catch {
    return undefined;
  }
}

/** The imports of tenants and feeds, by name. */
export type ImportStates = Visited<ImportState>;

/**
 * The imports of tenants and feeds: as the directory notes them, or as a database says where it notes none or where that
 * may have changed since.
 *
 * @param entries Those whose databases have all schema steps.
 * @param withinMs The longest that databases are opened for, however many there are.
 */
export async function importStates(
  services: Pick<Services, 'tenants' | 'clock' | 'directory'>,
  entries: readonly ClientEntry[],
  withinMs: number,
): Promise<ImportStates> {
  const noted = await services.directory.emailNotes.imports();
  const changed = entries.filter(({ name }) => noted.get(name)?.isCurrent === false);
  const open = [...entries.filter(({ name }) => !noted.has(name)), ...changed];
  const visited = await visitEach(services, open, withinMs, lastImport);
  const now = services.clock.now();
  const found = new Map<string, ImportState>();
  for (const { name } of entries) {
    const last: ImportState | null =
      visited.found.get(name) ?? JSON.parse(noted.get(name)?.lastImport ?? 'null');
    if (last !== null) found.set(name, importAt(now, last));
  }
  return { found, unread: visited.unread.filter((name) => !noted.has(name)) };
}

/** The imports that somebody should look after, in words. */
export function importProblems({ found }: Pick<ImportStates, 'found'>): string[] {
  return [...found]
    .filter(([, { result }]) => isFailure(result))
    .map(([name, { result, message }]) =>
      `The last import of ${name} ${WORDS[result]} ${message}`.trim(),
    );
}

const WORDS: Readonly<Record<ImportResult, string>> = {
  running: 'has not ended.',
  ok: 'went well.',
  rejected: 'took no record of a kind: all were rejected.',
  partial: 'did not fetch all pictures.',
  refused: 'did not remove what its files do not name.',
  failed: 'failed.',
  interrupted: 'was interrupted.',
};
