import { Link as PlainLink, Stack, Typography } from '@mui/material';
import { useCreatePath, useGetList, useRecordContext } from 'react-admin';
import { Link } from 'react-router';
import { RecordEdit } from '../records/edit';
import { type Kind, useKind } from '../records/kinds';
import { RecordLine } from '../records/list';
import { Items, Section } from '../section';
import { HeldAbout } from './held-about';

interface PartProps {
  readonly of: string;
  /** The field that holds the number of the member. */
  readonly field: string;
  readonly empty: string;
}

/** What is known of a member, by kind. */
const PARTS: readonly PartProps[] = [
  { of: 'leads', field: 'clientID', empty: 'They have asked nothing while they were signed in.' },
  { of: 'saved-searches', field: 'clientID', empty: 'They have saved no search.' },
  { of: 'trails', field: 'clientID', empty: 'No visit is known.' },
  { of: 'deals', field: 'client_id', empty: 'They have closed no deal.' },
];

/** The page of a member: their fields, and next to them what they look for and ask. */
export function MemberPage() {
  return <RecordEdit name="clients" aside={<Story />} />;
}

function Story() {
  const record = useRecordContext();
  return (
    <Stack sx={{ gap: 2 }}>
      {PARTS.map((part) => (
        <Part key={part.of} {...part} />
      ))}
      {record && <HeldAbout person={String(record.id)} kind="clients" />}
    </Stack>
  );
}

function Part({ of, ...props }: PartProps) {
  const kind = useKind(of);
  const record = useRecordContext();
  if (kind === undefined || record === undefined) return null;
  return <PartOf kind={kind} id={Number(record.id)} {...props} />;
}

interface PartOfProps extends Omit<PartProps, 'of'> {
  readonly kind: Kind;
  readonly id: number;
}

const SHOWN = 5;

function PartOf({ kind, id, field, empty }: PartOfProps) {
  const createPath = useCreatePath();
  const { data = [], total = 0 } = useGetList(kind.name, {
    pagination: { page: 1, perPage: SHOWN },
    sort: { field: kind.sorts[0] ?? kind.id, order: 'DESC' },
    filter: { [field]: id },
  });
  const all = `${createPath({ resource: kind.name, type: 'list' })}?filter=${encodeURIComponent(
    JSON.stringify({ [field]: id }),
  )}`;
  return (
    <Section title={kind.label}>
      {data.length === 0 && (
        <Typography variant="body2" color="textSecondary">
          {empty}
        </Typography>
      )}
      <Items>
        {data.map((record) => (
          <li key={record.id}>
            <RecordLine kind={kind} record={record} without={[field]} />
          </li>
        ))}
      </Items>
      {total > SHOWN && (
        <PlainLink component={Link} to={all} variant="body2" sx={{ mt: 1, display: 'block' }}>
          All {total.toLocaleString()}
        </PlainLink>
      )}
    </Section>
  );
}
