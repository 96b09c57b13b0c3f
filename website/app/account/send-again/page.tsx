import type { Metadata } from 'next';
import { PENDING, remembered } from '@/lib/account-cookies';
import { EmailForm } from '../forms';
import { Gate } from '../gate';

export const metadata: Metadata = { title: 'Send the code again' };

export default async function SendAgainPage() {
  return (
    <Gate
      title="Send the code again"
      words="We send you the email that confirms your address once more."
      others={
        <>
          You have the code? <a href="/account/verify">Confirm your address</a>. It is confirmed
          already? <a href="/account/sign-in">Sign in</a>.
        </>
      }
    >
      <EmailForm for="code" email={await remembered(PENDING)} />
    </Gate>
  );
}
