import { Alert, FormHelperText } from '@mui/material';
import { call } from '../api';
import { FormDialog, type FormInput } from '../form';

/** A key as it is shown once. */
export interface MadeKey {
  /** What websites call with it. */
  readonly url: string;
  readonly apiKey: string;
  readonly keyID?: string | number;
  readonly secret?: string;
}

const INPUTS: readonly FormInput[] = [
  {
    ...{ name: 'name', label: 'Name', autoFocus: true },
    help: 'What uses it, such as www.example.com',
  },
  {
    ...{ name: 'scope', label: 'What it opens', initial: 'website' },
    choices: [
      ['website', 'A website: records, leads and members'],
      ['manage', 'A back office: reads and writes all records'],
      ['marketplace', 'A marketplace: sends leads'],
    ],
  },
  {
    ...{ name: 'address', label: 'Used only from', optional: true },
    help: 'IP addresses or CIDR ranges, with commas; empty for anywhere',
  },
  {
    ...{ name: 'expires', label: 'Expires', type: 'date', optional: true },
    help: 'At the start of this day; empty for no end',
  },
  {
    ...{ name: 'rate', label: 'Calls a second', type: 'number', optional: true, isHalf: true },
    help: 'Empty for 10',
  },
  {
    ...{ name: 'in-flight', label: 'At once', type: 'number', optional: true, isHalf: true },
    help: 'Empty for 3',
  },
  { name: 'private', label: 'With a secret', initial: true },
];

interface Props {
  readonly at: string;
  readonly onClose: () => void;
  readonly onMade: (key: MadeKey) => void;
}

/** Makes a key. */
export function KeyDialog({ at, onClose, onMade }: Props) {
  return (
    <FormDialog
      title="Make a key"
      button="Make it"
      inputs={() => INPUTS}
      onClose={onClose}
      onSubmit={async (values) => {
        const input = { ...values, private: values.private === 'true' };
        onMade((await call<MadeKey>('POST', at, input)).body);
      }}
    >
      {({ values }) => (
        <>
          <FormHelperText>
            Calls about people are then signed. Without a secret, everybody who learns the key reads
            members' data.
          </FormHelperText>
          {values.scope === 'manage' && (
            <Alert severity="warning">
              Who holds this key reads, changes and removes every record, members and leads among
              them. Say above from where it may be used.
            </Alert>
          )}
        </>
      )}
    </FormDialog>
  );
}
