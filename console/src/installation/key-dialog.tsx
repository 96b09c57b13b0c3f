import {
  Alert,
  Checkbox,
  FormControlLabel,
  FormHelperText,
  MenuItem,
  Stack,
  TextField,
} from '@mui/material';
import { useState } from 'react';
import { call } from '../api';
import { DialogText, FormDialog } from '../form-dialog';

/** A key as it is shown once. */
export interface MadeKey {
  readonly apiKey: string;
  readonly keyID?: string | number;
  readonly secret?: string;
}

const SCOPES: readonly (readonly [scope: string, words: string])[] = [
  ['website', 'A website: reads records, sends leads, signs members in'],
  ['manage', 'A back office: reads and writes all records'],
  ['marketplace', 'A marketplace: sends leads'],
];

/** What is typed into the text fields. An empty one is sent as nothing. */
const EMPTY = { name: '', addresses: '', expires: '', rate: '', inFlight: '' };

interface Props {
  readonly at: string;
  readonly onClose: () => void;
  readonly onMade: (key: MadeKey) => void;
}

/** Makes a key. */
export function KeyDialog({ at, onClose, onMade }: Props) {
  const [texts, setTexts] = useState(EMPTY);
  const [scope, setScope] = useState('website');
  const [isPrivate, setPrivate] = useState(true);
  async function make(): Promise<void> {
    const { name, expires } = texts;
    const input = {
      ...{ name, expires, scopes: [scope], private: isPrivate },
      addresses: texts.addresses.split(/[\s,]+/).filter(Boolean),
      ...(texts.rate !== '' && { rate: Number(texts.rate) }),
      ...(texts.inFlight !== '' && { inFlight: Number(texts.inFlight) }),
    };
    onMade((await call<MadeKey>('POST', at, input)).body);
  }
  const field = (name: keyof typeof EMPTY) => ({
    value: texts[name],
    required: name === 'name',
    onChange: (text: string) => setTexts({ ...texts, [name]: text }),
  });
  return (
    <FormDialog title="Make a key" button="Make it" onClose={onClose} onSubmit={make}>
      <DialogText
        {...field('name')}
        label="Name"
        helperText="What uses it, such as www.example.com"
        autoFocus
      />
      <TextField
        select
        label="What it opens"
        fullWidth
        value={scope}
        onChange={(event) => setScope(event.target.value)}
      >
        {SCOPES.map(([value, words]) => (
          <MenuItem key={value} value={value}>
            {words}
          </MenuItem>
        ))}
      </TextField>
      {scope === 'manage' && (
        <Alert severity="warning">
          Who holds this key reads, changes and removes every record, members and leads among them.
          Say below from where it may be used.
        </Alert>
      )}
      <DialogText
        {...field('addresses')}
        label="Used only from"
        helperText="IP addresses or CIDR ranges, with commas; empty for anywhere"
      />
      <DialogText
        {...field('expires')}
        label="Expires"
        type="date"
        helperText="At the start of this day; empty for no end"
        slotProps={{ inputLabel: { shrink: true } }}
      />
      <Stack direction="row" sx={{ gap: 1 }}>
        <DialogText
          {...field('rate')}
          label="Calls a second"
          type="number"
          helperText="Empty for 10"
        />
        <DialogText {...field('inFlight')} label="At once" type="number" helperText="Empty for 3" />
      </Stack>
      <FormControlLabel
        control={<Checkbox checked={isPrivate} onChange={(_, is) => setPrivate(is)} />}
        label="With a secret"
      />
      <FormHelperText>
        Calls about people are then signed. Without a secret, everybody who learns the key reads
        members' data.
      </FormHelperText>
    </FormDialog>
  );
}
