import type { Metadata } from 'next';
import { cookies } from 'next/headers';
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
  const email = (await cookies()).get('confirming')?.value ?? '';
  return (
    <Gate
      title="Confirm your address"
      words="We have sent you an email with a code. Copy it here, and your account is ready."
      others={
        <>
          Done already? <a href={along('/account/sign-in', way)}>Sign in</a>. Look into the folder
          for spam if nothing comes.
        </>
      }
    >
      <VerifyForm way={way} email={email} />
    </Gate>
  );
}
