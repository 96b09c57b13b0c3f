import { isEmail } from '../../outbox/email/address.js';
import { writeBody } from '../../outbox/email/body.js';
import { type Email, headerText } from '../../outbox/email/email.js';

/** Who has registered, and with whom. */
export interface Registration {
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
 */
export function verificationEmail(registration: Registration): Email {
  const { tenantTitle, email, code } = registration;
  const client = headerText(tenantTitle, 100);
  const subject = `Confirm your email address for ${client}`;
  const first = personName(registration.firstName);
  const { text, html } = writeBody(subject, [
    { paragraph: first === '' ? 'Hello,' : `Hello ${first},` },
    { paragraph: `this is the code that confirms your email address on the website of ${client}:` },
    { code },
    {
      paragraph:
        'If you have not registered there, somebody has given your address by mistake. ' +
        'You need not do anything: without the code the registration stays unconfirmed.',
    },
    { paragraph: client },
  ]);
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

/**
 * A name for an email to an address that nobody has confirmed yet; '' unless it looks like a name.
 * Anybody can register anybody's address, and must not send advertisements or links to strangers.
 */
function personName(name: string): string {
  const line = headerText(name, 60);
  const linked = isEmail(line) || /\p{L}\.\p{L}{2}/u.test(line) || /www\./i.test(line);
  return NAME.test(line) && !linked ? line : '';
}
