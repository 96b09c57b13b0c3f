import { Box, Button, Stack, Typography } from '@mui/material';
import { useRecordContext } from 'react-admin';
import { HeldAbout } from '../members/held-about';
import { isWeb, OutsideLink } from '../outside-link';
import { RecordEdit } from '../records/edit';
import { FieldValue } from '../records/field-value';
import { fieldOf, useKind } from '../records/kinds';
import { SomeFields } from '../records/record-form';
import { Items, Section } from '../section';
import { useInWords } from '../time';
import { SentAbout } from './sent-about';

interface Comment {
  readonly received?: string;
  readonly comment?: string;
  readonly listingID?: number | null;
}

/** What staff write about a lead. */
const FOLLOW_UP = ['state', 'agentID', 'notes'];

/** What the head shows in its own way. */
const IN_HEAD = ['comment', 'comments', 'tourTimes', ...FOLLOW_UP];

/** The page of a lead: who asks what, how to answer, and what has become of it. */
export function LeadPage() {
  return <RecordEdit name="leads" head={<Head />} without={IN_HEAD} />;
}

function Head() {
  const record = useRecordContext();
  return (
    <Stack sx={{ gap: 2, mb: 2 }}>
      <Box
        sx={{
          ...{ display: 'grid', gap: 2, alignItems: 'start' },
          gridTemplateColumns: { xs: '100%', md: 'minmax(0, 1fr) 340px' },
        }}
      >
        <Story />
        <SomeFields title="What becomes of it" kind="leads" names={FOLLOW_UP} />
      </Box>
      {record && <SentAbout id={Number(record.id)} />}
      {record?.email && <HeldAbout person={String(record.email)} kind="leads" />}
    </Stack>
  );
}

function Story() {
  const record = useRecordContext();
  const inWords = useInWords();
  const kind = useKind('leads');
  if (record === undefined) return null;
  // The numbers of feeds are other listings.
  const isOwn = record.listingOf === 'own' && Number(record.listingID) > 0;
  const about = kind && isOwn ? fieldOf(kind, 'listingID') : undefined;
  const name = [record.firstname, record.lastname].filter(Boolean).join(' ');
  const email = typeof record.email === 'string' ? record.email : '';
  const phone = typeof record.phone === 'string' ? record.phone : '';
  const first: Comment = { received: record.received, comment: record.comment };
  const requests = [first, ...((record.comments as readonly Comment[] | undefined) ?? [])];
  return (
    <Section title={name === '' ? 'Somebody without a name' : name}>
      <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap', mb: 1.5 }}>
        {email !== '' && (
          <Button size="small" variant="contained" href={replyTo(email, record)}>
            Reply to {email}
          </Button>
        )}
        {phone !== '' && (
          <Button size="small" variant="outlined" href={`tel:${phone.replace(/[^\d+]/g, '')}`}>
            Call {phone}
          </Button>
        )}
      </Stack>
      <Items component="ol">
        {requests.map((comment, place) => (
          <Box
            component="li"
            // Comments have no number.
            key={`${comment.received} ${comment.comment}`}
            sx={{ borderLeft: 3, borderColor: 'divider', pl: 1.5 }}
          >
            <Typography variant="caption" color="textSecondary">
              {inWords(comment.received)} · {place === 0 ? 'first request' : 'asked again'}
            </Typography>
            <Typography sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
              {comment.comment || 'Without a word.'}
            </Typography>
          </Box>
        ))}
      </Items>
      {Array.isArray(record.tourTimes) && record.tourTimes.length > 0 && (
        <Typography sx={{ mt: 1 }}>
          Would like a tour {record.tourKind && `(${record.tourKind}) `}on{' '}
          {record.tourTimes.map(inWords).join(', or on ')}.
        </Typography>
      )}
      {about && (
        <Typography component="div" sx={{ mt: 1, '& a': { textDecoration: 'underline' } }}>
          About <FieldValue field={about} />
        </Typography>
      )}
      <SentFrom address={record.backLink} />
    </Section>
  );
}

/** A link to the mail program of the person who answers. What a lead says is encoded, so that it adds no header. */
function replyTo(email: string, lead: Readonly<Record<string, unknown>>): string {
  const question = String(lead.comment ?? '').slice(0, 500);
  const quoted = question === '' ? '' : `\n\n> ${question.replaceAll('\n', '\n> ')}`;
  const parts = { subject: 'Your question', body: quoted };
  const search = Object.entries(parts).map(([name, text]) => `${name}=${encodeURIComponent(text)}`);
  // Mail programs want the sign itself.
  return `mailto:${encodeURIComponent(email).replace('%40', '@')}?${search.join('&')}`;
}

function SentFrom({ address }: { readonly address: unknown }) {
  if (typeof address !== 'string' || !isWeb(address)) return null;
  return (
    <Typography variant="body2" sx={{ mt: 1, overflowWrap: 'anywhere' }}>
      Sent from{' '}
      <OutsideLink href={address} underline="always">
        {address}
      </OutsideLink>
    </Typography>
  );
}
