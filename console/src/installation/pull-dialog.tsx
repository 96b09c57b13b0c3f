import { Stack, TextField, Typography } from '@mui/material';
import { useState } from 'react';
import { call } from '../api';
import { DialogText, FormDialog } from '../form-dialog';
import { FileButton } from '../records/file-button';

/** A pull as it is stored. */
export interface StoredPull {
  readonly name: string;
  readonly source: string;
  readonly everySeconds: number;
  readonly file: string;
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

/** Adds a pull, or changes its file, its mappings, its secrets or its time. */
export function PullDialog({ pull, onClose, onSaved }: Props) {
  const [name, setName] = useState(pull?.name ?? '');
  const [every, setEvery] = useState(pull ? `${pull.everySeconds / 60}m` : '10m');
  const [file, setFile] = useState(pull?.file ?? EXAMPLE);
  const [mappings, setMappings] = useState<Texts>({});
  const [secrets, setSecrets] = useState<Texts>({});
  const variables = new Set(
    [...file.matchAll(/\$([A-Za-z_]\w*)/g)].map(([, variable = '']) => variable),
  );
  const names = new Set([...(pull?.mappings ?? []), ...Object.keys(mappings)]);
  async function save(): Promise<void> {
    await call('POST', '/pulls', { name, every, file, mappings, secrets });
    await onSaved();
  }
  async function addMappings(files: readonly File[]): Promise<void> {
    const read = files.map(async (one) => [one.name, await one.text()] as const);
    const texts = await Promise.all(read);
    setMappings((now) => ({ ...now, ...Object.fromEntries(texts) }));
  }
  return (
    <FormDialog
      title={pull ? `Pull of ${pull.source} into ${pull.name}` : 'Add a pull'}
      button="Save"
      isWide
      onClose={onClose}
      onSubmit={save}
    >
      <Stack direction="row" sx={{ gap: 1 }}>
        <DialogText
          label="Into"
          helperText="The name of the brokerage or feed that it fills"
          autoFocus={!pull}
          disabled={pull !== undefined}
          value={name}
          onChange={setName}
        />
        <DialogText label="Every" helperText="1m to 12h" value={every} onChange={setEvery} />
      </Stack>
      <DialogText
        label="File"
        helperText="What is read, and from where. Its secrets are named, such as $ACTRIS_TOKEN."
        multiline
        minRows={6}
        maxRows={20}
        value={file}
        onChange={setFile}
        slotProps={{ htmlInput: { sx: { fontFamily: 'monospace', fontSize: 13 } } }}
      />
      <Stack direction="row" sx={{ gap: 1, my: 1, alignItems: 'center', flexWrap: 'wrap' }}>
        <FileButton
          words="Take the file of your computer"
          label="File of the pull"
          busy={false}
          accept=".yaml,.yml"
          onFiles={([chosen]) => void chosen?.text().then(setFile)}
        />
        <FileButton
          words="Add a mapping"
          label="Mappings"
          busy={false}
          multiple
          accept=".yaml,.yml"
          onFiles={(files) => void addMappings(files)}
        />
        <Typography variant="body2" color="textSecondary">
          {[...names].join(', ') || 'Only mappings that the file names and that do not ship'}
        </Typography>
      </Stack>
      {[...variables].map((variable) => (
        <TextField
          key={variable}
          label={`Secret ${variable}`}
          type="password"
          autoComplete="off"
          fullWidth
          helperText={
            pull?.secrets[variable] === true
              ? 'Stored. Empty leaves it as it is; behind a change of from, give it again.'
              : 'Stored encrypted, and never shown again'
          }
          value={secrets[variable] ?? ''}
          onChange={({ target }) => setSecrets({ ...secrets, [variable]: target.value })}
        />
      ))}
    </FormDialog>
  );
}
