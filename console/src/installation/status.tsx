import { Alert, Box, Typography } from '@mui/material';
import { wordsOf } from '../api';
import { countWords } from '../history/counts';
import { Page, Section } from '../section';
import { useInWords } from '../time';
import { useAnswer } from '../use-answer';

/** What `portico status --json` says. */
interface ServerStatus {
  readonly ok: boolean;
  readonly version: string;
  readonly problems: readonly string[];
  readonly clients: number | null;
  readonly feeds: number | null;
  readonly listings: number | null;
  readonly mail: Readonly<Record<string, unknown>> | null;
  readonly webhooks: Readonly<Record<string, unknown>> | null;
  readonly certificate: { readonly ends: string; readonly daysLeft: number } | null;
  readonly disk: { readonly freeBytes: number; readonly totalBytes: number } | null;
  readonly lastBackup: string | null;
}

const gigabytes = (bytes: number): string =>
  (bytes / 1e9).toLocaleString(undefined, { maximumFractionDigits: 1 });

/** How the server and its data are. */
export function Status() {
  const { data, error } = useAnswer<ServerStatus>('/status');
  return (
    <Page title="This server">
      {error && <Alert severity="error">{wordsOf(error)}</Alert>}
      {!data && !error && <Typography color="textSecondary">Looking at it…</Typography>}
      {data?.ok && <Alert severity="success">All is well.</Alert>}
      {data?.problems.map((problem) => (
        <Alert key={problem} severity="error">
          {problem}
        </Alert>
      ))}
      {data && <Facts status={data} />}
    </Page>
  );
}

function Facts({ status }: { readonly status: ServerStatus }) {
  const inWords = useInWords();
  const { certificate, disk, lastBackup, mail, webhooks } = status;
  const facts = [
    ['Version', status.version],
    ['Brokerages', status.clients?.toLocaleString()],
    ['Feeds', status.feeds?.toLocaleString()],
    ['Listings', status.listings?.toLocaleString()],
    ['Email', mail && (countWords({ ...mail, oldestWaiting: '' }) || 'nothing waits')],
    ['Webhooks', webhooks && (countWords({ ...webhooks, oldestWaiting: '' }) || 'nothing waits')],
    [
      'Certificate',
      certificate && `${certificate.daysLeft} days, until ${inWords(certificate.ends)}`,
    ],
    ['Disk', disk && `${gigabytes(disk.freeBytes)} of ${gigabytes(disk.totalBytes)} GB are free`],
    ['Last backup', inWords(lastBackup) || 'None known. Make one with portico backup.'],
  ] as const;
  return (
    <Section title="What it has">
      <Box
        component="dl"
        sx={{
          ...{ m: 0, display: 'grid', columnGap: 3, rowGap: 0.75 },
          gridTemplateColumns: 'max-content 1fr',
          '& dt': { color: 'text.secondary' },
          '& dd': { m: 0 },
        }}
      >
        {facts
          .filter(([, value]) => value)
          .flatMap(([name, value]) => [
            <dt key={`${name} title`}>{name}</dt>,
            <dd key={name}>{value}</dd>,
          ])}
      </Box>
    </Section>
  );
}
