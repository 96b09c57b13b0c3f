import type { Metadata } from 'next';
import { PENDING, remembered } from '@/lib/account-cookies';
import { EmailForm } from '../forms';
import { Gate } from '../gate';

export const metadata: Metadata = { title: 'Send the code again' };

export default async function SendAgainPage() {
  return (
    <Gate
      title="Send the code again"
      words="We will send you the email with the code again."
      others={
        <>
          Already have the code? <a href="/account/verify">Confirm your address</a>. Already
          confirmed? <a href="/account/sign-in">Sign in</a>.
        </>
      }
    >
      <EmailForm for="code" email={await remembered(PENDING)} />
    </Gate>
  );
}
