import { ADAPTIVE, type Email, headerText, isEmail, writeBody } from '../../outbox/email/email.js';
import type { ClientEntry } from '../../store/directory/directory.js';

/** What of a client's settings emails to members need. */
type Settings = Pick<ClientEntry, 'title' | 'confirm_page'>;

/** The kinds of email that are completed when they are sent. */
export const PASSWORD_RESET = 'password-reset';
export const CONFIRMATION = 'confirmation';

interface Registration {
  /** The title of the client whose website it was. */
  readonly tenantTitle: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly code: string;
}

/** Letters, and the marks that names have between them. */
const NAME = /^[\p{L}\p{M}][\p{L}\p{M}' ’.-]{0,59}$/u;

/**
 * The code by which a new member proves that the address is theirs. R155.
 *
 * @param page The pattern of the page to which it links (R370); without one there is only the code.
 */
export function verificationEmail(registration: Registration, page = ''): Email {
  const { tenantTitle, email, code } = registration;
  const client = headerText(tenantTitle, 100);
  const subject = `Confirm your email address for ${client}`;
  const first = personName(registration.firstName);
  const parts = [
    { paragraph: first === '' ? 'Hello,' : `Hello ${first},` },
    { paragraph: `this is the code that confirms your email address on the website of ${client}:` },
    { code },
    ...(page === '' ? [] : linkTo(page, email, code)),
    {
      paragraph:
        'If you have not registered there, somebody has given your address by mistake. ' +
        'You need not do anything: without the code the registration stays unconfirmed.',
    },
    { paragraph: client },
  ];
  const { text, html } = writeBody(subject, parts, page === '' ? '' : ADAPTIVE);
  return {
    kind: 'verification',
    fromName: client,
    to: {
      name: first === '' ? '' : `${first} ${personName(registration.lastName)}`,
      address: email,
    },
    subject,
    text,
    html,
  };
}

function linkTo(page: string, email: string, code: string) {
  const link = page
    .replace('{email}', () => encodeURIComponent(email))
    .replace('{code}', () => code);
  return [{ paragraph: 'Or open this page, which fills in the code for you:' }, { page: link }];
}

/**
 * A name for an email to an address that nobody has confirmed yet; '' unless it looks like a name.
 * Anybody can register anybody's address, and must not send advertisements or links to strangers.
 */
function personName(name: string): string {
  const line = headerText(name, 60);
  const linked = isEmail(line) || /\p{L}\.\p{L}{2}/u.test(line) || /www\./i.test(line);
  return NAME.test(line) && !linked ? line : '';
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
