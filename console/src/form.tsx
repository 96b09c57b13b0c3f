import {
  Alert,
  Box,
  Button,
  Checkbox,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  FormControlLabel,
  FormHelperText,
  MenuItem,
  TextField,
} from '@mui/material';
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { refusalOf } from './api';

type Value = string | boolean;

/** What was typed or chosen, by the names of inputs. */
export type Values = Readonly<Record<string, Value>>;

/** An input of a short form: a checkbox if it begins with a boolean, else a text or one of some choices. */
export interface FormInput {
  readonly name: string;
  readonly label: string;
  readonly help?: string;
  readonly initial?: Value | undefined;
  readonly type?: 'text' | 'password' | 'email' | 'date' | 'number';
  readonly choices?: readonly (readonly [value: string, words: string])[];
  /** What is offered for a text, which may be another one. */
  readonly offers?: readonly string[];
  readonly autoComplete?: string;
  readonly autoFocus?: boolean;
  readonly optional?: boolean;
  readonly disabled?: boolean;
  /** Whether it shares its row with the next, where there is room. */
  readonly isHalf?: boolean;
  /** Whether it has the lines of a program's file. */
  readonly isCode?: boolean;
}

interface FormProps {
  /** Its inputs, which may follow from what is typed. */
  readonly inputs: (typed: Values) => readonly FormInput[];
  readonly button: string;
  /** What stands below the inputs. */
  readonly children?: ReactNode | ((form: ShortFormState) => ReactNode);
  /**
   * Sends the values; the second ones are those that somebody has changed.
   *
   * @returns False where they stay in the form.
   */
  readonly onSubmit: (values: Readonly<Record<string, string>>, typed: Values) => Promise<unknown>;
}

/** What a form holds for parts that are no inputs. */
export interface ShortFormState {
  readonly values: Readonly<Record<string, string>>;
  readonly busy: boolean;
  set(name: string, value: Value): void;
  /** Sends something. What is wrong with it stands in the form, at its inputs. */
  run(send: () => Promise<unknown>): Promise<void>;
}

