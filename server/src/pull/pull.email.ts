import { type Email, headerText, writeBody } from '../outbox/email/email.js';
import type { PullEnd } from '../store/tenant/pull-ends.js';

/** The email that says that a pull fails again and again, or that it works again. @param name That of the client or feed. */
export function pullAlarmEmail(
  name: string,
  source: string,
  { alarm, failures, succeededAt }: PullEnd,
  message: string,
): Email {
  const begins = alarm === 'begins';
  const subject = begins ? `The pull of ${name} fails` : `The pull of ${name} works again`;
  const last = succeededAt === 0 ? 'never' : new Date(succeededAt).toISOString();
  const { text, html } = writeBody(subject, [
    ...(begins ? [{ paragraph: message }] : []),
    {
      facts: [
        ['Source', headerText(source, 100)],
        ['Last success', last],
        ['Failures in a row', failures],
      ],
    },
    {
      paragraph: begins
        ? 'Its listings are as old as the last success, and most licenses allow 12 hours. There is another email when it works again, and none before. This shows how it is:'
        : 'Its listings are up to date. This shows how it is:',
    },
    { code: 'portico status' },
  ]);
  return { kind: 'pull', fromName: 'Portico', to: 'operator', subject, text, html };
}
