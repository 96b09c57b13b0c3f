import { ADAPTIVE, type Email, headerText, writeBody } from '../../outbox/email/email.js';
import type { StoredEmail } from '../../outbox/email/email-store.js';
import type { ClientEntry } from '../../store/directory/directory.js';
import { verificationEmail } from './client.registration.js';

/** What of a client's settings emails to members need. */
type Settings = Pick<ClientEntry, 'title' | 'confirm_page'>;

/** The kinds of email that are completed when they are sent. */
export const PASSWORD_RESET = 'password-reset';
export const CONFIRMATION = 'confirmation';

/** An email whose body has `{token}` or `{code}` instead of the secret, completed. @param address Where it goes: as stored. */
export function filled(
  email: StoredEmail,
  address: string,
  secrets: Readonly<Record<string, string>>,
): StoredEmail {
  const fill = (text: string) =>
    text.replace(/\{(token|code)\}/g, (hole, name: string) => secrets[name] ?? hole);
  return { ...email, to_address: address, text: fill(email.text), html: fill(email.html) };
}

/** The link to set a new password, without its token. R371. */
export function resetEmail({ title }: Settings, page: string, address: string): Email {
  const client = headerText(title, 100);
  const subject = `Set a new password for ${client}`;
  return toMember(PASSWORD_RESET, client, address, subject, [
    { paragraph: 'Hello,' },
    {
      paragraph: `somebody asked for a new password on the website of ${client}. Set it on this page:`,
    },
    { page },
    {
      paragraph:
        'The link works once, for one hour. If you did not ask for it, you can ignore this email: ' +
        'your password stays the same.',
    },
    { paragraph: client },
  ]);
}

/** The code that confirms an address, once more or for a changed one, without the code. R373. */
export function confirmationEmail({ title, confirm_page }: Settings, address: string): Email {
  const email = verificationEmail(
    { tenantTitle: title, firstName: '', lastName: '', email: address, code: '{code}' },
    confirm_page,
  );
  return { ...email, kind: CONFIRMATION };
}

/** A password was set by a link. R372. */
export function passwordChangedEmail({ title }: Settings, address: string): Email {
  const client = headerText(title, 100);
  const subject = `Your password for ${client} was changed`;
  return toMember('password-changed', client, address, subject, [
    { paragraph: 'Hello,' },
    { paragraph: `the password of your account on the website of ${client} was changed.` },
    {
      paragraph:
        'If this was not you, somebody opened a link that we sent to you. Ask for a new password on the website, ' +
        'and change the password of your email account, too.',
    },
    { paragraph: client },
  ]);
}

function toMember(
  kind: string,
  client: string,
  address: string,
  subject: string,
  parts: Parameters<typeof writeBody>[1],
): Email {
  const to = { name: '', address };
  return { kind, fromName: client, to, subject, ...writeBody(subject, parts, ADAPTIVE) };
}
