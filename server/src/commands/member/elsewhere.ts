import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { namesAny, type Person } from '../../changes/removal/erase-person.js';
import { headerText } from '../../outbox/email/email.js';
import {
  type EmailFile,
  type EmailIdentity,
  emailFileName,
  OUTBOX_FOLDER,
  readEmailFile,
} from '../../outbox/email/transport.js';
import type { ClientEntry } from '../../store/directory/directory.js';
import { backupsHolding, type HoldingBackups } from '../holding-backups.js';
import type { SavedBackup } from '../restore/saved-backup.js';

/** The backups that hold a person. @param tenant The name under which they have the person's brokerage. */
export function backupsOfPerson(
  folder: string,
  tenant: string,
  person: Person,
): Promise<HoldingBackups> {
  return backupsHolding(folder, (backup) => holds(backup, tenant, person));
}

async function holds(backup: SavedBackup, tenant: string, { ids, emails }: Person) {
  const saved = backup.manifest.databases.find(({ name }) => name === tenant);
  const columns = [
    ['client', 'id', ids],
    ['client', 'email_key', emails],
    ['alert', 'client_id', ids],
    ['alert', 'email_key', emails],
  ] as const;
  for (const [name, column, values] of columns) {
    const table = saved?.tables.find((each) => each.name === name);
    if (table === undefined || values.length === 0) continue;
    const at = table.columns.indexOf(column);
    const sought = new Set<unknown>(values);
    for await (const rows of backup.rows(table)) {
      if (rows.some((row) => sought.has(row[at]))) return true;
    }
  }
  return false;
}

/** The files with records that imports had refused, among them an address of the person. */
export async function rejectsOfPerson(
  dataFolder: string,
  tenant: string,
  { emails }: Person,
): Promise<string[]> {
  const folder = join(dataFolder, 'rejects');
  const names = await readdir(folder).catch(() => []);
  const found: string[] = [];
  for (const name of names.filter((each) => each.startsWith(`${tenant}-`)).sort()) {
    const text = await readFile(join(folder, name), 'utf8');
    if (namesAny(text, emails)) found.push(join(folder, name));
  }
  return found;
}

/** Email that was written to files because there is no mail server. */
export interface EmailFiles {
  /** Paths of those that are to a person, about the person, or with the person's address in their text. */
  readonly own: readonly string[];
  /** Those with the address whose sender is not surely this client, under the title that it has now. */
  readonly others: readonly string[];
}

/** The name that a client's email comes from, as its files have it; undefined where email of others has the same. */
export function ownSender(
  { name, title }: ClientEntry,
  entries: readonly ClientEntry[],
): string | undefined {
  const senderOf = (text: string) => headerText(text, 100);
  const isShared = entries.some(
    (other) => other.name !== name && senderOf(other.title) === senderOf(title),
  );
  return isShared ? undefined : senderOf(title);
}

/**
 * Looks for the files of a person's email: by its rows, and by the address, as rows of sent email are kept for a month.
 *
 * @param sender The name that only this client's email comes from; undefined where there is none.
 */
export async function emailFilesOfPerson(
  dataFolder: string,
  sender: string | undefined,
  { emails }: Person,
  rows: readonly EmailIdentity[],
): Promise<EmailFiles> {
  const folder = join(dataFolder, OUTBOX_FOLDER);
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'));
  const ofRows = new Set(rows.map(emailFileName));
  const own: string[] = [];
  const others: string[] = [];
  for (const name of names.sort()) {
    const path = join(folder, name);
    if (ofRows.has(name)) own.push(path);
    else if (emails.length > 0) {
      // Another process may have deleted it since.
      const email = await readEmailFile(path).catch(() => undefined);
      if (email === undefined || !isAbout(email, emails)) continue;
      (email.fromName === sender ? own : others).push(path);
    }
  }
  return { own, others };
}

/** Deletes files; one that is gone is no error. */
export async function deleteFiles(paths: readonly string[]): Promise<void> {
  for (const path of paths) await rm(path, { force: true });
}

/** As the rows of email are chosen in `erase-person.ts`: email to an agent who is the person, about others, stays. */
function isAbout({ to, replyTo, text }: EmailFile, emails: readonly string[]): boolean {
  const own = emails.some((email) => replyTo === email || (replyTo === '' && to === email));
  return own || namesAny(text, emails);
}
