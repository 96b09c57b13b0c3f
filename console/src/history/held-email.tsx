import { Alert } from '@mui/material';
import { call, path } from '../api';
import { useBrokerage } from '../brokerage/brokerage-context';
import { ConfirmButton } from '../confirm-button';
import { useChange } from '../use-answer';

interface Props {
  /** How many listings it is about. */
  readonly listings: number;
  /** The address that answers this, below `/api`. */
  readonly from: string;
}

/** What can be done with it. */
const VERBS = [
  ['release', 'Send it', 'Send this email to members?'],
  ['discard', 'Drop it', 'Drop this email for good?'],
] as const;

/** Says that email about saved searches waits for somebody, who sends or drops it. */
export function HeldEmail({ listings, from }: Props) {
  const { client, role } = useBrokerage();
  const change = useChange(from);
  const about = `It is about ${listings.toLocaleString()} listings, and cannot be taken back.`;
  return (
    <Alert
      severity="warning"
      action={
        role === 'editor' &&
        VERBS.map(([verb, words, title]) => (
          <ConfirmButton
            key={verb}
            color="inherit"
            {...{ words, title, content: about, confirm: words }}
            onConfirm={() =>
              change(() => call('POST', `${path('brokerages', client)}/outbox/held/${verb}`))
            }
          />
        ))
      }
    >
      Email about saved searches waits: {listings.toLocaleString()} listings are new, which is more
      than usual in a day. If an import brought them by mistake, drop it.
    </Alert>
  );
}
