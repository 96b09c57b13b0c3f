import { path } from '../api';
import { useBrokerage } from '../brokerage/brokerage-context';
import { type SentList, SentTable } from '../history/sent';
import { Section } from '../section';
import { useAnswer } from '../use-answer';

/** The email and webhooks that a lead has caused, and what became of them. */
export function SentAbout({ id }: { readonly id: number }) {
  const { client } = useBrokerage();
  const from = `${path('brokerages', client, 'leads', id)}/story`;
  const { data } = useAnswer<SentList>(from);
  return (
    <Section title="What was sent about it">
      {data && <SentTable list={data} from={from} empty="Nothing yet, or it is no longer kept." />}
    </Section>
  );
}
