import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { ApiError, call, onSignedOut, wordsOf } from '../api';
import { Plain } from '../plain';
import { type Session, SessionProvider } from '../session';
import { SignIn } from './sign-in';
import { StepUp } from './step-up';

/** Shows its children to people who are signed in, and the form to sign in to all others. */
export function SignedIn({ children }: { readonly children: ReactNode }) {
  const [session, setSession] = useState<Session | null>();
  const [ended, setEnded] = useState(false);
  const [problem, setProblem] = useState('');

  const reload = useCallback(async () => {
    try {
      setSession((await call<Session>('GET', '/session')).body);
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) setSession(null);
      else setProblem(wordsOf(error));
    }
  }, []);

  async function signOut(): Promise<void> {
    onSignedOut(() => {});
    await call('POST', '/sign-out').catch(() => {});
    // Nothing of what was on the screen stays in memory.
    location.assign('/');
  }

  useEffect(() => {
    void reload().then(() => onSignedOut(() => setEnded(true)));
  }, [reload]);

  function signedIn(next: Session): void {
    // What is on the screen belongs to whom was signed in before.
    if (ended && session?.user.id !== next.user.id) location.assign('/');
    setSession(next);
    setEnded(false);
  }

  if (problem !== '') return <Plain title="Portico">{problem}</Plain>;
  if (session === undefined) return null;
  if (session === null) return <SignIn onSignedIn={signedIn} />;
  return (
    <SessionProvider value={{ session, reload, signOut }}>
      {children}
      <StepUp />
      {ended && <SignIn onSignedIn={signedIn} email={session.user.email} over />}
    </SessionProvider>
  );
}
