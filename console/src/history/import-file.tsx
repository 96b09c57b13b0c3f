import { Alert, Button, Stack, TextField, Typography } from '@mui/material';
import { useEffect, useRef, useState } from 'react';
import { ApiError, call, path, wordsOf } from '../api';
import { useBrokerage } from '../brokerage/brokerage-context';
import { FileButton } from '../records/file-button';
import { Section } from '../section';
import { useChange } from '../use-answer';
import { countWords } from './counts';
import { countsOf, ImportResult, type Summary } from './import-result';

interface Draft {
  readonly running?: never;
  readonly mapping: string;
  /** Why there is none. */
  readonly words?: string;
}

/** How often the page looks whether an import has ended. */
const LOOK_AGAIN_MS = 5000;

/** Imports a file: its mapping is drafted, tried without writing anything, and used. */
export function ImportFile({ from }: { readonly from: string }) {
  const { client } = useBrokerage();
  const change = useChange(from);
  const [file, setFile] = useState<File>();
  const [mapping, setMapping] = useState('');
  const [hint, setHint] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const [done, setDone] = useState<Summary & { readonly verb: string }>();
  const [isLong, setLong] = useState(false);
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);

  async function send<Body extends { readonly running?: string }>(
    verb: string,
    chosen: File,
    text: string,
  ): Promise<Body | undefined> {
    setBusy(true);
    setProblem('');
    setDone(undefined);
    setLong(false);
    const head = JSON.stringify({ name: nameFor(chosen), mapping: text });
    const input = new Blob([`${head}\n`, chosen], { type: 'application/octet-stream' });
    const at = `${path('brokerages', client)}/imports/${verb}`;
    try {
      let { body } = await call<Body>('POST', at, input);
      while (body.running !== undefined) {
        setLong(true);
        await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
        if (isGone.current) return undefined;
        ({ body } = await call<Body>('GET', at + path(body.running)));
      }
      return body;
    } catch (error) {
      const written = error instanceof ApiError ? error.failure.done : undefined;
      const counts = written ? countWords(countsOf(written)) : '';
      setProblem(`${wordsOf(error)}${counts && ` Written until then: ${counts}.`}`);
      return undefined;
    } finally {
      setBusy(false);
    }
  }
  async function choose(chosen: File | undefined): Promise<void> {
    if (chosen === undefined) return;
    setFile(chosen);
    const draft = await send<Draft>('draft', chosen, '');
    setMapping(draft?.mapping ?? '');
    setHint(draft?.words ?? '');
  }
  async function run(verb: string): Promise<void> {
    if (file === undefined) return;
    const summary = await send<Summary>(verb, file, mapping);
    // Also where it stopped half way: it is in the list.
    await change(async () => summary && setDone({ ...summary, verb }));
  }
  return (
    <Section title="Import a file">
      <Stack sx={{ gap: 1.5, alignItems: 'flex-start' }}>
        <FileButton
          words={file?.name ?? 'Choose a file'}
          label="File to import"
          busy={busy}
          accept=".csv,.tsv,.json,.ndjson,.gz"
          onFiles={([chosen]) => void choose(chosen)}
        />
        {file === undefined && (
          <Typography variant="body2" color="textSecondary">
            CSV or JSON, up to 32 MB. You see what would come of it before anything is written.
          </Typography>
        )}
        {file !== undefined && (
          <>
            <TextField
              label="Mapping"
              helperText={
                hint ||
                'Which column fills which field, drafted from the file. Read it, above all where it says CHECK.'
              }
              multiline
              minRows={4}
              maxRows={20}
              fullWidth
              value={mapping}
              // The draft would take the place of what is typed until it comes.
              disabled={busy}
              onChange={({ target }) => {
                setMapping(target.value);
                setDone(undefined);
              }}
              slotProps={{ htmlInput: { sx: { fontFamily: 'monospace', fontSize: 13 } } }}
            />
            <Stack direction="row" sx={{ gap: 1 }}>
              <Button variant="outlined" disabled={busy} onClick={() => void run('try')}>
                Try it
              </Button>
              <Button
                variant="contained"
                disabled={busy || done?.verb !== 'try'}
                onClick={() => void run('run')}
              >
                Import it
              </Button>
            </Stack>
          </>
        )}
        {busy && (
          <Typography color="textSecondary">
            {isLong
              ? 'It takes longer. Stay on this page for the records that it refuses; the list below has its end, too.'
              : 'Working…'}
          </Typography>
        )}
        {problem !== '' && <Alert severity="error">{problem}</Alert>}
        {done && <ImportResult {...done} />}
      </Stack>
    </Section>
  );
}

/** A name that the server takes. */
function nameFor({ name }: File): string {
  const plain = name.replaceAll(/[^\w.-]/g, '-').replace(/^\W+/, '');
  return plain.slice(-100) || 'file';
}
