import { Link as PlainLink } from '@mui/material';
import { Link, useSearchParams } from 'react-router';
import { path, query } from '../api';
import { useBrokerage } from '../brokerage/brokerage-context';
import { Rows } from '../rows';
import { Page, Section } from '../section';
import { useInWords } from '../time';
import { useAnswer } from '../use-answer';
import { countWords } from './counts';

interface Entry {
  readonly at: string;
  readonly by: string;
  readonly keyName?: string;
  readonly action: string;
  readonly client?: string;
  readonly kind: string;
  readonly counts?: Readonly<Record<string, unknown>>;
  readonly records?: readonly {
    readonly id: number | string;
    readonly changed?: readonly string[];
  }[];
}

/** Which records, and of each which fields. */
function whatOf({ counts = {}, records = [] }: Entry): string {
  const changed = records.map(({ id, changed = [] }) =>
    changed.length === 0 ? `${id}` : `${id}: ${changed.join(', ')}`,
  );
  return [countWords(counts), ...changed].filter(Boolean).join('; ');
}

/** Who has changed what in a brokerage. */
export function AuditPage() {
  const { client } = useBrokerage();
  return <Audit from={`${path('brokerages', client)}/audit`} />;
}

interface AuditProps {
  /** The address that answers it, below `/api`. */
  readonly from: string;
  /** Whether it is about all brokerages. */
  readonly ofAll?: boolean;
}

/** Who has changed what, of all or, by the address of the page, of one record. */
export function Audit({ from, ofAll = false }: AuditProps) {
  const inWords = useInWords();
  const [params] = useSearchParams();
  const [kind, record] = [params.get('kind') ?? '', params.get('record') ?? ''];
  const { data, error } = useAnswer<{ readonly entries: readonly Entry[] }>(
    from + query({ kind, record }),
  );
  return (
    <Page title="Changes">
      <Section
        title={kind === '' ? 'The newest changes' : `Changes of ${kind} ${record}`}
        error={error}
      >
        {kind !== '' && (
          <PlainLink component={Link} to="?">
            All changes
          </PlainLink>
        )}
        {data && (
          <Rows
            rows={data.entries}
            keyOf={(entry) => JSON.stringify(entry)}
            empty="Nobody has changed anything since this is written down."
            columns={[
              ['When', ({ at }) => inWords(at)],
              ['Who', ({ by, keyName }) => (keyName ? `${keyName} (${by})` : by)],
              ['What was done', ({ action }) => action],
              ['Kind', ({ kind: of }) => of],
              ...(ofAll ? ([['Brokerage', ({ client }: Entry) => client]] as const) : []),
              ['To what', whatOf],
            ]}
          />
        )}
      </Section>
    </Page>
  );
}
