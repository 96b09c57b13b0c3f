import { Alert, Box, Button } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, path } from '../api';
import { ConfirmButton } from '../confirm-button';
import { Rows } from '../rows';
import { Page, Section } from '../section';
import { useSession } from '../session';
import { useInWords } from '../time';
import { useAnswer, useChange } from '../use-answer';
import { PullDialog, type StoredPull } from './pull-dialog';

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
  const queries = useQueryClient();
  const [shown, setShown] = useState<Pull>();
  /** The pull that is changed, or `new`. */
  const [edited, setEdited] = useState<StoredPull | 'new'>();
  const act = (pull: Pull, verb: string) => void change(() => call('POST', `${at(pull)}/${verb}`));
  const edit = (pull: Pull) =>
    change(async () => setEdited((await call<StoredPull>('GET', at(pull))).body));
  return (
    <Page title="Pulls">
      <Section title="What comes from an MLS by itself" error={error}>
        {data && (
          <Rows
            rows={data.pulls}
            keyOf={at}
            empty="None yet. First add the feed that it fills, under Brokerages."
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
                (pull) => (
                  <>
                    {pull.everySeconds !== null && (
                      <Button size="small" onClick={() => setShown(pull)}>
                        Show
                      </Button>
                    )}
                    {session.operators && pull.everySeconds !== null && (
                      <>
                        <Button size="small" onClick={() => void edit(pull)}>
                          Edit
                        </Button>
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
                    {session.operators && (
                      <ConfirmButton
                        words="Remove"
                        title={`Remove the pull of ${pull.source} into ${pull.name}?`}
                        content="It is forgotten how far it has read. Its records stay."
                        onConfirm={() => change(() => call('DELETE', at(pull)))}
                      />
                    )}
                  </>
                ),
              ],
            ]}
          />
        )}
        {session.operators && (
          <Button variant="contained" sx={{ mt: 1.5 }} onClick={() => setEdited('new')}>
            Add a pull
          </Button>
        )}
      </Section>
      {shown && <PullFile pull={shown} />}
      {edited && (
        <PullDialog
          pull={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
          onSaved={async () => {
            // What is shown of it, too; the list has it before the dialog goes.
            await queries.invalidateQueries();
            setEdited(undefined);
          }}
        />
      )}
    </Page>
  );
}

function PullFile({ pull }: { readonly pull: Pull }) {
  const { data, error } = useAnswer<StoredPull>(at(pull));
  const secrets = Object.entries(data?.secrets ?? {}).map(
    ([name, isStored]) =>
      `${name} (${isStored ? 'stored' : 'from the environment of the servers'})`,
  );
  return (
    <Section title={`${pull.source} into ${pull.name}`} error={error}>
      {data?.failure && <Alert severity="warning">The last run failed: {data.failure}</Alert>}
      {data && (
        <Box component="pre" sx={{ m: 0, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {data.file}
        </Box>
      )}
      {secrets.length > 0 && `Secrets: ${secrets.join(', ')}`}
    </Section>
  );
}
