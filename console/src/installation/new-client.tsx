import { useState } from 'react';
import { call } from '../api';
import { DialogText, FormDialog } from '../form-dialog';
import { useSession } from '../session';

interface Props {
  readonly onClose: () => void;
  readonly onMade: (client: string) => void;
}

/** Adds a brokerage. */
export function NewClient({ onClose, onMade }: Props) {
  const { reload } = useSession();
  const [client, setClient] = useState('');
  const [title, setTitle] = useState('');
  const [timezone, setTimezone] = useState(Intl.DateTimeFormat().resolvedOptions().timeZone);
  async function make(): Promise<void> {
    const name = client.trim();
    await call('POST', '/clients', { client: name, title, timezone });
    await reload();
    onMade(name);
  }
  return (
    <FormDialog title="Add a brokerage" button="Add it" onClose={onClose} onSubmit={make}>
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
