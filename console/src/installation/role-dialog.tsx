import { Autocomplete, MenuItem, TextField } from '@mui/material';
import { useState } from 'react';
import { DialogText, FormDialog } from '../form-dialog';
import { useSession } from '../session';

/** A role, in a brokerage or in the installation. */
export interface RoleInput {
  readonly role: string;
  readonly client?: string;
}

interface Props {
  readonly title: string;
  readonly button: string;
  /** Whose role it is; the dialog has a field for it where it is left out. */
  readonly email?: string;
  readonly onClose: () => void;
  readonly onSubmit: (email: string, role: RoleInput) => Promise<void>;
}

/** Roles in the installation have no brokerage. */
const ROLES = [
  { value: 'editor', words: 'Editor of a brokerage: changes its records', ofBrokerage: true },
  { value: 'viewer', words: 'Viewer of a brokerage: sees its records', ofBrokerage: true },
  { value: 'viewer', words: 'Viewer of the installation: sees all', ofBrokerage: false },
  {
    value: 'operator',
    words: 'Operator of the installation: changes all records',
    ofBrokerage: false,
  },
  { value: 'owner', words: 'Owner of the installation: changes people, too', ofBrokerage: false },
];

/** Invites somebody, or adds a role to an account. */
export function RoleDialog({ title, button, email: whose, onClose, onSubmit }: Props) {
  const { session } = useSession();
  const isInvitation = whose === undefined;
  const roles = ROLES.filter(
    ({ ofBrokerage }) => ofBrokerage || (isInvitation && session.role === 'owner'),
  );
  const [email, setEmail] = useState(whose ?? '');
  const [client, setClient] = useState(session.brokerages[0]?.client ?? '');
  const [chosen, setChosen] = useState(0);
  const role = roles[chosen] ?? ROLES[0];
  const submit = async () => {
    if (role === undefined) return;
    await onSubmit(email, { role: role.value, ...(role.ofBrokerage && { client }) });
  };
  return (
    <FormDialog title={title} button={button} onClose={onClose} onSubmit={submit}>
      {isInvitation && (
        <DialogText label="Email" type="email" autoFocus value={email} onChange={setEmail} />
      )}
      <TextField
        select
        label="Role"
        fullWidth
        value={chosen}
        onChange={(event) => setChosen(Number(event.target.value))}
      >
        {roles.map(({ words }, place) => (
          <MenuItem key={words} value={place}>
            {words}
          </MenuItem>
        ))}
      </TextField>
      {role?.ofBrokerage && (
        <Autocomplete
          freeSolo
          options={session.brokerages.map((one) => one.client)}
          inputValue={client}
          onInputChange={(_, typed) => setClient(typed)}
          renderInput={(params) => (
            <TextField
              {...params}
              label="Brokerage"
              required
              helperText="Its name on the command line"
            />
          )}
        />
      )}
    </FormDialog>
  );
}
