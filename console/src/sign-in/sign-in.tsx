import { Dialog, Typography } from '@mui/material';
import { useState } from 'react';
import { ApiError, call } from '../api';
import { type FormInput, ShortForm } from '../form';
import { Plain } from '../plain';
import type { Session } from '../session';

interface Props {
  readonly onSignedIn: (session: Session) => void;
  /** Who was signed in until now. */
  readonly email?: string;
  /** Whether it lies over a page whose session has ended: what is typed there stays. */
  readonly over?: boolean;
}

/** The form to sign in: email and password, then a code where the account has a second factor. */
export function SignIn({ over = false, ...props }: Props) {
  const page = (
    <Plain title={over ? 'Sign in again' : 'Sign in to Portico'}>
      {over && (
        <Typography color="textSecondary" sx={{ mb: 1 }}>
          Your session has ended. What you have typed is still there.
        </Typography>
      )}
      <SignInForm {...props} />
    </Plain>
  );
  return over ? (
    <Dialog open fullScreen aria-labelledby="title">
      {page}
    </Dialog>
  ) : (
    page
  );
}

function SignInForm({ onSignedIn, email = '' }: Props) {
  const [isCodeNeeded, setCodeNeeded] = useState(false);
  return (
    <ShortForm
      button="Sign in"
      isMain
      inputs={() => [
        {
          ...{ name: 'email', label: 'Email', type: 'email', initial: email },
          ...{ autoComplete: 'username', autoFocus: email === '' },
        },
        {
          ...{ name: 'password', label: 'Password', type: 'password' },
          ...{ autoComplete: 'current-password', autoFocus: email !== '' },
        },
        ...(isCodeNeeded ? [CODE] : []),
      ]}
      onSubmit={async (values) => {
        try {
          onSignedIn((await call<Session>('POST', '/sign-in', values)).body);
        } catch (error) {
          const isNeeded = error instanceof ApiError && error.failure.code === 'codeNeeded';
          if (!isNeeded || isCodeNeeded) throw error;
          setCodeNeeded(true);
        }
        return false;
      }}
    >
      <Typography variant="body2" color="textSecondary">
        Forgot your password, or lost your phone? Ask the people who run this server for a link.
      </Typography>
    </ShortForm>
  );
}

const CODE: FormInput = {
  ...{ name: 'code', label: 'Code', autoComplete: 'one-time-code', autoFocus: true },
  help: 'The six digits that your authenticator app shows, or one of your recovery codes',
};
