import { Box, Button, Stack } from '@mui/material';
import { useState } from 'react';
import { Title } from 'react-admin';
import { call, path } from '../api';
import { Rows } from '../rows';
import { Section } from '../section';
import { useSession } from '../session';
import { useInWords } from '../time';
import { useAnswer, useChange } from '../use-answer';

interface Pull {
  readonly name: string;
  readonly source: string;
  /** Null for one that is run by hand. */
  readonly everySeconds: number | null;
  readonly paused: boolean;
  readonly next: string | null;
  readonly lastSuccess: string | null;
  readonly failures: number;
  readonly rejected: number;
  readonly pictures: number;
}

const FROM = '/pulls';
const at = ({ name, source }: Pull): string => FROM + path(name, source);

/** What comes from an MLS by itself. */
export function Pulls() {
  const { session } = useSession();
  const inWords = useInWords();
  const { data, error } = useAnswer<{ readonly pulls: readonly Pull[] }>(FROM);
  const change = useChange(FROM);
  const [shown, setShown] = useState<Pull>();
  const act = (pull: Pull, verb: string) => void change(() => call('POST', `${at(pull)}/${verb}`));
  return (
    <Stack sx={{ gap: 2, mt: 2 }}>
      <Title title="Pulls" />
      <Section title="What comes from an MLS by itself" error={error}>
        {data && (
          <Rows
            rows={data.pulls}
            keyOf={at}
            empty="None yet. Add one where the server runs: portico pull add actris actris.yaml --every 10m"
            columns={[
              ['Into', ({ name }) => name],
              ['From', ({ source }) => source],
              [
                'Every',
                ({ everySeconds: seconds }) =>
                  seconds === null ? 'by hand' : `${seconds / 60} minutes`,
              ],
              ['Last success', ({ lastSuccess }) => inWords(lastSuccess) || 'never'],
              ['Failures since', ({ failures }) => failures],
              ['Rejected', ({ rejected }) => rejected],
              ['Pictures to go', ({ pictures }) => pictures],
              ['Next', ({ paused, next }) => (paused ? 'paused' : inWords(next))],
              [
                'Change',
                (pull) =>
                  pull.everySeconds !== null && (
                    <>
                      <Button size="small" onClick={() => setShown(pull)}>
                        Show
                      </Button>
                      {session.operators && (
                        <>
                          <Button size="small" onClick={() => act(pull, 'resume')}>
                            {pull.paused ? 'Resume' : 'Run now'}
                          </Button>
                          {!pull.paused && (
                            <Button size="small" onClick={() => act(pull, 'pause')}>
                              Pause
                            </Button>
                          )}
                        </>
                      )}
                    </>
                  ),
              ],
            ]}
          />
        )}
      </Section>
      {shown && <PullFile pull={shown} />}
    </Stack>
  );
}

interface Shown {
  readonly file: string;
  /** Whether the value of each variable is stored; else servers take it from their environment. */
  readonly secrets: Readonly<Record<string, boolean>>;
}

function PullFile({ pull }: { readonly pull: Pull }) {
  const { data, error } = useAnswer<Shown>(at(pull));
  const secrets = Object.entries(data?.secrets ?? {}).map(
    ([name, isStored]) =>
      `${name} (${isStored ? 'stored' : 'from the environment of the servers'})`,
  );
  return (
    <Section title={`The file of ${pull.source} into ${pull.name}`} error={error}>
      {data && (
        <Box component="pre" sx={{ m: 0, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {data.file}
        </Box>
      )}
      {secrets.length > 0 && `Secrets: ${secrets.join(', ')}`}
    </Section>
  );
}
