import { Button, Stack, Typography } from '@mui/material';
import { useState } from 'react';
import { call } from '../api';
import { FormDialog, type ShortFormState, type Values } from '../form';
import { ImportResult, type Summary } from '../history/import-result';
import { FileButton } from '../records/file-button';

/** A pull as it is stored. */
export interface StoredPull {
  readonly name: string;
  readonly source: string;
  readonly everySeconds: number;
  readonly file: string;
  /** Why it failed last, if it has since its last success. */
  readonly failure: string | null;
  /** Whether the value of each variable is stored; else servers take it from their environment. */
  readonly secrets: Readonly<Record<string, boolean>>;
  readonly mappings: readonly string[];
}

type Texts = Readonly<Record<string, string>>;

const EXAMPLE = `source: actris
from: { dialect: mlsgrid, url: https://api.mlsgrid.com/v2/, token: $ACTRIS_TOKEN, system: actris }
take:
  Office: { map: reso/office.yaml }
  Member: { map: reso/member.yaml }
  Property: { map: reso/property.yaml, expand: Media, only: { MlgCanUse: [IDX] } }
`;

interface Props {
  /** The one that is changed; undefined for a new one. */
  readonly pull?: StoredPull | undefined;
  readonly onClose: () => void;
  readonly onSaved: () => Promise<void>;
}

/** Begins the names of the inputs that hold secrets. */
const SECRET = '$';

const secretsIn = (values: Texts) =>
  Object.entries(values).flatMap(([name, secret]) =>
    name.startsWith(SECRET) ? [[name.slice(SECRET.length), secret] as const] : [],
  );

/** Adds a pull, or changes its file, its mappings, its secrets or its time. */
export function PullDialog({ pull, onClose, onSaved }: Props) {
  const [mappings, setMappings] = useState<Texts>({});
  const inputOf = ({ name, every, file, ...values }: Texts) => ({
    ...{ name, every, file, mappings, secrets: Object.fromEntries(secretsIn(values)) },
  });
  const inputs = ({ file = pull?.file ?? EXAMPLE }: Values) => {
    const variables = [...String(file).matchAll(/\$([A-Za-z_]\w*)/g)].map(([, name = '']) => name);
    return [
      {
        ...{ name: 'name', label: 'Into', isHalf: true, autoFocus: !pull, disabled: !!pull },
        ...{ initial: pull?.name, help: 'The name of the brokerage or feed that it fills' },
      },
      {
        ...{ name: 'every', label: 'Every', isHalf: true, help: '1m to 12h' },
        initial: pull ? `${pull.everySeconds / 60}m` : '10m',
      },
      {
        ...{ name: 'file', label: 'File', isCode: true, initial: pull?.file ?? EXAMPLE },
        help: 'What is read, and from where. Its secrets are named, such as $ACTRIS_TOKEN.',
      },
      ...[...new Set(variables)].map((variable) => ({
        ...{ name: SECRET + variable, label: `Secret ${variable}`, type: 'password' as const },
        ...{ autoComplete: 'off', optional: true },
        help: pull?.secrets[variable]
          ? 'Stored. Empty leaves it as it is; behind a change of from, give it again.'
          : 'Stored encrypted, and never shown again',
      })),
    ];
  };
  return (
    <FormDialog
      title={pull ? `Pull of ${pull.source} into ${pull.name}` : 'Add a pull'}
      button="Save"
      isWide
      inputs={inputs}
      onClose={onClose}
      onSubmit={async (values) => {
        await call('POST', '/pulls', inputOf(values));
        await onSaved();
      }}
    >
      {(form) => (
        <>
          <Files
            names={[...new Set([...(pull?.mappings ?? []), ...Object.keys(mappings)])]}
            set={form.set}
            onMappings={(texts) => setMappings((now) => ({ ...now, ...texts }))}
          />
          <Trial form={form} input={inputOf(form.values)} />
        </>
      )}
    </FormDialog>
  );
}

interface FilesProps extends Pick<ShortFormState, 'set'> {
  /** The mappings that it has. */
  readonly names: readonly string[];
  readonly onMappings: (texts: Texts) => void;
}

/** Takes the file and its mappings from the computer of somebody. */
function Files({ names, set, onMappings }: FilesProps) {
  async function read(files: readonly File[]): Promise<void> {
    const texts = files.map(async (one) => [one.name, await one.text()] as const);
    onMappings(Object.fromEntries(await Promise.all(texts)));
  }
  return (
    <Stack direction="row" sx={{ gap: 1, my: 1, alignItems: 'center', flexWrap: 'wrap' }}>
      <FileButton
        words="Take the file of your computer"
        label="File of the pull"
        busy={false}
        accept=".yaml,.yml"
        onFiles={([chosen]) => void chosen?.text().then((text) => set('file', text))}
      />
      <FileButton
        words="Add a mapping"
        label="Mappings"
        busy={false}
        multiple
        accept=".yaml,.yml"
        onFiles={(files) => void read(files)}
      />
      <Typography variant="body2" color="textSecondary">
        {names.join(', ') || 'Only for a mapping that the file names and Portico does not have'}
      </Typography>
    </Stack>
  );
}

/** Reads the first records, and shows what would become of them. */
function Trial({ form, input }: { readonly form: ShortFormState; readonly input: object }) {
  const [tried, setTried] = useState<Summary>();
  const tryIt = async () => {
    setTried(undefined);
    setTried((await call<Summary>('POST', '/pulls/try', input)).body);
  };
  return (
    <>
      <Button
        {...{ variant: 'outlined', size: 'small', disabled: form.busy }}
        onClick={() => void form.run(tryIt)}
      >
        {form.busy ? 'Working…' : 'Try it'}
      </Button>
      {/* The refused records are in a file of the server. */}
      {tried && <ImportResult {...tried} rejects="" verb="try" />}
    </>
  );
}
