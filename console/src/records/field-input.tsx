import { MenuItem, TextField } from '@mui/material';
import {
  AutocompleteArrayInput,
  AutocompleteInput,
  BooleanInput,
  CheckboxGroupInput,
  NumberInput,
  ReferenceArrayInput,
  ReferenceInput,
  TextInput,
  type InputProps as UseInput,
  useInput,
} from 'react-admin';
import type { InputProps } from './input-props';
import { type Field, helpOf, type Kind, useKind } from './kinds';
import { PhotosInput } from './photos-input';
import { PictureInput } from './picture-input';

export interface FieldInputProps {
  readonly field: Field;
  /** The same as the name of the field: react-admin reads it of filters. */
  readonly source: string;
  readonly label: string;
  readonly help?: string;
  /** Whether it filters a list: nothing chosen then means any value, and not none. */
  readonly isFilter?: boolean;
}

const IN_COLUMNS = {
  '& .MuiFormGroup-root': {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(170px, 1fr))',
  },
};

const asText = (value: unknown) => value ?? '';

/** The input of a field, by its type. */
export function FieldInput({
  field,
  source,
  label,
  help = helpOf(field),
  isFilter = false,
}: FieldInputProps) {
  const shared: InputProps & { readonly fullWidth: true } = {
    ...{ source, label, fullWidth: true },
    helperText: help === '' ? false : help,
    isRequired: field.required && !isFilter,
  };
  switch (field.type) {
    case 'flag':
      return (
        <BooleanInput {...shared} format={(value) => Boolean(value)} parse={(is) => (is ? 1 : 0)} />
      );
    case 'choice':
      return <ChoiceInput {...shared} field={field} />;
    case 'whole':
      return <NumberInput {...shared} min={0} step={1} />;
    case 'money':
    case 'number':
      return <NumberInput {...shared} step="any" />;
    case 'moment':
      return <MomentInput {...shared} />;
    case 'reference':
      return <OneOf {...shared} of={field.of} none={isFilter ? '' : 0} />;
    case 'references':
      return <ManyOf {...shared} of={field.of} />;
    case 'amenities':
      return (
        <CheckboxGroupInput {...shared} choices={[...(field.choices ?? [])]} sx={IN_COLUMNS} />
      );
    case 'list':
      return (
        <TextInput
          {...shared}
          multiline
          format={(lines: readonly string[] | undefined) => (lines ?? []).join('\n')}
          parse={(text: string) => text.split('\n')}
        />
      );
    case 'photos':
      return <PhotosInput {...shared} />;
    case 'picture':
      return <PictureInput {...shared} />;
    case 'longText':
    case 'html':
      return <TextInput {...shared} parse={asText} multiline minRows={4} />;
    case 'url':
      return <TextInput {...shared} parse={asText} type="url" />;
    default:
      return <TextInput {...shared} parse={asText} />;
  }
}

/** A text field of MUI as an input of the form, for what react-admin has no input that fits. */
function useTextField({ helperText, ...props }: InputProps & Pick<UseInput, 'format' | 'parse'>) {
  const { id, field, fieldState, isRequired } = useInput(props);
  const problem = fieldState.error?.message;
  return {
    ...field,
    ...{ id, label: props.label, fullWidth: true, required: isRequired },
    error: problem !== undefined,
    helperText: problem ?? (helperText || undefined),
  };
}

/** One of the choices: react-admin's own select adds an empty one to every list. */
function ChoiceInput({ field, ...props }: InputProps & { readonly field: Field }) {
  const input = useTextField({ ...props, parse: asText });
  const choices = field.choices ?? [];
  const isKnown = choices.some((choice) => choice.id === input.value);
  return (
    <TextField {...input} select>
      {!isKnown && <MenuItem value={input.value}>{String(input.value) || 'None'}</MenuItem>}
      {choices.map(({ id, name }) => (
        <MenuItem key={id} value={id}>
          {name === '' ? 'None' : name}
        </MenuItem>
      ))}
    </TextField>
  );
}

/** A moment in the brokerage's time, as records have it: `2026-11-20 14:05:09`. */
function MomentInput(props: InputProps) {
  const input = useTextField({
    ...props,
    format: (text: unknown) =>
      String(text ?? '')
        .replace(' ', 'T')
        .slice(0, 16),
    parse: (typed: string) => (typed === '' ? '' : `${typed.replace('T', ' ')}:00`),
  });
  return (
    <TextField {...input} type="datetime-local" slotProps={{ inputLabel: { shrink: true } }} />
  );
}

interface OfProps extends InputProps {
  readonly of: string | undefined;
}

/** What somebody types is sent to the server only for a kind that it searches. */
const searchOf = ({ search }: Kind) => (search ? {} : { filterToQuery: () => ({}) });

/** @param none What stands for no record. */
function OneOf({ of, none, ...props }: OfProps & { readonly none: 0 | '' }) {
  const kind = useKind(of);
  if (kind === undefined) return <NumberInput {...props} min={0} step={1} />;
  return (
    <ReferenceInput source={props.source} reference={kind.name} perPage={50}>
      <AutocompleteInput
        {...props}
        format={(id: number | null) => (Number(id) === 0 ? '' : Number(id))}
        parse={(id: unknown) => id || none}
        {...searchOf(kind)}
      />
    </ReferenceInput>
  );
}

function ManyOf({ of, ...props }: OfProps) {
  const kind = useKind(of);
  if (kind === undefined) return <TextInput {...props} readOnly />;
  return (
    <ReferenceArrayInput source={props.source} reference={kind.name} perPage={50}>
      <AutocompleteArrayInput {...props} {...searchOf(kind)} />
    </ReferenceArrayInput>
  );
}
