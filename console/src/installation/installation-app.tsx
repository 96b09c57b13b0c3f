import ClientsIcon from '@mui/icons-material/ApartmentOutlined';
import OpenIcon from '@mui/icons-material/ArrowForward';
import AuditIcon from '@mui/icons-material/HistoryOutlined';
import PullsIcon from '@mui/icons-material/Input';
import StatusIcon from '@mui/icons-material/MonitorHeartOutlined';
import PeopleIcon from '@mui/icons-material/PeopleOutlined';
import PartnersIcon from '@mui/icons-material/StorefrontOutlined';
import type { ReactNode } from 'react';
import { CustomRoutes, type DataProvider, Layout, Menu } from 'react-admin';
import { Navigate, Route } from 'react-router';
import { ConsoleAdmin } from '../console-admin';
import { ConsoleBar, NO_WIDER } from '../console-bar';
import { Audit } from '../history/audit';
import { consoleOf, useSession } from '../session';
import { ClientPage, FeedPage } from './client-page';
import { Clients } from './clients';
import { Partners } from './partners';
import { People } from './people';
import { Pulls } from './pulls';
import { Status } from './status';

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
    >
      <CustomRoutes>
        <Route path="/clients" element={<Clients />} />
        <Route path="/clients/:client" element={<ClientPage />} />
        <Route path="/feeds/:feed" element={<FeedPage />} />
        <Route path="/partners" element={<Partners />} />
        <Route path="/pulls" element={<Pulls />} />
        <Route path="/status" element={<Status />} />
        <Route path="/audit" element={<Audit from="/audit" ofAll />} />
      </CustomRoutes>
    </ConsoleAdmin>
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
      <Menu.Item to="/installation/clients" primaryText="Brokerages" leftIcon={<ClientsIcon />} />
      <Menu.Item to="/installation/pulls" primaryText="Pulls" leftIcon={<PullsIcon />} />
      <Menu.Item
        to="/installation/partners"
        primaryText="Marketplaces"
        leftIcon={<PartnersIcon />}
      />
      <Menu.Item to="/installation/status" primaryText="This server" leftIcon={<StatusIcon />} />
      <Menu.Item to="/installation/audit" primaryText="Changes" leftIcon={<AuditIcon />} />
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
