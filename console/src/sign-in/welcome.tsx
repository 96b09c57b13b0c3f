import { Button, Typography } from '@mui/material';
import { useEffect, useState } from 'react';
import { call, wordsOf } from '../api';
import { ShortForm } from '../form';
import { Plain } from '../plain';
import type { Session } from '../session';
import { useInWords } from '../time';

/** What a link is for. */
interface Link {
  readonly kind: 'first-owner' | 'invitation' | 'reset';
  readonly email: string;
  readonly role: string | null;
  readonly client: string | null;
  readonly title: string | null;
  readonly expires: string;
}

/** Opens a link of an invitation, of the first start or for a new password. Its token is in the fragment, which no server sees. */
export function Welcome() {
  const [token] = useState(() => location.hash.slice(1));
  const [link, setLink] = useState<Link>();
  const [problem, setProblem] = useState('');
  useEffect(() => {
    // Neither the history of the browser nor a screenshot shows it then.
    history.replaceState(history.state, '', location.pathname);
    if (token === '') {
      setProblem('This page needs a link. Open the link that you were given once more.');
      return;
    }
    call<Link>('POST', '/links/open', { token }).then(
      ({ body }) => setLink(body),
      (error) => setProblem(wordsOf(error)),
    );
  }, [token]);
  if (problem !== '')
    return (
      <Plain title="This link cannot be opened">
        <Typography sx={{ mb: 2 }}>{problem}</Typography>
        <Button href="/" variant="outlined">
          Sign in
        </Button>
      </Plain>
    );
  if (link === undefined) return null;
  return <AcceptLink token={token} link={link} />;
}

const TITLES: Readonly<Record<Link['kind'], string>> = {
  'first-owner': 'Welcome to Portico',
  invitation: 'You are invited',
  reset: 'A new password',
};

function AcceptLink({ token, link }: { readonly token: string; readonly link: Link }) {
  const [isSet, setSet] = useState(false);
  const inWords = useInWords();
  if (isSet)
    return (
      <Plain title="Your password is set">
        <Typography sx={{ mb: 2 }}>Sign in with it and a code of your app.</Typography>
        <Button href="/" variant="contained">
          Sign in
        </Button>
      </Plain>
    );
  const isFirst = link.kind === 'first-owner';
  const isReset = link.kind === 'reset';
  return (
    <Plain title={TITLES[link.kind]}>
      <Typography color="textSecondary" sx={{ mb: 1 }}>
        {purposeOf(link)}
      </Typography>
      <ShortForm
        button={isReset ? 'Set the password' : 'Make the account'}
        isMain
        inputs={() => [
          {
            ...{ name: 'email', label: 'Email', type: 'email', autoComplete: 'username' },
            ...{ initial: link.email, disabled: !isFirst, autoFocus: isFirst },
          },
          ...(isReset
            ? []
            : [{ name: 'name', label: 'Your name', autoComplete: 'name', autoFocus: !isFirst }]),
          {
            ...{ name: 'password', label: 'Password', type: 'password', autoFocus: isReset },
            ...{ autoComplete: 'new-password' },
            help: 'At least 12 characters. A few words in a row are good.',
          },
        ]}
        onSubmit={async ({ email, ...values }) => {
          const input = { token, ...values, ...(isFirst && { email }) };
          const { body } = await call<Session | undefined>('POST', '/links/accept', input);
          // A link does not stand in for a second factor.
          if (body === undefined) setSet(true);
          else location.assign('/');
          return false;
        }}
      >
        <Typography variant="body2" color="textSecondary">
          The link is good once, until {inWords(link.expires)}.
        </Typography>
      </ShortForm>
    </Plain>
  );
}

function purposeOf({ kind, title, client, role }: Link): string {
  if (kind === 'reset') return 'Choose a password. All of your sessions end.';
  if (kind === 'first-owner')
    return 'Make the first account. It owns this server and invites all others.';
  const where = title ?? client;
  return where === null || where === ''
    ? `You will be ${role} of this server.`
    : `You will be ${role} of ${where}.`;
}
