import { Button, Dialog, DialogContent, DialogContentText, DialogTitle } from '@mui/material';
import { useEffect, useState } from 'react';
import { CODE, PASSWORD } from '../account/second-factor';
import { call, onStepUp } from '../api';
import { ShortForm } from '../form';
import { Themed } from '../plain';
import { useSession } from '../session';

/** Asks over the page who somebody is, before what cannot be taken back. */
export function StepUp() {
  const { session } = useSession();
  const [answer, setAnswer] = useState<(done: boolean) => void>();
  useEffect(() => {
    let pending: Promise<boolean> | undefined;
    // Calls that need it at once wait for one answer: the dialog has room for one.
    onStepUp(() => {
      pending ??= new Promise<boolean>((resolve) => setAnswer(() => resolve)).finally(() => {
        pending = undefined;
      });
      return pending;
    });
  }, []);
  if (answer === undefined) return null;
  const end = (done: boolean) => {
    setAnswer(undefined);
    answer(done);
  };
  return (
    <Themed>
      <Dialog open onClose={() => end(false)} aria-labelledby="step-up" maxWidth="xs" fullWidth>
        <DialogTitle id="step-up">Is it you?</DialogTitle>
        <DialogContent>
          <DialogContentText sx={{ mb: 1 }}>
            What comes next matters, so the console asks for your password once more. Then it does
            not ask again for a quarter of an hour.
          </DialogContentText>
          <ShortForm
            button="Go on"
            inputs={() => (session.secondFactor ? [PASSWORD, CODE] : [PASSWORD])}
            onSubmit={async (values) => {
              await call('POST', '/session/proof', values);
              end(true);
            }}
          >
            <Button onClick={() => end(false)}>Cancel</Button>
          </ShortForm>
        </DialogContent>
      </Dialog>
    </Themed>
  );
}
