import { Alert, Box, Button, Stack, TextField, Typography } from '@mui/material';
import { useEffect, useRef, useState } from 'react';
import { ApiError, call, path, wordsOf } from '../api';
import { useBrokerage } from '../brokerage/brokerage-context';
import { download } from '../csv';
import { FileButton } from '../records/file-button';
import { Section } from '../section';
import { useChange } from '../use-answer';
import { countWords } from './counts';

interface Reason {
  readonly field: string;
  readonly count: number;
  readonly reason: string;
  readonly line: number;
}

/** What an import says of a file, by kind of record where it counts. */
interface Summary {
  /** The id of an import that takes long: its end is read by it. */
  readonly running?: string;
  readonly rejects: string;
  readonly reasons?: Readonly<Record<string, readonly Reason[]>>;
  readonly ignored?: Readonly<Record<string, readonly string[]>>;
  readonly shown?: object;
}

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
              helperText={hint || 'Which column fills which field. Drafted from the file: read it.'}
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
              : 'At work…'}
          </Typography>
        )}
        {problem !== '' && <Alert severity="error">{problem}</Alert>}
        {done && <Result summary={done} />}
      </Stack>
    </Section>
  );
}

function Result({ summary }: { readonly summary: Summary & { readonly verb: string } }) {
  const { verb, rejects, reasons = {}, ignored = {}, shown, ...counts } = summary;
  const wrong = Object.entries(reasons).flatMap(([kind, of]) =>
    of.map(
      ({ field, count, reason, line }) => `${kind}, line ${line}: ${field} ${reason} (${count})`,
    ),
  );
  const unused = Object.entries(ignored).map(([kind, names]) => `${kind}: ${names.join(', ')}`);
  return (
    <Box sx={{ width: '100%' }}>
      <Alert severity={wrong.length > 0 ? 'warning' : 'success'}>
        {verb === 'try' ? 'Nothing is written yet. It would be' : 'Done'}:{' '}
        {countWords(countsOf(counts))}.
        {wrong.map((words) => (
          <div key={words}>{words}</div>
        ))}
        {unused.length > 0 && <div>Columns that no field takes: {unused.join('; ')}</div>}
      </Alert>
      {rejects !== null && rejects !== '' && (
        <Button
          size="small"
          onClick={() => download('rejects.ndjson', 'application/x-ndjson', rejects)}
        >
          Save the refused records
        </Button>
      )}
      {shown !== undefined && (
        <Box component="pre" tabIndex={0} sx={{ overflow: 'auto', maxHeight: 300, fontSize: 12 }}>
          {JSON.stringify(shown, null, 2)}
        </Box>
      )}
    </Box>
  );
}

/** A name that the server takes. */
function nameFor({ name }: File): string {
  const plain = name.replaceAll(/[^\w.-]/g, '-').replace(/^\W+/, '');
  return plain.slice(-100) || 'file';
}

/** The counts by kind, without all else that a summary has. */
function countsOf(summary: object): Readonly<Record<string, unknown>> {
  const isCount = ([, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null && 'read' in value;
  return Object.fromEntries(Object.entries(summary).filter(isCount));
}
