import type { Metadata } from 'next';
import { CODE, PENDING, remembered } from '@/lib/account-cookies';
import type { PageParameters } from '@/lib/search';
import { VerifyForm } from '../forms';
import { Gate } from '../gate';
import { along, wayOf } from '../way';

export const metadata: Metadata = { title: 'Confirm your address' };

interface Props {
  readonly searchParams: Promise<PageParameters>;
}

/** A form and no link that confirms by itself: mail programs open links before people do. */
export default async function VerifyPage({ searchParams }: Props) {
  const way = wayOf(await searchParams);
  const [email, code] = [await remembered(PENDING), await remembered(CODE)];
  return (
    <Gate
      title="Confirm your address"
      words={
        code
          ? 'Press the button to activate your account.'
          : 'We sent you an email. To activate your account, open the link in it, or enter its code here.'
      }
      others={
        <>
          Already confirmed? <a href={along('/account/sign-in', way)}>Sign in</a>. No email? Check
          your spam folder, or <a href="/account/send-again">have it sent again</a>.
        </>
      }
    >
      <VerifyForm way={way} email={email} code={code} />
    </Gate>
  );
}
