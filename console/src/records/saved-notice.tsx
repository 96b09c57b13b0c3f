import { Alert, Button } from '@mui/material';
import { useCloseNotification } from 'react-admin';

interface Props {
  readonly words: string;
  readonly onUndo?: () => void;
}

/** Says that something is saved, and takes it back on request: by a second write, as the first is done. */
export function SavedNotice({ words, onUndo }: Props) {
  const close = useCloseNotification();
  return (
    <Alert
      severity="success"
      variant="filled"
      action={
        onUndo && (
          <Button
            color="inherit"
            size="small"
            onClick={() => {
              close();
              onUndo();
            }}
          >
            Undo
          </Button>
        )
      }
    >
      {words}
    </Alert>
  );
}
