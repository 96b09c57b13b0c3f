import CopyIcon from '@mui/icons-material/ContentCopy';
import { Alert, Box, IconButton, Stack, Tooltip, Typography } from '@mui/material';
import { useState } from 'react';

interface Props {
  readonly label: string;
  readonly text: string;
}

/** Something that is shown once, and how to take it along. */
export function Secret({ label, text }: Props) {
  const [isCopied, setCopied] = useState(false);
  return (
    <Stack
      direction="row"
      sx={{ alignItems: 'flex-start', gap: 1, bgcolor: 'action.hover', borderRadius: 1, p: 1 }}
    >
      <Box
        component="code"
        // So that a click into it and Ctrl+A take all of it, where the clipboard is out of reach.
        aria-label={label}
        tabIndex={0}
        role="textbox"
        aria-readonly
        aria-multiline
        sx={{
          flex: 1,
          overflowWrap: 'anywhere',
          whiteSpace: 'pre-wrap',
          userSelect: 'all',
          fontSize: 13,
        }}
      >
        {text}
      </Box>
      <Tooltip title={isCopied ? 'Copied' : 'Copy'}>
        <IconButton
          size="small"
          aria-label={`Copy: ${label}`}
          onClick={() => void navigator.clipboard?.writeText(text).then(() => setCopied(true))}
        >
          <CopyIcon fontSize="small" />
        </IconButton>
      </Tooltip>
    </Stack>
  );
}

interface OnceProps {
  readonly words: string;
  /** Each by its name; what is undefined is left out. */
  readonly parts: Readonly<Record<string, string | number | undefined>>;
  readonly onClose: () => void;
}

/** Secrets that were made now. */
export function ShownOnce({ words, parts, onClose }: OnceProps) {
  return (
    <Alert
      severity="success"
      onClose={onClose}
      sx={{ mb: 1, '& .MuiAlert-message': { flex: 1, minWidth: 0 } }}
    >
      <Typography sx={{ mb: 1 }}>{words} It is not shown again.</Typography>
      {Object.entries(parts).map(
        ([label, value]) =>
          value !== undefined && (
            <div key={label}>
              <Typography variant="caption">{label}</Typography>
              <Secret label={label} text={String(value)} />
            </div>
          ),
      )}
    </Alert>
  );
}
