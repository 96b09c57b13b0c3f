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
          ? 'You sign in with it from now on, and are signed out everywhere else.'
          : 'Please open the link in our email once more. It is good for one hour.'
      }
      others={
        <>
          The link does not work? <a href="/account/forgot">Ask for another one</a>.
        </>
      }
    >
      {hasToken && <NewPasswordForm />}
    </Gate>
  );
}
