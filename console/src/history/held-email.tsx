import { Alert, Button } from '@mui/material';
import { useState } from 'react';
import { Confirm } from 'react-admin';
import { call, path } from '../api';
import { useBrokerage } from '../brokerage/brokerage-context';
import { useChange } from '../use-answer';

interface Props {
  /** How many listings it is about. */
  readonly listings: number;
  /** The address that answers this, below `/api`. */
  readonly from: string;
}

/** What can be done with it. */
const VERBS = {
  release: { button: 'Send it', title: 'Send this email to members?' },
  discard: { button: 'Drop it', title: 'Drop this email for good?' },
} as const;

/** Says that email about saved searches waits for somebody, who sends or drops it. */
export function HeldEmail({ listings, from }: Props) {
  const { client, role } = useBrokerage();
  const change = useChange(from);
  const [verb, setVerb] = useState<keyof typeof VERBS>();
  const [isBusy, setBusy] = useState(false);
  const about = `It is about ${listings.toLocaleString()} listings, and cannot be taken back.`;
  const settle = async () => {
    setBusy(true);
    await change(() => call('POST', `${path('brokerages', client)}/outbox/held/${verb}`));
    setBusy(false);
    setVerb(undefined);
  };
  return (
    <Alert
      severity="warning"
      action={
        role === 'editor' &&
        (['release', 'discard'] as const).map((each) => (
          <Button key={each} color="inherit" onClick={() => setVerb(each)}>
            {VERBS[each].button}
          </Button>
        ))
      }
    >
      Email about saved searches waits: {listings.toLocaleString()} listings are new, which is more
      than usual in a day. If an import brought them by mistake, drop it.
      <Confirm
        isOpen={verb !== undefined}
        loading={isBusy}
        title={VERBS[verb ?? 'release'].title}
        content={about}
        confirm={VERBS[verb ?? 'release'].button}
        onConfirm={() => void settle()}
        onClose={() => setVerb(undefined)}
      />
    </Alert>
  );
}
