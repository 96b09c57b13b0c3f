import { Alert, Button, Stack, TextField, type TextFieldProps } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { useSubmit } from '../plain';

interface InputOfForm {
  readonly name: string;
  readonly label: string;
  readonly type?: 'text' | 'password' | 'email';
  readonly autoComplete?: string;
  readonly help?: string;
}

interface Props {
  readonly inputs: readonly InputOfForm[];
  readonly button: string;
  readonly color?: 'primary' | 'error';
  readonly children?: ReactNode;
  /** Sends what was typed, by the names of the inputs. */
  readonly onSubmit: (values: Readonly<Record<string, string>>) => Promise<void>;
}

/** A short form: its errors stand at their fields, in the server's own words. */
export function ShortForm({ inputs, button, color = 'primary', children, onSubmit }: Props) {
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const { busy, problem, fields, submit } = useSubmit(async () => {
    await onSubmit(values);
    setValues({});
  });
  const about = ({ name, help }: InputOfForm): TextFieldProps => ({
    error: name in fields,
    helperText: fields[name] ?? help,
    value: values[name] ?? '',
    onChange: (event) => setValues({ ...values, [name]: event.target.value }),
  });
  return (
    <Stack
      component="form"
      onSubmit={submit}
      sx={{ gap: 0.5, maxWidth: 360, alignItems: 'flex-start' }}
    >
      {problem !== '' && <Alert severity="error">{problem}</Alert>}
      {inputs.map((input) => (
        <TextField
          key={input.name}
          {...about(input)}
          fullWidth
          required
          label={input.label}
          type={input.type ?? 'text'}
          {...(input.autoComplete && { autoComplete: input.autoComplete })}
        />
      ))}
      {children}
      <Button type="submit" variant="outlined" color={color} disabled={busy}>
        {button}
      </Button>
    </Stack>
  );
}
