import type { Command } from 'commander';
import { loadConfig } from '../../config/config.js';
import { iso } from '../../lib/dates.js';
import { count, counted, firstNames } from '../../lib/text.js';
import type { PullNote } from '../../store/directory/email-notes.js';
import type { ImportState } from '../../store/tenant/import-runs.js';
import { PROGRAM_VERSION } from '../../version.js';
import { defineCommand, reporting, terminalFor, type World } from '../command.js';
import type { Report } from '../command-error.js';
import { facts, moment } from '../print.js';
import { styled, type Terminal } from '../terminal.js';
import type { ImportStates, Status } from './installation.js';

/** `portico status`: how an installation is, for people and monitors. */
export function statusCommand(program: Command, world: World): void {
  defineCommand(program, {
    usage: 'status',
    description: 'sum up the installation, and exit with 1 if something needs attention',
    examples: ['portico status', 'portico status --json'],
  }).action(reporting(world, status));
}

async function status(world: World): Promise<Report> {
  const { daysLeft, problemsOf, readStatus } = await import('./installation.js');
  const now = world.clock.now();
  const found = await readStatus(world, loadConfig(world.environment, world.cwd));
  const problems = problemsOf(found, now);
  const { server, data, certificate, disk, backup } = found;
  const { mail, webhooks } = data ?? {};
  const ready = typeof server?.readiness === 'object' && server.readiness.status === 200;
  const days = certificate === undefined ? 0 : daysLeft(certificate.ends, now);
  return {
    failed: problems.length > 0,
    json: {
      ok: problems.length === 0,
      version: PROGRAM_VERSION,
      server: server ? { url: new URL(server.url).origin, ready } : null,
      pendingSteps: data?.pendingSteps ?? null,
      clients: data?.clients ?? null,
      feeds: data?.feeds ?? null,
      listings: data?.listings?.total ?? null,
      mail: mail
        ? { waiting: mail.waiting, failed: mail.failed, oldestWaiting: iso(mail.oldest) }
        : null,
      webhooks: webhooks
        ? {
            waiting: webhooks.waiting,
            failing: webhooks.failing,
            oldestWaiting: iso(webhooks.oldest),
          }
        : null,
      imports: importsJson(data?.imports?.found ?? new Map()),
      importsUnread: data?.imports?.unread ?? null,
      pulls: pullsJson(data?.pulls ?? new Map(), now),
      certificate: certificate
        ? { file: certificate.file, ends: iso(certificate.ends), daysLeft: days }
        : null,
      disk: disk ?? null,
      lastBackup: iso(backup),
      unread: data?.unread ?? null,
      problems,
    },
    text: textOf(found, { ready, problems, days, now }, terminalFor(world)),
  };
}

function textOf(
  { server, data, certificate, disk, backup }: Status,
  parts: {
    readonly ready: boolean;
    readonly problems: readonly string[];
    readonly days: number;
    readonly now: number;
  },
  terminal: Terminal,
): string {
  const { ready, problems, days, now } = parts;
  const lines = facts([
    ['version', PROGRAM_VERSION],
    ['server', serverWords(server, ready, terminal)],
    ['clients', data?.clients === undefined ? undefined : clientWords(data.clients, data.feeds)],
    ['listings', listingWords(data)],
    ['mail', mailWords(data, terminal)],
    ['webhooks', webhookWords(data, terminal)],
    ...importLines(data?.imports),
    ...pullLines(data?.pulls ?? new Map(), now),
    [
      'certificate',
      certificate && `until ${moment(certificate.ends)}, ${count(Math.max(0, days))} days from now`,
    ],
    ['disk', disk && `${gigabytes(disk.freeBytes)} of ${gigabytes(disk.totalBytes)} GB are free`],
    ['last backup', backup === undefined ? 'none is known' : moment(backup)],
  ]);
  const end =
    problems.length === 0
      ? [styled(terminal, 'green', 'All is well.')]
      : problems.map((problem) => styled(terminal, 'red', problem));
  return [lines, '', ...end].join('\n');
}

function serverWords(server: Status['server'], ready: boolean, terminal: Terminal): string {
  if (server === undefined) return 'unknown, as PORTICO_PORT is 0';
  const { origin } = new URL(server.url);
  return ready
    ? `${styled(terminal, 'green', 'ready')} at ${origin}`
    : `${styled(terminal, 'red', 'not ready')} at ${origin}`;
}

function clientWords(tenants: number, feeds = 0): string {
  return feeds === 0 ? count(tenants) : `${count(tenants)}, and ${counted(feeds, 'feeds')}`;
}

