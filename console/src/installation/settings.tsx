import { Box, Button, FormControlLabel, MenuItem, Switch, TextField } from '@mui/material';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { call } from '../api';
import { Section } from '../section';
import { useSession } from '../session';
import { useAnswer, useChange } from '../use-answer';

type Value = string | boolean;

interface Setting {
  readonly name: string;
  readonly label: string;
  readonly help: string;
  readonly value: Value;
  readonly choices?: readonly { readonly value: string; readonly words: string }[];
}

/** The settings of a brokerage or feed. @param at The address that answers and takes them, below `/api`. */
export function Settings({ at }: { readonly at: string }) {
  const { session } = useSession();
  const notify = useNotify();
  const { data, error } = useAnswer<{ readonly fields: readonly Setting[] }>(at);
  const change = useChange(at);
  const [edits, setEdits] = useState<Readonly<Record<string, Value>>>({});
  const save = () =>
    change(async () => {
      await call('PUT', at, edits);
      // What is typed while they are saved stays.
      setEdits((now) =>
        Object.fromEntries(Object.entries(now).filter(([name, value]) => edits[name] !== value)),
      );
      notify('It is saved. Running servers use it within a second.', { type: 'success' });
    });
  return (
    <Section title="Settings" error={error}>
      <Box
        component="form"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <Box
          sx={{
            ...{ display: 'grid', columnGap: 2 },
            gridTemplateColumns: { xs: '100%', md: 'repeat(2, minmax(0, 1fr))' },
          }}
        >
          {data?.fields.map((field) => (
            <SettingInput
              key={field.name}
              {...field}
              value={edits[field.name] ?? field.value}
              isReadOnly={!session.operators}
              onChange={(value) => setEdits({ ...edits, [field.name]: value })}
            />
          ))}
        </Box>
        {session.operators && (
          <Button
            type="submit"
            variant="contained"
            disabled={Object.keys(edits).length === 0}
            sx={{ mt: 1 }}
          >
            Save
          </Button>
        )}
      </Box>
    </Section>
  );
}

interface InputProps extends Setting {
  readonly isReadOnly: boolean;
  readonly onChange: (value: Value) => void;
}

function SettingInput({ label, help, value, choices, isReadOnly, onChange }: InputProps) {
  if (typeof value === 'boolean')
    return (
      <FormControlLabel
        control={
          <Switch checked={value} disabled={isReadOnly} onChange={(_, is) => onChange(is)} />
        }
        label={label}
      />
    );
  return (
    <TextField
      label={label}
      helperText={help}
      value={value}
      fullWidth
      disabled={isReadOnly}
      onChange={({ target }) => onChange(target.value)}
      {...(choices && { select: true })}
    >
      {choices && [
        <MenuItem key="" value="">
          None
        </MenuItem>,
        ...choices.map((choice) => (
          <MenuItem key={choice.value} value={choice.value}>
            {choice.words || choice.value}
          </MenuItem>
        )),
      ]}
    </TextField>
  );
}
