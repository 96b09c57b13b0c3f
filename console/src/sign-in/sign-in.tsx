import { Alert, Button, Dialog, Stack, TextField, Typography } from '@mui/material';
import { useState } from 'react';
import { ApiError, call } from '../api';
import { Plain, useSubmit } from '../plain';
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

function SignInForm({ onSignedIn, email: known = '' }: Props) {
  const [email, setEmail] = useState(known);
  const [password, setPassword] = useState('');
  const [code, setCode] = useState<string>();
  const { busy, problem, submit } = useSubmit(async () => {
    try {
      const input = { email, password, ...(code !== undefined && { code }) };
      onSignedIn((await call<Session>('POST', '/sign-in', input)).body);
    } catch (error) {
      const isCodeNeeded = error instanceof ApiError && error.failure.code === 'codeNeeded';
      if (!isCodeNeeded || code !== undefined) throw error;
      setCode('');
    }
  });
  return (
    <Stack component="form" onSubmit={submit} sx={{ gap: 1 }}>
      {problem !== '' && <Alert severity="error">{problem}</Alert>}
      <TextField
        label="Email"
        type="email"
        name="email"
        autoComplete="username"
        required
        autoFocus={known === ''}
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <TextField
        label="Password"
        type="password"
        name="password"
        autoComplete="current-password"
        required
        autoFocus={known !== ''}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      {code !== undefined && (
        <TextField
          label="Code"
          name="code"
          autoComplete="one-time-code"
          helperText="The six digits that your authenticator app shows, or one of your recovery codes"
          required
          autoFocus
          value={code}
          onChange={(event) => setCode(event.target.value.replace(/\s/g, ''))}
        />
      )}
      <Button type="submit" variant="contained" disabled={busy} sx={{ mt: 1 }}>
        Sign in
      </Button>
      <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
        Forgot your password, or lost your phone? Ask the people who run this server for a link.
      </Typography>
    </Stack>
  );
}
