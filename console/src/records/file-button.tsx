import { Box, Button } from '@mui/material';

/** The pictures that the server takes. */
const PICTURES = 'image/jpeg,image/png,image/gif,image/webp';

/** Seen by nobody, read and reached by all. */
export const HIDDEN = {
  ...{ position: 'absolute', width: '1px', height: '1px' },
  ...{ overflow: 'hidden', whiteSpace: 'nowrap', clipPath: 'inset(50%)' },
} as const;

/** Neither a button nor a stop of the keyboard: the input in it is both. */
const LABEL = { role: undefined, tabIndex: -1 };

interface Props {
  readonly words: string;
  readonly label: string;
  readonly busy: boolean;
  readonly multiple?: boolean;
  /** The kinds of files; without it pictures. */
  readonly accept?: string;
  readonly onFiles: (files: readonly File[]) => void;
}

/** A button that asks for files. The input in it takes the focus, so that the keyboard works as well. */
export function FileButton({
  words,
  label,
  busy,
  multiple = false,
  accept = PICTURES,
  onFiles,
}: Props) {
  return (
    <Button
      component="label"
      {...LABEL}
      size="small"
      variant="outlined"
      disabled={busy}
      sx={{ '&:focus-within': { outline: '2px solid', outlineOffset: 2 } }}
    >
      {words}
      <Box
        component="input"
        type="file"
        multiple={multiple}
        accept={accept}
        aria-label={label}
        disabled={busy}
        sx={HIDDEN}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          // So that the same file can be chosen again.
          event.target.value = '';
        }}
      />
    </Button>
  );
}
