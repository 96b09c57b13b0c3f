import { Alert, Box, Button } from '@mui/material';
import { download } from '../csv';
import { countWords } from './counts';

interface Reason {
  readonly field: string;
  readonly count: number;
  readonly reason: string;
  readonly line: number;
}

/** What an import says of a file, by kind of record where it counts. */
export interface Summary {
  /** The id of an import that takes long: its end is read by it. */
  readonly running?: string;
  /** The refused records, as a file has them. */
  readonly rejects: string | null;
  readonly reasons?: Readonly<Record<string, readonly Reason[]>>;
  readonly ignored?: Readonly<Record<string, readonly string[]>>;
  readonly shown?: object;
}

/** What has come of an import, or would come of it. */
export function ImportResult({
  verb,
  rejects,
  reasons = {},
  ignored = {},
  shown,
  ...counts
}: Summary & { readonly verb: string }) {
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
      {rejects && (
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

/** The counts by kind, without all else that a summary has. */
export function countsOf(summary: object): Readonly<Record<string, unknown>> {
  const isCount = ([, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null && 'read' in value;
  return Object.fromEntries(Object.entries(summary).filter(isCount));
}