function useForm({ inputs: inputsOf, onSubmit }: Pick<FormProps, 'inputs' | 'onSubmit'>) {
  const [typed, setTyped] = useState<Values>({});
  const [busy, setBusy] = useState(false);
  const [{ words, atInputs }, setRefusal] = useState<Refusal>(NO_REFUSAL);
  const inputs = inputsOf(typed);
  const currentOf = ({ name, initial = '' }: FormInput) => typed[name] ?? initial;
  const values = Object.fromEntries(inputs.map((each) => [each.name, String(currentOf(each))]));
  const run: ShortFormState['run'] = async (send) => {
    setBusy(true);
    setRefusal(NO_REFUSAL);
    try {
      await send();
    } catch (error) {
      setRefusal(refusalOf(error, (name) => inputs.find((each) => each.name === name)?.label));
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run(async () => {
      if ((await onSubmit(values, typed)) === false) return;
      // What is typed while they are sent stays.
      setTyped((now) =>
        Object.fromEntries(Object.entries(now).filter(([name, value]) => typed[name] !== value)),
      );
    });
  };
  const set = (name: string, value: Value) => setTyped((now) => ({ ...now, [name]: value }));
  return { busy, words, atInputs, run, submit, inputs, values, typed, currentOf, set };
}

type Refusal = ReturnType<typeof refusalOf>;

const NO_REFUSAL: Refusal = { words: '', atInputs: {} };

type Form = ReturnType<typeof useForm>;

/** The problem, the inputs, and what stands below them. */
function FormBody({ form, children }: { readonly form: Form } & Pick<FormProps, 'children'>) {
  const box = useRef<HTMLDivElement>(null);
  const { words, atInputs } = form;
  useEffect(() => {
    // What is wrong is where somebody types next, also in a form that is longer than the window.
    if (Object.keys(atInputs).length === 0) return;
    box.current?.querySelector<HTMLElement>('[aria-invalid=true]:not([aria-hidden])')?.focus();
  }, [atInputs]);
  return (
    <Box
      ref={box}
      sx={{ display: 'grid', gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', columnGap: 1 }}
    >
      {words !== '' && (
        <Alert severity="error" sx={{ gridColumn: '1 / -1', mb: 1 }}>
          {words}
        </Alert>
      )}
      {form.inputs.map((input) => (
        <Box
          key={input.name}
          sx={{ gridColumn: { xs: '1 / -1', sm: input.isHalf ? 'auto' : '1 / -1' } }}
        >
          <Input form={form} input={input} />
        </Box>
      ))}
      <Box sx={{ gridColumn: '1 / -1' }}>
        {typeof children === 'function' ? children(form) : children}
      </Box>
    </Box>
  );
}

function Input({ form, input }: { readonly form: Form; readonly input: FormInput }) {
  const { name, label, choices, offers, isCode = false, type = 'text' } = input;
  const list = useId();
  const value = form.currentOf(input);
  const help = form.atInputs[name] ?? input.help;
  const disabled = input.disabled === true;
  if (typeof value === 'boolean')
    return (
      <>
        <FormControlLabel
          control={<Checkbox checked={value} onChange={(_, is) => form.set(name, is)} />}
          {...{ label, disabled }}
        />
        {help && <FormHelperText>{help}</FormHelperText>}
      </>
    );
  return (
    <>
      <TextField
        {...{ label, type, value, disabled, name }}
        fullWidth
        required={input.optional !== true}
        error={name in form.atInputs}
        helperText={help}
        select={choices !== undefined}
        autoFocus={input.autoFocus === true}
        {...(input.autoComplete && { autoComplete: input.autoComplete })}
        {...(isCode && { multiline: true, minRows: 6, maxRows: 20 })}
        onChange={({ target }) => form.set(name, target.value)}
        slotProps={{
          ...(type === 'date' && { inputLabel: { shrink: true } }),
          // A file may have several problems, each on its line.
          formHelperText: { sx: { whiteSpace: 'pre-line' } },
          htmlInput: {
            ...(offers && { list }),
            ...(isCode && { sx: { fontFamily: 'monospace', fontSize: 13 } }),
          },
        }}
      >
        {choices?.map(([each, words]) => (
          <MenuItem key={each} value={each}>
            {words}
          </MenuItem>
        ))}
      </TextField>
      {offers && (
        <datalist id={list}>
          {offers.map((each) => (
            <option key={each} value={each} />
          ))}
        </datalist>
      )}
    </>
  );
}

interface ShortFormProps extends FormProps {
  readonly color?: 'primary' | 'error';
  /** Whether it is what the page is for. */
  readonly isMain?: boolean;
  /** Whether there is nothing to send until something is changed. */
  readonly isOfChanges?: boolean;
  /** Whether it is only to be read. */
  readonly isReadOnly?: boolean;
}

/** A short form in a page: its errors stand at its fields, in the server's own words. */
export function ShortForm({
  button,
  children,
  color = 'primary',
  isMain = false,
  isOfChanges = false,
  isReadOnly = false,
  ...props
}: ShortFormProps) {
  const form = useForm(props);
  const isIdle = isOfChanges && Object.keys(form.typed).length === 0;
  return (
    <form onSubmit={form.submit}>
      <FormBody form={form}>{children}</FormBody>
      {!isReadOnly && (
        <Button
          {...{ type: 'submit', color, fullWidth: isMain, disabled: form.busy || isIdle }}
          variant={isMain || isOfChanges ? 'contained' : 'outlined'}
          sx={{ mt: 1 }}
        >
          {button}
        </Button>
      )}
    </form>
  );
}

interface DialogProps extends FormProps {
  readonly title: string;
  readonly isWide?: boolean;
  readonly onClose: () => void;
}

/** A short form over a page. It stays open, and says why, where the server refuses what it sends. */
export function FormDialog({ title, button, isWide, onClose, children, ...props }: DialogProps) {
  const id = useId();
  const form = useForm(props);
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth={isWide ? 'md' : 'xs'} aria-labelledby={id}>
      <form onSubmit={form.submit}>
        <DialogTitle id={id}>{title}</DialogTitle>
        <DialogContent>
          <FormBody form={form}>{children}</FormBody>
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="contained" disabled={form.busy}>
            {button}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
