import { useMemo } from 'react';
import type { AuthProvider } from 'react-admin';
import { useSession } from './session';

/** Who is signed in, for react-admin. An ended session is no matter of it: `SignedIn` asks to sign in over the page. */
export function useAuthProvider(): AuthProvider {
  const { session, signOut } = useSession();
  return useMemo(
    () => ({
      login: async () => {},
      logout: signOut,
      checkAuth: async () => {},
      checkError: async () => {},
      getPermissions: async () => session.role,
      getIdentity: async () => ({
        id: session.user.id,
        fullName: session.user.name || session.user.email,
      }),
    }),
    [session, signOut],
  );
}
