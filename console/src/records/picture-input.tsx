import { Box, Button, FormHelperText, Stack, Typography } from '@mui/material';
import { useState } from 'react';
import { useInput } from 'react-admin';
import { wordsOf } from '../api';
import { useBrokerage } from '../brokerage/brokerage-context';
import { sendPicture } from './data-provider';
import { FileButton } from './file-button';
import type { InputProps } from './input-props';
import { Picture } from './picture';

/** One picture: shown, sent, taken away. */
export function PictureInput({ helperText, ...props }: InputProps) {
  const { client } = useBrokerage();
  const { field, fieldState } = useInput({ ...props, parse: (value: unknown) => value ?? '' });
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  async function send(file: File | undefined): Promise<void> {
    if (file === undefined) return;
    setBusy(true);
    setProblem('');
    try {
      field.onChange(await sendPicture(client, file));
    } catch (error) {
      setProblem(wordsOf(error));
    } finally {
      setBusy(false);
    }
  }
  const words = problem || fieldState.error?.message;
  return (
    <Stack direction="row" sx={{ gap: 1.5, alignItems: 'flex-start' }}>
      <Box sx={{ width: 96, flex: 'none' }}>
        <Picture filename={String(field.value)} alt={props.label} ratio="1" />
      </Box>
      <div>
        <Typography variant="caption" color="textSecondary" component="div">
          {props.label}
        </Typography>
        <FileButton
          words={busy ? 'Sending…' : 'Choose a picture'}
          label={props.label}
          busy={busy}
          onFiles={([file]) => void send(file)}
        />
        {field.value !== '' && (
          <Button size="small" onClick={() => field.onChange('')}>
            Take away
          </Button>
        )}
        <FormHelperText error={Boolean(words)}>
          {words || helperText || 'JPG, PNG, GIF or WEBP, up to 5 MB'}
        </FormHelperText>
      </div>
    </Stack>
  );
}
