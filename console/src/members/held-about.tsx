import { Button, Stack, Typography } from '@mui/material';
import { useNotify, useRedirect } from 'react-admin';
import { call, path } from '../api';
import { useBrokerage } from '../brokerage/brokerage-context';
import { ConfirmButton } from '../confirm-button';
import { download } from '../csv';
import { countWords } from '../history/counts';
import { Section } from '../section';
import { useChange } from '../use-answer';

interface Held {
  /** The kinds of which there is more. */
  readonly cut: readonly string[];
}

interface Erased {
  readonly erased: object;
  /** How many files of refused records still name the person. */
  readonly rejects: number;
}

const LEFT =
  ' Records that an import has refused still name the person: ask the operator to delete their files.';

interface Props {
  /** The number of a member, or an email address. */
  readonly person: string;
  /** The kind whose list is shown when the person is erased. */
  readonly kind: string;
}

/** What privacy law gives people: all that is held about them as one file, and its end. */
export function HeldAbout({ person, kind }: Props) {
  const { client, role } = useBrokerage();
  const notify = useNotify();
  const redirect = useRedirect();
  const at = `${path('brokerages', client)}/person`;
  const run = useChange(at);
  if (role !== 'editor') return null;

  const save = () =>
    run(async () => {
      const { body } = await call<Held>('POST', `${at}/file`, { person });
      download(`${client}-${person}.json`, 'application/json', JSON.stringify(body, null, 2));
      if (body.cut.length === 0) return;
      const words = `The file has the first 10,000 of these only: ${body.cut.join(', ')}.`;
      notify(words, { type: 'warning', multiLine: true, autoHideDuration: null });
    });
  const erase = () =>
    run(async () => {
      const { body } = await call<Erased>('POST', `${at}/erase`, { person });
      const words = `Erased: ${countWords({ ...body.erased })}.`;
      if (body.rejects === 0) notify(words, { type: 'success', multiLine: true });
      else notify(words + LEFT, { type: 'warning', multiLine: true, autoHideDuration: null });
      redirect('list', kind);
    });
  return (
    <Section title="On request of the person">
      <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
        <Button size="small" variant="outlined" onClick={() => void save()}>
          Save what is held about them
        </Button>
        <ConfirmButton
          words="Erase the person"
          variant="outlined"
          title="Erase this person for good?"
          content="Their account, favourites, searches, visits, deals and email go, by each number and address that they had. Their leads stay, and name nobody. Nothing of it can be brought back."
          confirm="Erase"
          onConfirm={erase}
        />
        <Typography variant="body2" color="textSecondary">
          The file has their data, favourites, searches, visits, deals, leads and email.
        </Typography>
      </Stack>
    </Section>
  );
}
