import type { FormState } from '@/lib/form';
import { Field } from './field';

const NAME = { maxLength: 200, required: true };

/** The fields for the name of a visitor. */
export function Names({ errors, typed }: Pick<FormState, 'errors' | 'typed'>) {
  return (
    <div className="form-row">
      <Field
        {...{ ...NAME, name: 'firstname', label: 'First name', errors }}
        {...{ autoComplete: 'given-name', defaultValue: typed.firstname }}
      />
      <Field
        {...{ ...NAME, name: 'lastname', label: 'Last name', errors }}
        {...{ autoComplete: 'family-name', defaultValue: typed.lastname }}
      />
    </div>
  );
}

/** The field for an email address. */
export function EmailField(props: {
  readonly errors: FormState['errors'];
  readonly value: string | undefined;
  readonly autoComplete?: string;
  readonly hint?: string;
}) {
  const { value, autoComplete = 'email', ...field } = props;
  return (
    <Field
      {...{ name: 'email', label: 'Email', type: 'email', maxLength: 254, required: true }}
      {...{ ...field, autoComplete, defaultValue: value }}
    />
  );
}

/** The field for a telephone number, which nobody has to give. */
export function PhoneField(props: {
  readonly errors: FormState['errors'];
  readonly value: string | undefined;
}) {
  const { errors, value } = props;
  return (
    <Field
      {...{ name: 'phone', label: 'Phone (optional)', type: 'tel', maxLength: 100 }}
      {...{ errors, autoComplete: 'tel', defaultValue: value }}
    />
  );
}
