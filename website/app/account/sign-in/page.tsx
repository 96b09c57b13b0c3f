import type { Metadata } from 'next';
import { cookies } from 'next/headers';
import { redirect } from 'next/navigation';
import type { PageParameters } from '@/lib/search';
import { session } from '@/lib/session';
import { SignInForm } from '../forms';
import { Gate } from '../gate';
import { along, wayOf } from '../way';

export const metadata: Metadata = { title: 'Sign in' };

interface Props {
  readonly searchParams: Promise<PageParameters>;
}

export default async function SignInPage({ searchParams }: Props) {
  const parameters = await searchParams;
  const way = wayOf(parameters);
  if (await session()) redirect(way.next ?? '/account');
  const email = (await cookies()).get('confirming')?.value ?? '';
  return (
    <Gate
      title="Sign in"
      words={wordsOf(parameters)}
      others={
        <>
          No account yet? <a href={along('/account/register', way)}>Create one</a>. It is free.
        </>
      }
    >
      <SignInForm way={way} email={email} />
    </Gate>
  );
}

function wordsOf({ confirmed, save, ended }: PageParameters): string {
  if (confirmed) return 'Your address is confirmed. Now sign in.';
  if (ended) return 'You were signed out. Sign in again to go on.';
  if (save === 'search') return 'Sign in, and the search is saved for you.';
  return save
    ? 'Sign in, and the home is saved for you.'
    : 'The homes that you saved are waiting for you.';
}
