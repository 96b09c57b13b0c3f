import OpenIcon from '@mui/icons-material/ArrowForward';
import PeopleIcon from '@mui/icons-material/PeopleOutlined';
import type { ReactNode } from 'react';
import { Admin, AppBar, CustomRoutes, type DataProvider, Layout, Menu } from 'react-admin';
import { Navigate, Route } from 'react-router';
import { Account } from '../account/account';
import { AccountMenu, BarTools, NO_WIDER, PageTitle } from '../brokerage/layout';
import { NoPage } from '../no-page';
import { useSession } from '../session';
import { darkTheme, lightTheme } from '../theme';
import { useAuthProvider } from '../use-auth-provider';
import { People } from './people';

/** The console of an installation: `/installation/…`. Its lists are no records, so each page asks the server itself. */
export function InstallationApp() {
  const auth = useAuthProvider();
  const { session } = useSession();
  if (!session.people) return <Navigate to="/" replace />;
  return (
    <Admin
      basename="/installation"
      title="Installation"
      dataProvider={NO_RECORDS}
      authProvider={auth}
      dashboard={People}
      layout={InstallationLayout}
      catchAll={NoPage}
      loginPage={false}
      theme={lightTheme}
      darkTheme={darkTheme}
      disableTelemetry
    >
      <CustomRoutes>
        <Route path="/account" element={<Account />} />
      </CustomRoutes>
    </Admin>
  );
}

const NO_RECORDS = {} as DataProvider;

function InstallationLayout({ children }: { readonly children: ReactNode }) {
  return (
    <Layout appBar={InstallationBar} menu={InstallationMenu} sx={NO_WIDER}>
      {children}
    </Layout>
  );
}

function InstallationBar() {
  return (
    <AppBar toolbar={<BarTools />} userMenu={<AccountMenu />}>
      <PageTitle />
    </AppBar>
  );
}

function InstallationMenu() {
  const { session } = useSession();
  return (
    <Menu>
      <Menu.DashboardItem primaryText="People" leftIcon={<PeopleIcon />} />
      {session.brokerages.slice(0, 20).map(({ client, title }) => (
        <Menu.Item
          key={client}
          to={`/b/${encodeURIComponent(client)}`}
          primaryText={title || client}
          leftIcon={<OpenIcon />}
        />
      ))}
    </Menu>
  );
}
