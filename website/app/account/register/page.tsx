import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import type { PageParameters } from '@/lib/search';
import { session } from '@/lib/session';
import { RegisterForm } from '../forms';
import { Gate } from '../gate';
import { along, wayOf } from '../way';

export const metadata: Metadata = { title: 'Create an account' };

interface Props {
  readonly searchParams: Promise<PageParameters>;
}

export default async function RegisterPage({ searchParams }: Props) {
  const way = wayOf(await searchParams);
  if (await session()) redirect(way.next ?? '/account');
  return (
    <Gate
      title="Create an account"
      words="Save homes, and find them again on any of your devices."
      others={
        <>
          Already have an account? <a href={along('/account/sign-in', way)}>Sign in</a>. Still have
          a code to enter? <a href={along('/account/verify', way)}>Confirm your address</a>.
        </>
      }
    >
      <RegisterForm way={way} />
    </Gate>
  );
}
