import OpenIcon from '@mui/icons-material/ArrowForward';
import PeopleIcon from '@mui/icons-material/PeopleOutlined';
import type { ReactNode } from 'react';
import { type DataProvider, Layout, Menu } from 'react-admin';
import { Navigate } from 'react-router';
import { ConsoleAdmin } from '../console-admin';
import { ConsoleBar, NO_WIDER } from '../console-bar';
import { consoleOf, useSession } from '../session';
import { People } from './people';

/** The console of an installation: `/installation/…`. Its lists are no records, so each page asks the server itself. */
export function InstallationApp() {
  const { session } = useSession();
  if (!session.people) return <Navigate to="/" replace />;
  return (
    <ConsoleAdmin
      basename="/installation"
      title="Installation"
      dataProvider={NO_RECORDS}
      dashboard={People}
      layout={InstallationLayout}
    />
  );
}

const NO_RECORDS = {} as DataProvider;

function InstallationLayout({ children }: { readonly children: ReactNode }) {
  return (
    <Layout appBar={ConsoleBar} menu={InstallationMenu} sx={NO_WIDER}>
      {children}
    </Layout>
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
          to={consoleOf(client)}
          primaryText={title || client}
          leftIcon={<OpenIcon />}
        />
      ))}
    </Menu>
  );
}
