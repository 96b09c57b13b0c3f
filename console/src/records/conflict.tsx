import {
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
  FormControlLabel,
  Radio,
  RadioGroup,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
} from '@mui/material';
import { useState } from 'react';
import { RecordContextProvider } from 'react-admin';
import { FieldValue } from './field-value';
import { changesOf, type Field, type Kind, type Stored } from './kinds';

/** What somebody wanted to save, and what somebody else has saved since. */
export interface Conflict {
  /** The record that the form began with. */
  readonly before: Stored;
  readonly mine: Stored;
  /** What it is now; undefined where it has been removed. */
  readonly theirs: Stored | undefined;
}

interface Props {
  readonly kind: Kind;
  readonly conflict: Conflict;
  /** Saves a record over what is there now. */
  readonly onSave: (record: Stored, over: Stored) => void;
  readonly onClose: () => void;
}

/** Shows both, and has somebody choose, field by field. */
export function ConflictDialog({ kind, conflict, onSave, onClose }: Props) {
  const { before, mine, theirs } = conflict;
  const changed = changesOf(kind, before, mine);
  const [taken, setTaken] = useState<ReadonlySet<string>>(() => new Set());
  if (theirs === undefined)
    return (
      <Dialog open onClose={onClose}>
        <DialogTitle>Removed by somebody else</DialogTitle>
        <DialogContent>
          <DialogContentText>
            Somebody has removed this record while you were editing it. What you typed is still on
            the page: copy what you need.
          </DialogContentText>
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>Back to the page</Button>
        </DialogActions>
      </Dialog>
    );
  const elsewhere = changesOf(kind, before, theirs);
  const fields = kind.fields.filter(({ name }) => name in changed || name in elsewhere);
  const isBoth = ({ name }: Field): boolean => name in changed && name in elsewhere;
  const choose = (name: string, isTheirs: boolean): void => {
    const next = new Set(taken);
    if (isTheirs) next.add(name);
    else next.delete(name);
    setTaken(next);
  };
  const save = (): void => {
    const own = Object.entries(changed).filter(([name]) => !taken.has(name));
    const _keep = keptByBoth(conflict, theirs).filter(
      (name) => !taken.has(name) || theirs._keep?.includes(name),
    );
    onSave({ ...theirs, ...Object.fromEntries(own), _keep }, theirs);
  };
  return (
    <Dialog open onClose={onClose} maxWidth="md" fullWidth>
      <DialogTitle>Changed by somebody else</DialogTitle>
      <DialogContent>
        <DialogContentText sx={{ mb: 1 }}>
          Nothing of yours is lost. Where you both changed a field, choose what holds; everything
          else is put together.
        </DialogContentText>
        <Table size="small">
          <TableHead>
            <TableRow>
              <TableCell>Field</TableCell>
              <TableCell>Yours</TableCell>
              <TableCell>Theirs</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {fields.map((field) => (
              <TableRow key={field.name}>
                <TableCell component="th" scope="row">
                  {field.label}
                </TableCell>
                {[false, true].map((isTheirs) => (
                  <TableCell key={String(isTheirs)} sx={{ overflowWrap: 'anywhere' }}>
                    <RecordContextProvider value={isTheirs ? theirs : mine}>
                      {isBoth(field) ? (
                        <RadioGroup
                          value={taken.has(field.name) === isTheirs ? 'yes' : 'no'}
                          onChange={() => choose(field.name, isTheirs)}
                        >
                          <FormControlLabel
                            value="yes"
                            control={<Radio size="small" />}
                            label={<FieldValue field={field} />}
                          />
                        </RadioGroup>
                      ) : (
                        field.name in (isTheirs ? elsewhere : changed) && (
                          <FieldValue field={field} />
                        )
                      )}
                    </RecordContextProvider>
                  </TableCell>
                ))}
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Back to the page</Button>
        <Button variant="contained" onClick={save}>
          Save what is chosen
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** The fields that the other person keeps from imports, with what was kept here and without what was given back here. */
function keptByBoth({ before, mine }: Conflict, theirs: Stored): readonly string[] {
  const { _keep: was = [] } = before;
  const { _keep: own = was } = mine;
  const rest = (theirs._keep ?? []).filter((name) => own.includes(name) || !was.includes(name));
  return [...new Set([...rest, ...own.filter((name) => !was.includes(name))])];
}
