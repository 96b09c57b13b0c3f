import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { Erased, Erasure, Person, PersonName } from '../../changes/removal/erase-person.js';
import { count, quoted } from '../../lib/text.js';
import { audited } from '../../store/tenant/audit.js';
import { askBeforeRemoval } from '../before-removal.js';
import { define, defineCommand, reporting, type World } from '../command.js';
import { type Report, UsageError } from '../command-error.js';
import { onDatabase } from '../open.js';
import type { EmailFiles } from './elsewhere.js';

interface EraseOptions {
  readonly dryRun?: true;
  readonly yes?: true;
  readonly backups?: string;
}

/** `portico member erase`: everything about a person, as privacy law asks. */
export function memberCommands(program: Command, world: World): void {
  const group = define(program, {
    usage: 'member',
    description: 'erase the data of a person',
    examples: ['portico member erase acme nora@example.com --dry-run'],
  });

  defineCommand(group, {
    usage: 'erase <client> <person>',
    description: 'erase what a client knows of a person; name the person by email address or id',
    examples: [
      'portico member erase acme nora@example.com --dry-run',
      'portico member erase acme nora@example.com --backups /var/backups/portico',
      'portico member erase acme 4711 --yes --json',
    ],
  })
    .option('--dry-run', 'say what would be erased, and erase nothing')
    .option('--yes', 'do not ask: for scripts')
    .option('--backups <folder>', 'say which backups in this folder still hold the person')
    .addHelpText(
      'after',
      '\nThe member, favorites, trail, deals, saved searches and emails are removed. Leads stay, without anything' +
        '\nthat says who sent them. Look for what people wrote elsewhere, such as testimonials, by hand.',
    )
    .action(reporting(world, erase));
}

/** @throws UsageError */
function nameOf(text: string): PersonName {
  if (/^[1-9]\d{0,15}$/.test(text) && Number.isSafeInteger(Number(text))) {
    return { id: Number(text) };
  }
  if (/^[^\s@]+@[^\s@]+$/.test(text)) return { email: text };
  throw new UsageError(
    `${quoted(text)} names no person: give an email address, or the id of a client.`,
  );
}

async function erase(
  world: World,
  tenant: string,
  text: string,
  options: EraseOptions,
): Promise<Report> {
  const name = nameOf(text);
  const { yes, backups: folder } = options;
  const dryRun = options.dryRun === true;
  return onDatabase(world, 'client', tenant, async ({ services, entry, database }) => {
    const { erasePerson, findPerson } = await import('../../changes/removal/erase-person.js');
    const { backupsOfPerson, deleteFiles, emailFilesOfPerson, ownSender, rejectsOfPerson } =
      await import('./elsewhere.js');
    const { backupLines } = await import('../holding-backups.js');
    const { dataFolder } = services.config;
    const person = await findPerson(database, name);
    // Before anything is erased, as a wrong folder is a mistake to find now.
    const backups =
      folder === undefined
        ? undefined
        : await backupsOfPerson(resolve(world.cwd, folder), tenant, person);
    const lines = backupLines(backups, 'the person');
    const rejects = await rejectsOfPerson(dataFolder, tenant, person);
    const found = await erasePerson(database, person, true);
    const sender = ownSender(entry, await services.directory.tenants());
    const files = await emailFilesOfPerson(dataFolder, sender, person, found.emails);
    if (!dryRun && yes !== true) {
      const label = 'email' in name ? name.email : String(name.id);
      await askBeforeRemoval(world, {
        command: 'member erase',
        name: label,
        loss: `Of ${label}, ${tenant} loses ${erasedWords(found.erased)}, ${count(files.own.length)} files.`,
        offersBackup: false,
      });
    }
    // Before the rows that lead to them: after a kill the same command finds both again.
    if (!dryRun) await deleteFiles(files.own);
    const change = ({ erased: rows }: Erasure) => {
      return { kind: 'clients', counts: { ...rows }, records: person.ids.map((id) => ({ id })) };
    };
    const target = dryRun ? database : audited(database, services.actor, change);
    const { erased, emails } = await erasePerson(target, person, dryRun);
    // A server may have sent some meanwhile. What it sends from now on it withdraws itself.
    if (!dryRun) {
      await deleteFiles((await emailFilesOfPerson(dataFolder, sender, person, emails)).own);
    }
    return {
      json: {
        client: tenant,
        ids: person.ids,
        emails: person.emails,
        erased,
        emailFiles: files.own.length,
        otherEmailFiles: files.others,
        rejects,
        ...(backups === undefined ? {} : { backups }),
        ...(dryRun ? { dryRun } : {}),
      },
      text: textOf(person, erased, { dryRun, files, rejects, backups: lines }),
    };
  });
}

function erasedWords(erased: Erased): string {
  return Object.entries(erased)
    .map(([what, rows]) => `${count(rows)} ${what}`)
    .join(', ');
}

function textOf(
  { ids, emails }: Person,
  erased: Erased,
  parts: {
    readonly dryRun: boolean;
    readonly files: EmailFiles;
    readonly rejects: readonly string[];
    readonly backups: readonly string[];
  },
): string {
  const { dryRun, files, rejects, backups } = parts;
  const who = [...ids.map((id) => `client ${id}`), ...emails].join(', ');
  const lines = [`${dryRun ? 'Would be erased' : 'Erased'} of ${who}: ${erasedWords(erased)}.`];
  if (erased.leads > 0) lines.push('The leads stay, and name nobody.');
  if (files.own.length > 0) {
    lines.push(
      `${dryRun ? 'Would be deleted' : 'Deleted'}: ${count(files.own.length)} files of email.`,
    );
  }
  for (const file of files.others) {
    lines.push(`Still there: ${file}, email with the address, and not surely of this client.`);
  }
  for (const file of rejects) lines.push(`Still there: ${file}, which an import has written.`);
  return [...lines, ...backups].join('\n');
}
