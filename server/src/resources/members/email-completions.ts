import type { CompleteEmail } from '../../outbox/email/email-store.js';
import { CONFIRMATION, PASSWORD_RESET } from './account-links.email.js';
import { confirmationCompletion } from './address-confirmation.js';
import { resetCompletion } from './password-reset.js';

/** What completes email to members when it is sent, by its kind. @param secretKey The key of the installation. */
export function emailCompletions(
  secretKey: () => Promise<Uint8Array>,
): Readonly<Record<string, CompleteEmail>> {
  return {
    [PASSWORD_RESET]: resetCompletion(secretKey),
    [CONFIRMATION]: confirmationCompletion(secretKey),
  };
}
