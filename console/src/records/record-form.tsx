import { Box, Link, Stack, Typography } from '@mui/material';
import { useFormContext, useWatch } from 'react-hook-form';
import { Section } from '../section';
import { FieldInput } from './field-input';
import { FieldValues } from './field-value';
import { emptyOf, type Field, fieldsNamed, isWide, type Kind, useKind } from './kinds';
import { PlaceInput } from './place-input';

type Group = readonly [title: string, fields: readonly Field[]];

/** The fields by their groups, in the server's order. Pictures come second: they are what is looked for most. */
function groupsOf(fields: readonly Field[]): readonly Group[] {
  const groups = new Map<string, Field[]>();
  const pictures = fields.filter(({ type }) => type === 'photos');
  for (const field of fields.filter((one) => !pictures.includes(one))) {
    const group = groups.get(field.group);
    if (group === undefined) groups.set(field.group, [field]);
    else group.push(field);
  }
  const [first = [], ...rest] = [...groups];
  return [first, ['Pictures', pictures], ...rest].filter(
    (group): group is [string, Field[]] => group[1] !== undefined && group[1].length > 0,
  );
}

const GRID = {
  ...{ display: 'grid', columnGap: 2, rowGap: 0.5, alignItems: 'start' },
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(220px, 100%), 1fr))',
};

interface Props {
  readonly kind: Kind;
  readonly fields: readonly Field[];
  /** Whether its values are only shown. */
  readonly readOnly: boolean;
  /** Fields that the page shows elsewhere. */
  readonly without?: readonly string[];
}

/** The inputs of a kind, which follow from its fields. */
export function RecordFields({ kind, fields, readOnly, without = [] }: Props) {
  const shown = fields.filter(({ name, type }) => type !== 'id' && !without.includes(name));
  return (
    <Stack sx={{ gap: 2 }}>
      {groupsOf(shown).map(([title, group]) => (
        <Section key={title} title={title}>
          {readOnly ? <FieldValues fields={group} /> : <Inputs kind={kind} fields={group} />}
        </Section>
      ))}
    </Stack>
  );
}

interface SomeProps {
  readonly title: string;
  readonly kind: string;
  readonly names: readonly string[];
}

/** Some fields of a kind in a part of a page, for those that its form does not show. */
export function SomeFields({ title, kind: name, names }: SomeProps) {
  const kind = useKind(name);
  if (kind === undefined) return null;
  const fields = fieldsNamed(kind, names);
  return (
    <Section title={title}>
      {kind.edit ? <Inputs kind={kind} fields={fields} /> : <FieldValues fields={fields} />}
    </Section>
  );
}

function Inputs({ kind, fields }: { readonly kind: Kind; readonly fields: readonly Field[] }) {
  const open = fields.filter((field) => !field.readOnly && field.type !== 'other');
  const fixed = fields.filter((field) => !open.includes(field));
  return (
    <>
      <Box sx={GRID}>
        {open.map((field) => (
          <Box
            key={field.name}
            sx={{ minWidth: 0, ...(isWide(field) && { gridColumn: '1 / -1' }) }}
          >
            <FieldInput field={field} source={field.name} label={field.label} />
            {kind.keep && <Kept field={field} />}
          </Box>
        ))}
      </Box>
      <PlaceInput fields={open} />
      {fixed.length > 0 && (
        <Box sx={{ mt: open.length > 0 ? 2 : 0 }}>
          <FieldValues fields={fixed} />
        </Box>
      )}
    </>
  );
}

/** Says of a field that no import changes it, and gives it back. */
function Kept({ field }: { readonly field: Field }) {
  const { setValue } = useFormContext();
  const keep: readonly string[] = useWatch({ name: '_keep' }) ?? [];
  if (!keep.includes(field.name)) return null;
  const giveBack = () => {
    const rest = keep.filter((name) => name !== field.name);
    setValue('_keep', rest, { shouldDirty: true });
  };
  return (
    <Typography variant="caption" color="textSecondary" component="p" sx={{ mb: 1 }}>
      Kept: imports leave it as it is.{' '}
      <Link component="button" type="button" underline="always" onClick={giveBack}>
        Give {field.label} back to imports
      </Link>
    </Typography>
  );
}

/** The values that a new record begins with. */
export function emptyRecord(kind: Kind): Record<string, unknown> {
  return Object.fromEntries(
    kind.fields
      .filter((field) => !field.readOnly && field.type !== 'moment')
      .map((field) => [field.name, field.initial ?? emptyOf(field)]),
  );
}
