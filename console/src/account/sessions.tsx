import { Button, Chip, Stack, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useNotify } from 'react-admin';
import { call, path, wordsOf } from '../api';
import { Items, Section } from '../section';
import { useInWords } from '../time';

interface SignedInSession {
  readonly id: string | number;
  readonly current: boolean;
  readonly created: string;
  readonly seen: string;
  readonly address: string;
  readonly agent: string;
}

/** Where somebody is signed in, and how to end that elsewhere. */
export function Sessions() {
  const notify = useNotify();
  const inWords = useInWords();
  const { data = [], refetch } = useQuery({
    queryKey: ['sessions'],
    queryFn: async () =>
      (await call<{ sessions: readonly SignedInSession[] }>('GET', '/sessions')).body.sessions,
  });
  async function end(where: string): Promise<void> {
    try {
      await call('DELETE', where);
      await refetch();
    } catch (error) {
      notify(wordsOf(error), { type: 'error' });
    }
  }
  return (
    <Section title="Where you are signed in">
      <Items>
        {data.map((session) => (
          <Stack
            component="li"
            key={session.id}
            direction="row"
            sx={{ justifyContent: 'space-between', alignItems: 'center', gap: 1 }}
          >
            <div>
              <Typography variant="body2">
                {browserOf(session.agent)} at {session.address}{' '}
                {session.current && <Chip size="small" label="This one" />}
              </Typography>
              <Typography variant="caption" color="textSecondary">
                Since {inWords(session.created)}, last seen {inWords(session.seen)}
              </Typography>
            </div>
            {!session.current && (
              <Button size="small" onClick={() => void end(path('sessions', session.id))}>
                End it
              </Button>
            )}
          </Stack>
        ))}
      </Items>
      {data.length > 1 && (
        <Button
          size="small"
          variant="outlined"
          sx={{ mt: 1 }}
          onClick={() => void end('/sessions')}
        >
          End all others
        </Button>
      )}
    </Section>
  );
}

/** What a browser calls itself, in two words. */
function browserOf(agent: string): string {
  const browser = /(Firefox|Edg|OPR|Chrome|Safari)\//.exec(agent)?.[1] ?? 'A browser';
  const system = /(Windows|Android|iPhone|iPad|Mac OS X|Linux)/.exec(agent)?.[1];
  const names: Readonly<Record<string, string>> = {
    Edg: 'Edge',
    OPR: 'Opera',
    'Mac OS X': 'macOS',
  };
  const named = (word: string): string => names[word] ?? word;
  return system === undefined ? named(browser) : `${named(browser)} on ${named(system)}`;
}
