import { type Email, headerText, writeBody } from '../../outbox/email/email.js';
import type { RunEnd } from '../../store/tenant/import-runs.js';

/** The email that says that an import failed, or did not remove what its files do not name. */
export function failedImportEmail(
  tenant: string,
  files: readonly string[],
  { counts, result, message }: RunEnd,
): Email {
  const subject =
    result === 'failed'
      ? `The import of ${tenant} failed`
      : `The import of ${tenant} did not remove everything`;
  const taken = Object.entries(counts).map(
    ([kind, { read, written, rejected }]) =>
      [kind, `${read} read, ${written} written, ${rejected} rejected`] as const,
  );
  const { text, html } = writeBody(subject, [
    { paragraph: message },
    { facts: [['Files', headerText(files.join(', '), 200)], ...taken] },
    {
      paragraph:
        'Records that were written stay. Of further imports of this client that fail within an hour there is no email. This shows the last import of each client:',
    },
    { code: 'portico status' },
  ]);
  return { kind: 'import', fromName: 'Portico', to: 'operator', subject, text, html };
}
