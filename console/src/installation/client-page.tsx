import { Box, Link as PlainLink, Stack, Typography } from '@mui/material';
import { Title } from 'react-admin';
import { Link, useParams } from 'react-router';
import { Section } from '../section';
import { consoleOf } from '../session';
import { Keys } from './keys';
import { Settings } from './settings';

/** One brokerage for operators: its keys and settings, and the commands for what is done at the command line. */
export function ClientPage() {
  const { client = '' } = useParams();
  return (
    <Stack sx={{ gap: 2, mt: 2 }}>
      <Title title={client} />
      <PlainLink component={Link} to={consoleOf(client)}>
        Its records, imports, email and changes
      </PlainLink>
      <Keys client={client} />
      <Settings client={client} />
      <Commands client={client} />
    </Stack>
  );
}

const COMMANDS: readonly (readonly [what: string, command: string])[] = [
  ['Read files, once without writing anything', 'import {client} ./files --dry-run'],
  ['Write all of its records to files', 'export {client} ./files'],
  [
    'Erase a person, or say first what would go',
    'member erase {client} nora@example.com --dry-run',
  ],
  ['Bring it to another database', 'client move {client} --help'],
  ['Back up this server', 'backup ./backup'],
  ['Restore a backup into an empty data folder', 'restore ./backup'],
];

function Commands({ client }: { readonly client: string }) {
  return (
    <Section title="Where the server runs">
      <Typography sx={{ mb: 1 }}>
        These read and write files of the server, or take long, so they have no button here.
      </Typography>
      <Box component="dl" sx={{ m: 0, '& dd': { m: 0, mb: 1, overflowWrap: 'anywhere' } }}>
        {COMMANDS.map(([what, command]) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>
              <code>portico {command.replace('{client}', client)}</code>
            </dd>
          </div>
        ))}
      </Box>
    </Section>
  );
}
