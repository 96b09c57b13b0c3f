import { FormDialog } from '../form';
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

const OF_BROKERAGE = [
  ['editor', 'Editor of a brokerage: changes its records'],
  ['viewer', 'Viewer of a brokerage: sees its records'],
] as const;

/** With a dash, which tells the two kinds of viewers apart. */
const OF_INSTALLATION = [
  ['-viewer', 'Viewer of the installation: sees all'],
  ['-operator', 'Operator of the installation: changes all records'],
  ['-owner', 'Owner of the installation: changes people, too'],
] as const;

/** Invites somebody, or adds a role to an account. */
export function RoleDialog({ email, onSubmit, ...props }: Props) {
  const { session } = useSession();
  const isInvitation = email === undefined;
  const brokerages = session.brokerages.map(({ client }) => client);
  const choices = [
    ...OF_BROKERAGE,
    ...(isInvitation && session.role === 'owner' ? OF_INSTALLATION : []),
  ];
  return (
    <FormDialog
      {...props}
      inputs={({ role = 'editor' }) => [
        ...(isInvitation
          ? [{ name: 'email', label: 'Email', type: 'email', autoFocus: true } as const]
          : []),
        { name: 'role', label: 'Role', initial: 'editor', choices },
        ...(String(role).startsWith('-')
          ? []
          : [
              {
                ...{
                  name: 'client',
                  label: 'Brokerage',
                  help: 'Its name, as in the list of brokerages',
                },
                ...{ initial: brokerages[0], offers: brokerages },
              },
            ]),
      ]}
      onSubmit={({ role = '', client, ...values }) =>
        onSubmit(email ?? values.email ?? '', {
          role: role.replace('-', ''),
          ...(client !== undefined && { client }),
        })
      }
    />
  );
}
