import {
  Alert,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  TextField,
  type TextFieldProps,
} from '@mui/material';
import { type ReactNode, useId } from 'react';
import { useSubmit } from './plain';

interface Props {
  readonly title: string;
  readonly button: string;
  readonly isWide?: boolean;
  readonly onClose: () => void;
  readonly onSubmit: () => Promise<void>;
  readonly children: ReactNode;
}

/** A short form over a page. It stays open, and says why, where the server refuses what it sends. */
export function FormDialog({ title, button, isWide = false, onClose, onSubmit, children }: Props) {
  const id = useId();
  const { busy, problem, submit } = useSubmit(onSubmit);
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth={isWide ? 'md' : 'xs'} aria-labelledby={id}>
      <form onSubmit={submit}>
        <DialogTitle id={id}>{title}</DialogTitle>
        <DialogContent>
          {problem !== '' && <Alert severity="error">{problem}</Alert>}
          {children}
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="contained" disabled={busy}>
            {button}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

type TextProps = Omit<TextFieldProps, 'onChange'> & { readonly onChange: (text: string) => void };

/** A text that such a form cannot do without, unless it says otherwise. */
export function DialogText({ onChange, ...props }: TextProps) {
  return (
    <TextField required fullWidth {...props} onChange={({ target }) => onChange(target.value)} />
  );
}
