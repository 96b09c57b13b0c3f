import { Alert, Button } from '@mui/material';
import { call, path } from '../api';
import { useBrokerage } from '../brokerage/brokerage-context';
import { useChange } from '../use-answer';

interface Props {
  /** How many listings it is about. */
  readonly listings: number;
  /** The address that answers this, below `/api`. */
  readonly from: string;
}

/** Says that email about saved searches waits for somebody, who sends or drops it. */
export function HeldEmail({ listings, from }: Props) {
  const { client, role } = useBrokerage();
  const change = useChange(from);
  const settle = (verb: string) =>
    void change(() => call('POST', `${path('brokerages', client)}/outbox/held/${verb}`));
  return (
    <Alert
      severity="warning"
      action={
        role === 'editor' && (
          <>
            <Button color="inherit" onClick={() => settle('release')}>
              Send it
            </Button>
            <Button color="inherit" onClick={() => settle('discard')}>
              Drop it
            </Button>
          </>
        )
      }
    >
      Email about saved searches waits: {listings.toLocaleString()} listings are new, which is more
      than usual in a day. If an import brought them by mistake, drop it.
    </Alert>
  );
}
