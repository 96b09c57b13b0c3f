import type { Metadata } from 'next';
import { remembered, TOKEN } from '@/lib/account-cookies';
import { NewPasswordForm } from '../forms';
import { Gate } from '../gate';

export const metadata: Metadata = { title: 'Set a new password' };

/** A link in an email leads here by `/account/link`, which keeps its token. Only the form redeems it. */
export default async function NewPasswordPage() {
  const hasToken = (await remembered(TOKEN)) !== '';
  return (
    <Gate
      title="Set a new password"
      words={
        hasToken
          ? 'You will be signed out everywhere else.'
          : 'Please open the link in our email again. It works for one hour.'
      }
      others={
        <>
          Link not working? <a href="/account/forgot">Ask for a new one</a>.
        </>
      }
    >
      {hasToken && <NewPasswordForm />}
    </Gate>
  );
}
