import { Box, Link as PlainLink, Stack, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router';
import { path } from '../api';
import { Page, Section } from '../section';
import { consoleOf, useSession } from '../session';
import { Keys } from './keys';
import { Settings, useSettings } from './settings';

interface NamedPageProps {
  /** What commands call it. */
  readonly name: string;
  /** The address of its settings. */
  readonly at: string;
  readonly children: ReactNode;
}

/** The page of a brokerage or feed: its title, with the name below it. */
function NamedPage({ name, at, children }: NamedPageProps) {
  const { data } = useSettings(at);
  const title = String(data?.fields.find((field) => field.name === 'title')?.value || name);
  return (
    <Page title={title}>
      {title !== name && <Typography color="textSecondary">{name}</Typography>}
      {children}
    </Page>
  );
}

/** One brokerage for operators: its keys and settings, and the commands for what is done at the command line. */
export function ClientPage() {
  const { client = '' } = useParams();
  const { session } = useSession();
  const next = [
    [`${consoleOf(client)}/imports`, 'Import a file'],
    ['/installation', 'Invite its people'],
  ];
  const at = `${path('clients', client)}/settings`;
  return (
    <NamedPage name={client} at={at}>
      <Stack direction="row" sx={{ flexWrap: 'wrap', columnGap: 3, rowGap: 1 }}>
        {[
          [consoleOf(client), 'Its records, email and changes'],
          ...(session.operators ? next : []),
        ].map(([to = '', words]) => (
          <PlainLink key={to} component={Link} to={to}>
            {words}
          </PlainLink>
        ))}
      </Stack>
      <Keys client={client} />
      <Settings at={at} />
      <Commands of={COMMANDS} name={client} />
    </NamedPage>
  );
}

/** One feed for operators. */
export function FeedPage() {
  const { feed = '' } = useParams();
  const at = `${path('feeds', feed)}/settings`;
  return (
    <NamedPage name={feed} at={at}>
      <PlainLink component={Link} to="/installation/pulls">
        What fills feeds by itself
      </PlainLink>
      <Settings at={at} />
      <Commands of={FEED_COMMANDS} name={feed} />
    </NamedPage>
  );
}

type Commands = readonly (readonly [what: string, command: string])[];

const COMMANDS: Commands = [
  ['Read files, once without writing anything', 'import {name} ./files --dry-run'],
  ['Write all of its records to files', 'export {name} ./files'],
  ['Erase a person, or say first what would go', 'member erase {name} nora@example.com --dry-run'],
  ['Bring it to another database', 'client move {name} --help'],
  ['Back up this server', 'backup ./backup'],
  ['Restore a backup into an empty data folder', 'restore ./backup'],
  ['Remove it, with all of its records', 'client remove {name}'],
];

const FEED_COMMANDS: Commands = [
  ['Read files, once without writing anything', 'import {name} ./files --dry-run'],
  ['Empty it, as when its license ends', 'feed wipe {name} --license-ended'],
  ['Remove it', 'feed remove {name}'],
];

function Commands({ of, name }: { readonly of: Commands; readonly name: string }) {
  return (
    <Section title="Where the server runs">
      <Typography sx={{ mb: 1 }}>
        These read and write files of the server, or take long, so they have no button here.
      </Typography>
      <Box component="dl" sx={{ m: 0, '& dd': { m: 0, mb: 1, overflowWrap: 'anywhere' } }}>
        {of.map(([what, command]) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>
              <code>portico {command.replace('{name}', name)}</code>
            </dd>
          </div>
        ))}
      </Box>
    </Section>
  );
}
