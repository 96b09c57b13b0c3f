import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { PENDING, remembered } from '@/lib/account-cookies';
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
  const email = await remembered(PENDING);
  return (
    <Gate
      title="Sign in"
      words={wordsOf(parameters)}
      others={
        <>
          <a href="/account/forgot">Forgot your password?</a> No account yet?{' '}
          <a href={along('/account/register', way)}>Create one</a>. It is free.
        </>
      }
    >
      <SignInForm way={way} email={email} />
    </Gate>
  );
}

function wordsOf({ confirmed, changed, save, ended }: PageParameters): string {
  if (confirmed) return 'Your address is confirmed. Now sign in.';
  if (changed) return 'Your new password is set. Now sign in with it.';
  if (ended) return 'You were signed out. Please sign in again.';
  if (save === 'search') return 'Sign in to save this search.';
  return save ? 'Sign in to save this home.' : 'The homes that you saved are waiting for you.';
}
