import type { Metadata } from 'next';
import { PENDING, remembered } from '@/lib/account-cookies';
import { EmailForm } from '../forms';
import { Gate } from '../gate';

export const metadata: Metadata = { title: 'Forgot your password?' };

export default async function ForgotPage() {
  return (
    <Gate
      title="Forgot your password?"
      words="We send you a link. It is good for one hour, and you set a new password with it."
      others={
        <>
          You know it again? <a href="/account/sign-in">Sign in</a>. Look into the folder for spam
          if nothing comes.
        </>
      }
    >
      <EmailForm for="password" email={await remembered(PENDING)} />
    </Gate>
  );
}
