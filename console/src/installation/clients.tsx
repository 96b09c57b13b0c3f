import { Button, Link as PlainLink, Typography } from '@mui/material';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { path } from '../api';
import { type Column, PagedRows } from '../rows';
import { Page, Section } from '../section';
import { consoleOf, useSession } from '../session';
import { NewClient } from './new-client';

interface ListedClient {
  readonly client: string;
  readonly title: string;
  readonly kind: string;
  readonly timeZone: string;
  readonly keys: number;
  readonly listings: number | null;
}

const pageOf = (client: string, kind: string): string =>
  `/installation${path(kind === 'client' ? 'clients' : 'feeds', client)}`;

const COLUMNS: readonly Column<ListedClient>[] = [
  [
    'Brokerage',
    ({ client, title, kind }) => (
      <>
        <PlainLink component={Link} to={pageOf(client, kind)}>
          {title || client}
        </PlainLink>
        {title !== '' && title !== client && (
          <Typography variant="caption" color="textSecondary" component="div">
            {client}
          </Typography>
        )}
      </>
    ),
  ],
  ['Kind', ({ kind }) => (kind === 'client' ? 'brokerage' : kind)],
  ['Time zone', ({ timeZone }) => timeZone],
  ['Keys', ({ keys }) => keys],
  ['Listings', ({ listings }) => listings?.toLocaleString()],
  [
    'Open',
    ({ client, kind }) =>
      kind === 'client' && (
        <PlainLink component={Link} to={consoleOf(client)}>
          Records
        </PlainLink>
      ),
  ],
];

/** The brokerages and feeds of this server. */
export function Clients() {
  const { session } = useSession();
  const navigate = useNavigate();
  const [isAdding, setAdding] = useState(false);
  return (
    <Page title="Brokerages">
      <Section title="Brokerages and feeds">
        <PagedRows
          from="/clients"
          name="clients"
          search="Name or title"
          columns={COLUMNS}
          keyOf={({ client }) => client}
          empty="None yet. Add the first one below."
        />
        {session.operators && (
          <Button variant="contained" sx={{ mt: 1.5 }} onClick={() => setAdding(true)}>
            Add a brokerage or feed
          </Button>
        )}
      </Section>
      {isAdding && (
        <NewClient
          onClose={() => setAdding(false)}
          onMade={(client, kind) => navigate(pageOf(client, kind))}
        />
      )}
    </Page>
  );
}
