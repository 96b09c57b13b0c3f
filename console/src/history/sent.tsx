import { Button } from '@mui/material';
import { useNotify } from 'react-admin';
import { call, path } from '../api';
import { useBrokerage } from '../brokerage/brokerage-context';
import { Rows } from '../rows';
import { useInWords } from '../time';
import { useChange } from '../use-answer';
import { State } from './state';

interface Sent {
  readonly id: string | number;
  readonly state: string;
  readonly attempts: number;
  readonly created: string;
  readonly next: string | null;
  readonly sent: string | null;
  readonly reason: string;
}

/** What a brokerage sends, as the server lists it. */
export interface SentList {
  readonly emails: readonly (Sent & {
    readonly kind: string;
    readonly to: { readonly name: string; readonly address: string };
    readonly subject: string;
  })[];
  readonly webhooks: readonly (Sent & {
    readonly receiver: string;
    readonly host: string;
    readonly type: string;
  })[];
}

/** One of both, as the table has it. */
interface Row extends Sent {
  readonly what: string;
  readonly to: string;
  /** Where it is sent again. */
  readonly at: string;
}

interface Props {
  readonly list: SentList;
  readonly empty: string;
  /** The address that answers the list, below `/api`. */
  readonly from: string;
}

/** Email and webhooks, the newest first: what became of each, and why. */
export function SentTable({ list, empty, from }: Props) {
  const { client, role } = useBrokerage();
  const inWords = useInWords();
  const notify = useNotify();
  const change = useChange(from);
  const outbox = `${path('brokerages', client)}/outbox`;
  const rows: Row[] = [
    ...list.emails.map((email) => ({
      ...{ ...email, what: `Email: ${email.subject || email.kind}`, to: email.to.address },
      at: outbox + path('emails', email.id),
    })),
    ...list.webhooks.map((webhook) => ({
      ...{ ...webhook, what: `Webhook: ${webhook.type}`, to: webhook.host },
      at: outbox + path('webhooks', webhook.receiver, webhook.id),
    })),
  ].sort((one, other) => other.created.localeCompare(one.created));
  const again = (at: string) =>
    change(async () => {
      await call('POST', at);
      notify('It is sent again.', { type: 'success' });
    });
  return (
    <Rows
      rows={rows}
      keyOf={({ at }) => at}
      empty={empty}
      columns={[
        ['Made', ({ created }) => inWords(created)],
        ['What', ({ what }) => what],
        ['To', ({ to }) => to],
        ['State', ({ state }) => <State state={state} isWrong={state === 'failed'} />],
        ['Tries', ({ attempts }) => attempts],
        [
          'Reason',
          ({ reason, next }) => `${reason}${next === null ? '' : ` Next try: ${inWords(next)}`}`,
        ],
        [
          'Again',
          ({ state, at }) =>
            state !== 'sent' &&
            role === 'editor' && (
              <Button size="small" onClick={() => void again(at)}>
                Send again
              </Button>
            ),
        ],
      ]}
    />
  );
}
