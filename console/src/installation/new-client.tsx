import { MenuItem, TextField } from '@mui/material';
import { useState } from 'react';
import { call } from '../api';
import { DialogText, FormDialog } from '../form-dialog';
import { useSession } from '../session';

interface Props {
  readonly onClose: () => void;
  readonly onMade: (client: string, kind: string) => void;
}

const KINDS = [
  ['client', 'Brokerage'],
  ['mls', 'Feed of an MLS: listings that brokerages read'],
  ['rls', 'Feed of an RLS'],
] as const;

/** Adds a brokerage or a feed. */
export function NewClient({ onClose, onMade }: Props) {
  const { reload } = useSession();
  const [client, setClient] = useState('');
  const [kind, setKind] = useState('client');
  const [title, setTitle] = useState('');
  const [timezone, setTimezone] = useState(Intl.DateTimeFormat().resolvedOptions().timeZone);
  async function make(): Promise<void> {
    const name = client.trim();
    await call('POST', '/clients', { client: name, kind, title, timezone });
    await reload();
    onMade(name, kind);
  }
  return (
    <FormDialog title="Add a brokerage or feed" button="Add it" onClose={onClose} onSubmit={make}>
      <TextField
        select
        label="Kind"
        fullWidth
        value={kind}
        onChange={({ target }) => setKind(target.value)}
      >
        {KINDS.map(([value, words]) => (
          <MenuItem key={value} value={value}>
            {words}
          </MenuItem>
        ))}
      </TextField>
      <DialogText
        label="Title"
        helperText="What people call it, such as Acme Realty"
        autoFocus
        value={title}
        onChange={setTitle}
      />
      <DialogText
        label="Name"
        helperText="What commands and addresses call it: lower-case letters, digits and dashes"
        value={client}
        onChange={setClient}
      />
      <DialogText
        label="Time zone"
        helperText="Such as America/Chicago"
        value={timezone}
        onChange={setTimezone}
      />
    </FormDialog>
  );
}
