import type { ComponentProps } from 'react';

/** Where the errors of a form stand: by the name of the field. */
export type FieldErrors = Readonly<Record<string, string | undefined>>;

interface FieldProps extends ComponentProps<'input'> {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly errors?: FieldErrors;
}

/** A labelled field of one line. Its error is read out with it. */
export function Field({ label, hint, errors, ...input }: FieldProps) {
  const { id, described, error } = aroundOf(input.name, hint, errors);
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input {...input} {...described} id={id} className="input" />
      <Around {...{ id, hint, error }} />
    </div>
  );
}

interface AreaProps extends ComponentProps<'textarea'> {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly errors?: FieldErrors;
}

/** A labelled field of several lines. */
export function Area({ label, hint, errors, ...area }: AreaProps) {
  const { id, described, error } = aroundOf(area.name, hint, errors);
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <textarea {...area} {...described} id={id} className="input" />
      <Around {...{ id, hint, error }} />
    </div>
  );
}

function aroundOf(name: string, hint: string | undefined, errors: FieldErrors | undefined) {
  const id = `field-${name}`;
  const error = errors?.[name];
  const notes = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ');
  const described = {
    ...(error && { 'aria-invalid': true as const }),
    ...(notes && { 'aria-describedby': notes }),
  };
  return { id, described, error };
}

function Around(props: {
  readonly id: string;
  readonly hint: string | undefined;
  readonly error: string | undefined;
}) {
  const { id, hint, error } = props;
  return (
    <>
      {hint && (
        <p id={`${id}-hint`} className="note">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="field-error">
          {error}
        </p>
      )}
    </>
  );
}
