import { path } from '../api';
import { useBrokerage } from '../brokerage/brokerage-context';
import { PagedRows } from '../rows';
import { Page, Section } from '../section';
import { useInWords } from '../time';
import { countWords } from './counts';
import { ImportFile } from './import-file';
import { State } from './state';

interface Run {
  readonly id: number;
  readonly by: string;
  readonly mode: string;
  readonly files: readonly string[];
  readonly started: string;
  readonly result: string;
  readonly failed: boolean;
  readonly words: string;
  readonly counts: Readonly<Record<string, unknown>>;
}

/** What imports, pulls and pushes have done, the newest first. */
export function Imports() {
  const { client, role } = useBrokerage();
  const from = `${path('brokerages', client)}/imports`;
  const inWords = useInWords();
  return (
    <Page title="Imports">
      {role === 'editor' && <ImportFile from={from} />}
      <Section title="What has come from other systems">
        <PagedRows<Run>
          from={from}
          name="imports"
          keyOf={({ id }) => id}
          empty="Nothing yet."
          columns={[
            ['Started', ({ started }) => inWords(started)],
            ['By', ({ by, mode }) => `${by}, ${mode}`],
            ['Files', ({ files }) => files.join(', ')],
            ['Result', ({ result, failed }) => <State state={result} isWrong={failed} />],
            ['Records', ({ counts }) => countWords(counts)],
            ['Message', ({ words }) => words],
          ]}
        />
      </Section>
    </Page>
  );
}
