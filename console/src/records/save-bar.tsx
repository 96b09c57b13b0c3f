import {
  Button,
  FormControlLabel,
  Paper,
  Radio,
  RadioGroup,
  Stack,
  Typography,
} from '@mui/material';
import { type ReactNode, useEffect, useRef } from 'react';
import { DeleteWithConfirmButton, SaveButton, useBasename, useRecordContext } from 'react-admin';
import { useFormState } from 'react-hook-form';
import { Link } from 'react-router';
import { query } from '../api';
import { type Kind, titleOf } from './kinds';

/** What happens to a correction when the source of the record brings the field again. */
export type Keeping = 'keep' | 'until import';

interface Props {
  readonly kind: Kind;
  readonly keeping: Keeping;
  readonly onKeeping: (keeping: Keeping) => void;
}

/** What saves, at the foot of the window, so that it is never out of sight. Ctrl+S or ⌘S saves as well. */
export function FootBar({ children }: { readonly children: ReactNode }) {
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const save = (event: KeyboardEvent): void => {
      if (event.key !== 's' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      bar.current?.closest('form')?.requestSubmit();
    };
    addEventListener('keydown', save);
    return () => removeEventListener('keydown', save);
  }, []);
  return (
    <Paper
      ref={bar}
      square
      sx={{
        ...{ position: 'sticky', bottom: 0, zIndex: 2, mt: 2, py: 1, px: 2 },
        ...{ borderTop: 1, borderColor: 'divider' },
      }}
    >
      {children}
    </Paper>
  );
}

export function SaveBar({ kind, keeping, onKeeping }: Props) {
  const record = useRecordContext();
  const basename = useBasename();
  const { isDirty } = useFormState();
  const source = record?._source;
  return (
    <FootBar>
      {kind.keep && isDirty && typeof source === 'string' && (
        <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', columnGap: 2 }}>
          <Typography variant="body2" id="keeping">
            Imports bring this record ({source}). What you have changed:
          </Typography>
          <RadioGroup
            row
            aria-labelledby="keeping"
            value={keeping}
            onChange={(_, chosen) => onKeeping(chosen as Keeping)}
          >
            <FormControlLabel value="keep" control={<Radio size="small" />} label="Keep mine" />
            <FormControlLabel
              value="until import"
              control={<Radio size="small" />}
              label="Until the next import"
            />
          </RadioGroup>
        </Stack>
      )}
      <Stack direction="row" sx={{ alignItems: 'center', justifyContent: 'space-between' }}>
        <SaveButton label="Save" />
        {record?.id !== undefined && (
          <Button
            component={Link}
            to={`${basename}/audit${query({ kind: kind.name, record: record.id })}`}
          >
            Who changed it
          </Button>
        )}
        {kind.remove && record?.id !== undefined && (
          <DeleteWithConfirmButton
            label="Remove"
            confirmTitle={`Remove ${titleOf(kind, record)}?`}
            confirmContent="It is gone from the website at once, and cannot be brought back here."
            mutationMode="pessimistic"
          />
        )}
      </Stack>
    </FootBar>
  );
}
