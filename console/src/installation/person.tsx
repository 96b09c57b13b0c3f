import { Button, MenuItem, Stack, TextField, Typography } from '@mui/material';
import { call, path } from '../api';
import { type InstallationRole, type Session, useSession } from '../session';

export interface Person {
  readonly id: number;
  readonly email: string;
  readonly name: string;
  readonly role: InstallationRole | null;
  readonly brokerages: readonly { readonly client: string; readonly role: 'editor' | 'viewer' }[];
  readonly secondFactor: boolean;
  readonly seen: string | null;
}

/** Whether somebody may change the account of a person: operators change nobody who has a role in the installation. */
export function mayChange({ role }: Session, person: Person): boolean {
  return role === 'owner' || (role === 'operator' && person.role === null);
}

export function PersonName({ person: { name, email } }: { readonly person: Person }) {
  return (
    <>
      <Typography variant="body2" sx={{ fontWeight: 600 }}>
        {name || email}
      </Typography>
      {name !== '' && email}
    </>
  );
}

interface Props {
  readonly person: Person;
  /** Does a change, and reads the list again. */
  readonly onChange: (change: () => Promise<unknown>) => Promise<void>;
  readonly onAdd: (person: Person) => void;
}

/** The roles of a person, and what may be done about them. */
export function PersonRoles({ person, onChange, onAdd }: Props) {
  const { session } = useSession();
  const { id, role, brokerages } = person;
  const isOpen = mayChange(session, person);
  const put = (input: object) => void onChange(() => call('PUT', path('people', id), input));
  return (
    <>
      {session.role === 'owner' ? (
        <InstallationRoleSelect person={person} onChoose={(chosen) => put({ role: chosen })} />
      ) : (
        role !== null && `${role} of the installation`
      )}
      {brokerages.map((one) => (
        <Stack key={one.client} direction="row" sx={{ alignItems: 'center', gap: 1 }}>
          <span>
            {one.role} of {one.client}
          </span>
          {isOpen && (
            <Button size="small" onClick={() => put({ client: one.client, role: null })}>
              Take away
            </Button>
          )}
        </Stack>
      ))}
      {isOpen && (
        <Button size="small" onClick={() => onAdd(person)}>
          Add a role
        </Button>
      )}
    </>
  );
}

const NO_ROLE = 'none';

interface SelectProps {
  readonly person: Person;
  readonly onChoose: (role: InstallationRole | null) => void;
}

function InstallationRoleSelect({ person, onChoose }: SelectProps) {
  return (
    <TextField
      select
      margin="none"
      value={person.role ?? NO_ROLE}
      onChange={({ target }) =>
        onChoose(target.value === NO_ROLE ? null : (target.value as InstallationRole))
      }
      slotProps={{ select: { inputProps: { 'aria-label': `Role of ${person.email}` } } }}
    >
      <MenuItem value="owner">Owner of the installation</MenuItem>
      <MenuItem value="operator">Operator of the installation</MenuItem>
      <MenuItem value="viewer">Viewer of the installation</MenuItem>
      <MenuItem value={NO_ROLE}>No role in the installation</MenuItem>
    </TextField>
  );
}
