import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { MailServer } from '../outbox/email/mail-server.js';
import { runProgram, serve } from '../rig/program.js';
import { type Installation, placeOf, send } from './place.js';
import { type Question, requestOf } from './questions.js';

/** Between two calls, so that no key calls more than ten times in a second. */
const PAUSE_MS = 105;

/** An answer as it is compared: what belongs to its moment is taken out. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** An email as it is compared. */
export interface Email {
  readonly from: string;
  readonly to: readonly string[];
  readonly raw: string;
}

/** What a release says and sends of an installation. */
export interface Replay {
  /** What commands print, and the files of exports, by the command and the name. */
  readonly commands: Readonly<Record<string, string>>;
  readonly calls: ReadonlyArray<{ readonly question: Question; readonly answer: Answer }>;
  /** What waited in the installation, and went at the first start with a mail server. */
  readonly waiting: readonly Email[];
  /** What the calls caused. */
  readonly caused: readonly Email[];
}

/** Commands that are asked before anything is changed. */
const COMMANDS: ReadonlyArray<readonly string[]> = [
  ['client', 'list'],
  ['feed', 'list'],
  ['key', 'list', 'acme'],
  ['key', 'list', 'beta'],
  ['partner', 'list'],
  ['lead', 'list', 'acme'],
  ['lead', 'show', 'acme', '1'],
  ['outbox', 'list'],
];

/** Tenants and feeds that are exported. Of the demo tenant, who is active changes with the days. */
const EXPORTED = ['acme', 'onekey'];

/** Headers that differ from answer to answer, or with the version of the program. */
const VARYING_HEADERS: ReadonlySet<string> = new Set([
  ...['date', 'connection', 'keep-alive', 'etag', 'x-request-id', 'ratelimit'],
]);

/**
 * Asks a program everything of an installation, and lets it send its email. Changes the installation.
 *
 * @param run Runs its commands.
 */
export async function replay(
  installation: Installation,
  questions: readonly Question[],
  run = runProgram,
): Promise<Replay> {
  const commands = await askCommands(installation, run);
  const known = new Set(
    [...(commands['outbox list'] ?? '').matchAll(/"messageID":"([^"]+)"/g)].map(([, id]) => id),
  );
  const mail = await new MailServer().open();
  try {
    const place = placeOf(installation, mail.url());
    const server = await serve(place);
    const calls: { question: Question; answer: Answer }[] = [];
    try {
      for (const question of questions) {
        calls.push({ question, answer: await askOnce(server.url, question) });
        await sleep(PAUSE_MS);
      }
      while (!(await allSent(installation, mail.url(), run))) await sleep(200);
    } finally {
      await server.stop();
    }
    const sent = mail.arrived.map(({ from, to, raw }) => ({ from, to, raw }));
    const isKnown = ({ raw }: Email) => known.has(/^Message-ID: (\S+)/im.exec(raw)?.[1]);
    return {
      commands,
      calls,
      waiting: inOrder(sent.filter(isKnown).map(withoutChance)),
      caused: inOrder(sent.filter((email) => !isKnown(email)).map(withoutMoment)),
    };
  } finally {
    await mail.close();
  }
}

async function askCommands(
  installation: Installation,
  run: typeof runProgram,
): Promise<Record<string, string>> {
  const place = placeOf(installation);
  const said: Record<string, string> = {};
  for (const command of COMMANDS) {
    const { status, output, errors } = await run(place, ...command, '--json');
    said[command.join(' ')] = withoutPlace(status === 0 ? output : `${status} ${output}${errors}`);
  }
  return { ...said, ...(await exportsOf(installation, run)) };
}

/** The files of exports, by the command and their name. */
export async function exportsOf(
  installation: Installation,
  run: typeof runProgram,
): Promise<Record<string, string>> {
  const place = placeOf(installation);
  const said: Record<string, string> = {};
  for (const name of EXPORTED) {
    const folder = mkdtempSync(join(realpathSync(tmpdir()), 'portico-release-export-'));
    try {
      const { status, errors } = await run(place, 'export', name, folder);
      if (status !== 0) throw new Error(`export ${name}: ${errors}`);
      for (const file of readdirSync(folder).sort()) {
        if (file.startsWith('.')) continue;
        said[`export ${name} ${file}`] = readFileSync(join(folder, file), 'utf8');
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  }
  return said;
}

/** Where a database is differs from machine to machine. */
function withoutPlace(text: string): string {
  return text.replaceAll(/postgres:\/\/[^"\s]+/g, 'postgres://…');
}

async function askOnce(url: string, question: Question): Promise<Answer> {
  const { status, headers, body } = await send(url, requestOf(question));
  const kept = Object.entries(headers)
    .filter(([name]) => !VARYING_HEADERS.has(name))
    .map(([name, value]) => [name, String(value)] as const)
    .sort(([one], [other]) => (one < other ? -1 : 1));
  let text = body;
  for (const varying of question.varying ?? [])
    text = text.replaceAll(new RegExp(varying, 'g'), '…');
  const length = text === body ? {} : { 'content-length': '…' };
  return { status, headers: { ...Object.fromEntries(kept), ...length }, body: text };
}

async function allSent(
  installation: Installation,
  smtpUrl: string,
  run: typeof runProgram,
): Promise<boolean> {
  const { output } = await run(placeOf(installation, smtpUrl), 'outbox', 'list', '--json');
  const { counts } = JSON.parse(output) as { counts: { waiting: number; failed: number } };
  return counts.waiting === 0;
}

/** Without the line that separates the parts, which is drawn at each attempt, and the time of sending. */
function withoutChance({ from, to, raw }: Email): Email {
  const boundary = /boundary="([^"]+)"/.exec(raw)?.[1] ?? '';
  return { from, to, raw: boundary === '' ? raw : raw.replaceAll(boundary, '…') };
}

/** Of an email that was written during the replay: without its moment, its number and its code too. */
function withoutMoment(email: Email): Email {
  const { from, to, raw } = withoutChance(email);
  const text = raw
    // Lines of a part break where its code and its moment stand.
    .replaceAll('=\r\n', '')
    .replace(/^(Date|Message-ID): .*$/gim, '$1: …')
    .replaceAll(/[0-9a-f]{32}/g, '…')
    .replaceAll(/20\d\d-\d\d-\d\d \d\d:\d\d:\d\d/g, '…');
  return { from, to, raw: text };
}

function inOrder(emails: Email[]): Email[] {
  const place = ({ to, raw }: Email) => `${to} ${raw}`;
  return emails.sort((one, other) => (place(one) < place(other) ? -1 : 1));
}
