import { List, ListItem, Link as PlainLink, Typography } from '@mui/material';
import { Link, Navigate, Route, Routes } from 'react-router';
import { BrokerageApp } from './brokerage/brokerage-app';
import { InstallationApp } from './installation/installation-app';
import { Plain } from './plain';
import { consoleOf, useSession } from './session';
import { SignedIn } from './sign-in/signed-in';
import { Welcome } from './sign-in/welcome';

/** The pages of the console by their addresses. */
export function App() {
  return (
    <Routes>
      <Route path="/welcome" element={<Welcome />} />
      <Route
        path="*"
        element={
          <SignedIn>
            <Routes>
              <Route path="/b/:client/*" element={<BrokerageApp />} />
              <Route path="/installation/*" element={<InstallationApp />} />
              <Route path="*" element={<Start />} />
            </Routes>
          </SignedIn>
        }
      />
    </Routes>
  );
}

/** Where somebody begins: with their brokerage, or with a choice. */
function Start() {
  const { session, signOut } = useSession();
  const { brokerages, people } = session;
  const [first] = brokerages;
  if (first !== undefined && brokerages.length === 1)
    return <Navigate to={consoleOf(first.client)} replace />;
  // A new server needs a brokerage first.
  const page = brokerages.length === 0 ? '/installation/clients' : '/installation';
  if (people) return <Navigate to={page} replace />;
  return (
    <Plain title={brokerages.length === 0 ? 'Nothing to show yet' : 'Choose a brokerage'}>
      {brokerages.length === 0 && (
        <Typography>
          Your account belongs to no brokerage. Ask the people who run this server to invite you.
        </Typography>
      )}
      <List dense>
        {brokerages.map(({ client, title }) => (
          <ListItem key={client} disableGutters>
            <PlainLink component={Link} to={consoleOf(client)}>
              {title || client}
            </PlainLink>
          </ListItem>
        ))}
      </List>
      <PlainLink component="button" onClick={() => void signOut()}>
        Sign out
      </PlainLink>
    </Plain>
  );
}
