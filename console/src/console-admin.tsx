import type { ReactNode } from 'react';
import { Admin, type AdminProps, CustomRoutes } from 'react-admin';
import { Route } from 'react-router';
import { Account } from './account/account';
import { NoPage } from './no-page';
import { darkTheme, lightTheme } from './theme';
import { useAuthProvider } from './use-auth-provider';

type Props = Required<
  Pick<AdminProps, 'basename' | 'title' | 'dataProvider' | 'dashboard' | 'layout'>
> & { readonly children?: ReactNode };

/** React-admin as both consoles have it: that of a brokerage, and that of the installation. */
export function ConsoleAdmin({ children, ...props }: Props) {
  const auth = useAuthProvider();
  return (
    <Admin
      {...props}
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
