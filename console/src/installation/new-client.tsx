import { call } from '../api';
import { FormDialog, type FormInput } from '../form';
import { useSession } from '../session';

const INPUTS: readonly FormInput[] = [
  {
    ...{ name: 'kind', label: 'Kind', initial: 'client' },
    choices: [
      ['client', 'Brokerage'],
      ['mls', 'Feed of an MLS: listings that brokerages read'],
      ['rls', 'Feed of an RLS'],
    ],
  },
  {
    ...{ name: 'title', label: 'Title', autoFocus: true },
    help: 'What people call it, such as Acme Realty',
  },
  {
    ...{ name: 'client', label: 'Name' },
    help: 'What commands and addresses call it: lower-case letters, digits and dashes',
  },
  {
    ...{ name: 'timezone', label: 'Time zone', help: 'Such as America/Chicago' },
    initial: Intl.DateTimeFormat().resolvedOptions().timeZone,
  },
];

interface Props {
  readonly onClose: () => void;
  readonly onMade: (client: string, kind: string) => void;
}

/** Adds a brokerage or a feed. */
export function NewClient({ onClose, onMade }: Props) {
  const { reload } = useSession();
  return (
    <FormDialog
      title="Add a brokerage or feed"
      button="Add it"
      inputs={() => INPUTS}
      onClose={onClose}
      onSubmit={async ({ kind = '', client = '', ...texts }) => {
        await call('POST', '/clients', { ...texts, kind, client: client.trim() });
        await reload();
        onMade(client.trim(), kind);
      }}
    />
  );
}
