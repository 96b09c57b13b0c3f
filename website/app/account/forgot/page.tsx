import type { Metadata } from 'next';
import { PENDING, remembered } from '@/lib/account-cookies';
import { EmailForm } from '../forms';
import { Gate } from '../gate';

export const metadata: Metadata = { title: 'Forgot your password?' };

export default async function ForgotPage() {
  return (
    <Gate
      title="Forgot your password?"
      words="We will email you a link to set a new password. It works for one hour."
      others={
        <>
          Remembered it? <a href="/account/sign-in">Sign in</a>. If no email comes, check your spam
          folder.
        </>
      }
    >
      <EmailForm for="password" email={await remembered(PENDING)} />
    </Gate>
  );
}