function listingWords(data: Status['data']): string | undefined {
  const { listings, clients: tenants = 0, feeds = 0 } = data ?? {};
  if (listings === undefined) return undefined;
  const left = tenants + feeds - listings.counted;
  return left === 0
    ? count(listings.total)
    : `${count(listings.total)}, without ${counted(left, 'databases')}`;
}

function mailWords(data: Status['data'], terminal: Terminal): string | undefined {
  if (data?.mail === undefined) return undefined;
  const { waiting, failed } = data.mail;
  const given = `${count(failed)} given up`;
  const words = failed > 0 ? styled(terminal, 'yellow', given) : given;
  return `${count(waiting)} waiting, ${words}${unreadWords(data)}`;
}

function webhookWords(data: Status['data'], terminal: Terminal): string | undefined {
  if (data?.webhooks === undefined) return undefined;
  const { waiting, failing } = data.webhooks;
  const receivers = `${counted(failing, 'receivers')} failing`;
  const words = failing > 0 ? styled(terminal, 'yellow', receivers) : receivers;
  return `${count(waiting)} waiting, ${words}${unreadWords(data)}`;
}

function unreadWords({ unread }: NonNullable<Status['data']>): string {
  return unread === 0 ? '' : `, without ${counted(unread, 'databases')}`;
}

function gigabytes(bytes: number): string {
  return (bytes / 1e9).toFixed(1);
}

/** Tenants of which `portico status` has a line; `--json` has all. */
const MOST_LINES = 10;

/** The last import of each tenant, for programs. */
function importsJson(states: ReadonlyMap<string, ImportState>): object {
  const of = ({ startedAt, endedAt, failedAt, ...state }: ImportState) => ({
    ...state,
    started: iso(startedAt),
    ended: state.result === 'running' ? null : iso(endedAt),
    lastFailed: iso(failedAt),
  });
  return Object.fromEntries([...states].map(([name, state]) => [name, of(state)]));
}

/** A line for each of the newest imports, and one for what was not read. */
export function importLines(states: ImportStates | undefined): [string, string][] {
  if (states === undefined) return [];
  const { found, unread } = states;
  const newest = [...found].sort(([, one], [, other]) => other.startedAt - one.startedAt);
  const lines = newest.slice(0, MOST_LINES).map(([name, state]): [string, string] => {
    const { result, mode, startedAt, endedAt, failedAt } = state;
    const when = `${mode} of ${moment(result === 'running' ? startedAt : endedAt)}`;
    const failed = failedAt === undefined ? '' : `, last failed ${moment(failedAt)}`;
    return ['import', `${name}: ${result}, ${when}${failed}`];
  });
  const left = newest.length - lines.length;
  if (left > 0) lines.push(['', `and ${count(left)} more: --json has all`]);
  if (unread.length > 0) lines.push(['imports', `not read of ${firstNames(unread)}`]);
  return lines;
}

/** The pulls of clients and feeds, by name. */
type PullStates = ReadonlyMap<string, readonly PullNote[]>;

/** A line for each pull: how old its last success is, how far behind its source it is, and what it rejects. */
export function pullLines(pulls: PullStates, now: number): [string, string][] {
  return [...pulls].flatMap(([name, notes]) =>
    notes.map((note): [string, string] => {
      const { source, succeededAt, readTo, rejected, pictures = 0, failures, nextAt } = note;
      const parts = [
        ...(nextAt === null ? ['paused'] : []),
        succeededAt === 0 ? 'no success yet' : `last success ${ageText(now - succeededAt)} ago`,
        ...(readTo === 0 ? [] : [`${ageText(now - readTo)} behind`]),
        `${count(rejected)} rejected`,
        ...(pictures === 0 ? [] : [`${counted(pictures, 'pictures')} to go`]),
        ...(failures === 0 ? [] : [`${counted(failures, 'failures')} in a row`]),
      ];
      return ['pull', `${name} from ${source}: ${parts.join(', ')}`];
    }),
  );
}

/** The same, for programs. */
function pullsJson(pulls: PullStates, now: number): object {
  const of = ({ succeededAt, readTo, heldUntil: _, waitsUntil: __, ...note }: PullNote) => ({
    ...note,
    lastSuccess: succeededAt === 0 ? null : iso(succeededAt),
    lagSeconds: readTo === 0 ? null : seconds(now - readTo),
  });
  return Object.fromEntries([...pulls].map(([name, notes]) => [name, notes.map(of)]));
}

function seconds(ms: number): number {
  return Math.max(0, Math.round(ms / 1000));
}

function ageText(ms: number): string {
  const minutes = Math.floor(seconds(ms) / 60);
  return minutes < 120 ? `${minutes} min` : `${Math.floor(minutes / 60)} h`;
}
