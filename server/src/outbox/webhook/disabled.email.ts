import { type Email, headerText, writeBody } from '../email/email.js';
import type { StoredEndpoint } from './endpoint-store.js';

/** The emails that say that nothing is sent to a receiver any more: to the operator, and to its contact. */
export function disabledEmails(
  tenant: string,
  { public_id, url, contact }: Pick<StoredEndpoint, 'public_id' | 'url' | 'contact'>,
  reason: string,
): readonly Email[] {
  const host = headerText(new URL(url).host, 80);
  const subject = `Webhooks to ${host} were switched off`;
  const { text, html } = writeBody(subject, [
    {
      paragraph:
        `${tenant} sends webhooks to ${host}. They were switched off, as the receiver does not take them. ` +
        'What happens from now on is not sent to it.',
    },
    {
      facts: [
        ['Receiver', public_id],
        ['Last answer', reason],
      ],
    },
    {
      paragraph:
        'When it works again, the operator of the server switches them on and sends what was missed:',
    },
    { code: `portico webhook resume ${tenant} ${public_id}` },
    { code: `portico webhook recover ${tenant} ${public_id} --since DATE` },
  ]);
  const email = { kind: 'webhook', fromName: 'Portico', subject, text, html };
  const toContact = { ...email, to: { name: '', address: contact } };
  return [{ ...email, to: 'operator' }, ...(contact === '' ? [] : [toContact])];
}
