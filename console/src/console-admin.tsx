import { QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Admin, type AdminProps, CustomRoutes } from 'react-admin';
import { Route } from 'react-router';
import { Account } from './account/account';
import { ApiError } from './api';
import { NoPage } from './no-page';
import { darkTheme, lightTheme } from './theme';
import { useAuthProvider } from './use-auth-provider';

type Props = Required<
  Pick<AdminProps, 'basename' | 'title' | 'dataProvider' | 'dashboard' | 'layout'>
> & { readonly children?: ReactNode };

const isRefusal = (error: Error) =>
  error instanceof ApiError && error.status >= 400 && error.status < 500;

/** Some answers start a process on the server: none is read again for a look at another tab, or after a refusal. */
const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      refetchOnWindowFocus: false,
      retry: (failures, error) => failures < 2 && !isRefusal(error),
    },
  },
});

/** React-admin as both consoles have it: that of a brokerage, and that of the installation. */
export function ConsoleAdmin({ children, ...props }: Props) {
  const auth = useAuthProvider();
  return (
    <Admin
      {...props}
      queryClient={queryClient}
      authProvider={auth}
      catchAll={NoPage}
      loginPage={false}
      theme={lightTheme}
      darkTheme={darkTheme}
      disableTelemetry
    >
      {children}
      <CustomRoutes>
        <Route path="/account" element={<Account />} />
      </CustomRoutes>
    </Admin>
  );
}
