'use client';

import { type ReactNode, useActionState, useEffect, useRef } from 'react';
import { Field } from '@/components/field';
import { EMPTY_FORM, type FormState } from '@/lib/form';
import { changePassword, register, saveProfile, signIn, verify } from './actions';

type Action = (before: FormState, form: FormData) => Promise<FormState>;

/** Where a visitor wanted to go: carried along by the forms on the way. */
export interface Way {
  readonly next?: string | undefined;
  readonly save?: string | undefined;
}

/** A form of the account. Without JavaScript the browser posts it, and the page comes back with what the action says. */
function AccountForm(props: {
  readonly action: Action;
  readonly button: string;
  readonly way?: Way;
  readonly children: (state: FormState) => ReactNode;
}) {
  const { action, button, way, children } = props;
  const [state, send, pending] = useActionState(action, EMPTY_FORM);
  const form = useRef<HTMLFormElement>(null);
  const { errors, message, done } = state;

  useEffect(() => {
    if (Object.keys(errors).length > 0)
      form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [errors]);

  return (
    <form ref={form} action={send} className="form" noValidate>
      {message && (
        <p className="message" role="alert">
          {message}
        </p>
      )}
      {done && (
        <p className="message good" role="status">
          {done}
        </p>
      )}
      {way?.next && <input type="hidden" name="next" value={way.next} />}
      {way?.save && <input type="hidden" name="save" value={way.save} />}
      {children(state)}
      <div>
        <button type="submit" className="button" aria-disabled={pending}>
          {pending ? 'One moment' : button}
        </button>
      </div>
    </form>
  );
}

const EMAIL = { name: 'email', label: 'Email', type: 'email', maxLength: 254, required: true };
const FIRST = { name: 'firstname', label: 'First name', maxLength: 200, required: true };
const LAST = { name: 'lastname', label: 'Last name', maxLength: 200, required: true };
const NEW_PASSWORD = {
  ...{ name: 'password', type: 'password', maxLength: 128, required: true },
  ...{ hint: 'At least 10 characters.', autoComplete: 'new-password' },
};

export function SignInForm({ way, email }: { readonly way: Way; readonly email: string }) {
  return (
    <AccountForm action={signIn} button="Sign in" way={way}>
      {({ errors, typed }) => (
        <>
          <Field
            {...EMAIL}
            {...{ errors, autoComplete: 'username', defaultValue: typed.email ?? email }}
          />
          <Field
            {...{ name: 'password', label: 'Password', type: 'password', maxLength: 256, errors }}
            autoComplete="current-password"
            required
          />
        </>
      )}
    </AccountForm>
  );
}

export function RegisterForm({ way }: { readonly way: Way }) {
  return (
    <AccountForm action={register} button="Create account" way={way}>
      {({ errors, typed }) => (
        <>
          <Names {...{ errors, typed }} />
          <Field
            {...EMAIL}
            {...{ errors, autoComplete: 'username', defaultValue: typed.email }}
            hint="We send a code to it, once."
          />
          <Field {...NEW_PASSWORD} label="Password" errors={errors} />
        </>
      )}
    </AccountForm>
  );
}

export function VerifyForm({ way, email }: { readonly way: Way; readonly email: string }) {
  return (
    <AccountForm action={verify} button="Confirm" way={way}>
      {({ errors, typed }) => (
        <>
          <Field
            {...EMAIL}
            {...{ errors, autoComplete: 'username', defaultValue: typed.email ?? email }}
          />
          <Field
            {...{ name: 'code', label: 'Code', maxLength: 100, errors }}
            {...{ autoComplete: 'one-time-code', spellCheck: false, autoCapitalize: 'off' }}
            required
            defaultValue={typed.code}
          />
        </>
      )}
    </AccountForm>
  );
}

interface Person {
  readonly firstname: string;
  readonly lastname: string;
  readonly phone: string;
}

export function ProfileForm({ person }: { readonly person: Person }) {
  return (
    <AccountForm action={saveProfile} button="Save">
      {({ errors, typed }) => {
        const shown = { ...person, ...typed };
        return (
          <>
            <Names errors={errors} typed={shown} />
            <Field
              {...{ name: 'phone', label: 'Phone, if you like', type: 'tel', maxLength: 100 }}
              {...{ errors, autoComplete: 'tel', defaultValue: shown.phone }}
            />
          </>
        );
      }}
    </AccountForm>
  );
}

export function PasswordForm() {
  return (
    <AccountForm action={changePassword} button="Change password">
      {({ errors }) => (
        <>
          <Field
            {...{ name: 'current', label: 'Password of today', type: 'password', maxLength: 256 }}
            {...{ errors, autoComplete: 'current-password' }}
            required
          />
          <Field {...NEW_PASSWORD} label="New password" errors={errors} />
        </>
      )}
    </AccountForm>
  );
}

function Names({ errors, typed }: Pick<FormState, 'errors' | 'typed'>) {
  return (
    <div className="form-row">
      <Field
        {...FIRST}
        {...{ errors, autoComplete: 'given-name', defaultValue: typed.firstname }}
      />
      <Field {...LAST} {...{ errors, autoComplete: 'family-name', defaultValue: typed.lastname }} />
    </div>
  );
}
