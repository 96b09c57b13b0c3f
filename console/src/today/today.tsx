import { Alert, Box, Link as PlainLink, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Title, useCreatePath } from 'react-admin';
import { Link } from 'react-router';
import { call, path, wordsOf } from '../api';
import { useBrokerage } from '../brokerage/brokerage-context';
import { useKind } from '../records/kinds';
import { Items, Section } from '../section';
import { useInWords } from '../time';

type Found = Readonly<Record<string, unknown>>;

interface Home {
  readonly id: number;
  readonly address: string;
}

/** What a brokerage's day begins with. */
interface TodaysWork {
  readonly leads: {
    readonly count: number;
    readonly records: readonly Found[];
  };
  readonly members: { readonly count: number; readonly records: readonly Found[] };
  readonly openHouses: readonly (Home & { readonly start: string })[];
  readonly withoutPicture: readonly Home[];
  readonly imports: readonly {
    /** Who began it. */
    readonly by: string;
    readonly mode: string;
    readonly started: string;
    readonly words: string;
  }[];
}

/** How often the page looks for new leads. */
const AGAIN_AFTER_MS = 60_000;

export function Today() {
  const { client, title } = useBrokerage();
  const { data, error } = useQuery({
    queryKey: ['today'],
    queryFn: async () =>
      (await call<TodaysWork>('GET', `${path('brokerages', client)}/today`)).body,
    refetchInterval: AGAIN_AFTER_MS,
  });
  return (
    <Box sx={{ mt: 2 }}>
      <Title title={`Today at ${title}`} />
      {error && <Alert severity="error">{wordsOf(error)}</Alert>}
      {data && <Parts today={data} />}
    </Box>
  );
}

function Parts({ today }: { readonly today: TodaysWork }) {
  const inWords = useInWords();
  const createPath = useCreatePath();
  const to = (resource: string, id: unknown): string =>
    createPath({ resource, type: 'edit', id: String(id) });
  const { leads, members, openHouses, withoutPicture, imports } = today;
  return (
    <Box
      // Columns and no grid: a short part leaves no hole next to a long one.
      sx={{ columns: '340px', columnGap: 2, '& > *': { breakInside: 'avoid', mb: 2 } }}
    >
      <Part
        title={sinceYesterday('New leads', leads.count)}
        all="leads"
        empty="Nobody has asked yet. Leads of the website appear here within a minute."
      >
        {leads.records.map((lead) => (
          <Line
            key={String(lead.id)}
            to={to('leads', lead.id)}
            words={nameOf(lead)}
            more={`${inWords(lead.received)} · ${String(lead.comment ?? '').slice(0, 80)}`}
          />
        ))}
      </Part>
      <Part
        title="Open houses of the next seven days"
        all="listings"
        empty="None. A listing has its open houses in its form."
      >
        {openHouses.map(({ id, address, start }) => (
          <Line
            key={`${id} ${start}`}
            to={to('listings', id)}
            words={address}
            more={inWords(start)}
          />
        ))}
      </Part>
      <Part
        title="Listings without a picture"
        all="listings"
        empty="No listing is without a picture."
      >
        {withoutPicture.map(({ id, address }) => (
          <Line key={id} to={to('listings', id)} words={address} more={`Number ${id}`} />
        ))}
      </Part>
      <Part
        title={sinceYesterday('New members', members.count)}
        all="clients"
        empty="Nobody has registered on the website yet."
      >
        {members.records.map((member) => (
          <Line
            key={String(member.id)}
            to={to('clients', member.id)}
            words={nameOf(member)}
            more={String(member.email ?? '')}
          />
        ))}
      </Part>
      {imports.length > 0 && (
        <Part title="Imports that failed" empty="">
          {imports.map(({ by, started, words }) => (
            <li key={`${by} ${started}`}>
              <Alert severity="warning">
                {by}, {inWords(started)}: {words}
              </Alert>
            </li>
          ))}
        </Part>
      )}
    </Box>
  );
}

const sinceYesterday = (title: string, count: number): string =>
  count > 0 ? `${title}: ${count} since yesterday` : title;

function nameOf(person: Found): string {
  const names = [person.firstname ?? person.firstName, person.lastname ?? person.lastName];
  return names.filter(Boolean).join(' ') || String(person.email ?? 'Somebody without a name');
}

interface PartProps {
  readonly title: string;
  /** The kind of the records, for a link to all of them. */
  readonly all?: string;
  readonly empty: string;
  readonly children: readonly ReactNode[];
}

function Part({ title, all, empty, children }: PartProps) {
  const kind = useKind(all);
  const createPath = useCreatePath();
  return (
    <Section
      title={title}
      more={
        kind !== undefined && (
          <PlainLink
            component={Link}
            variant="body2"
            sx={{ flex: 'none' }}
            to={createPath({ resource: kind.name, type: 'list' })}
          >
            All {kind.label.toLowerCase()}
          </PlainLink>
        )
      }
    >
      {children.length === 0 ? (
        <Typography color="textSecondary">{empty}</Typography>
      ) : (
        <Items>{children}</Items>
      )}
    </Section>
  );
}

interface LineProps {
  readonly to: string;
  readonly words: string;
  readonly more: string;
}

function Line({ to, words, more }: LineProps) {
  return (
    <Box component="li" sx={{ minWidth: 0 }}>
      <PlainLink
        component={Link}
        to={to}
        sx={{ fontWeight: 600, color: 'text.primary', overflowWrap: 'anywhere' }}
      >
        {words}
      </PlainLink>
      <Typography variant="body2" color="textSecondary" noWrap>
        {more}
      </Typography>
    </Box>
  );
}
