'use client';

import type { ReactNode } from 'react';
import { ActionForm, type FormAction } from '@/components/action-form';
import { Field } from '@/components/field';
import { EmailField, Names, PhoneField } from '@/components/names';
import type { FormState } from '@/lib/form';
import {
  askForCode,
  askForPassword,
  changePassword,
  register,
  resetPassword,
  saveProfile,
  signIn,
  verify,
} from './actions';

/** Where a visitor wanted to go: carried along by the forms on the way. */
export interface Way {
  readonly next?: string | undefined;
  /** The number of a home to save at the end, or `search` for the search in `next`. */
  readonly save?: string | undefined;
}

/** A form of the account. */
function AccountForm(props: {
  readonly action: FormAction;
  readonly anchor?: string;
  readonly button: string;
  readonly way?: Way;
  readonly children: (state: FormState) => ReactNode;
}) {
  const { action, anchor = 'form', button, way, children } = props;
  return (
    <ActionForm {...{ action, anchor, button, busy: 'One moment' }}>
      {(state) => (
        <>
          {way?.next && <input type="hidden" name="next" value={way.next} />}
          {way?.save && <input type="hidden" name="save" value={way.save} />}
          {children(state)}
        </>
      )}
    </ActionForm>
  );
}

const NEW_PASSWORD = {
  ...{ name: 'password', type: 'password', maxLength: 128, required: true },
  ...{ hint: 'At least 10 characters.', autoComplete: 'new-password' },
};

export function SignInForm({ way, email }: { readonly way: Way; readonly email: string }) {
  return (
    <AccountForm action={signIn} button="Sign in" way={way}>
      {({ errors, typed }) => (
        <>
          <EmailField errors={errors} value={typed.email ?? email} autoComplete="username" />
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
          <EmailField
            {...{ errors, value: typed.email, autoComplete: 'username' }}
            hint="We will send a code to this address."
          />
          <Field {...NEW_PASSWORD} label="Password" errors={errors} />
        </>
      )}
    </AccountForm>
  );
}

/** Asks for an email. Whatever it says, it says the same of every address. */
export function EmailForm(props: { readonly for: 'password' | 'code'; readonly email: string }) {
  const action = props.for === 'password' ? askForPassword : askForCode;
  return (
    <AccountForm action={action} button="Send the email">
      {({ errors, typed }) => (
        <EmailField errors={errors} value={typed.email ?? props.email} autoComplete="username" />
      )}
    </AccountForm>
  );
}

export function NewPasswordForm() {
  return (
    <AccountForm action={resetPassword} button="Set password">
      {({ errors }) => <Field {...NEW_PASSWORD} label="New password" errors={errors} />}
    </AccountForm>
  );
}

export function VerifyForm(props: {
  readonly way: Way;
  readonly email: string;
  /** Of the link that led here. */
  readonly code: string;
}) {
  const { way, email, code } = props;
  return (
    <AccountForm action={verify} button="Confirm" way={way}>
      {({ errors, typed }) => (
        <>
          <EmailField errors={errors} value={typed.email ?? email} autoComplete="username" />
          <Field
            {...{ name: 'code', label: 'Code', maxLength: 100, errors }}
            {...{ autoComplete: 'one-time-code', spellCheck: false, autoCapitalize: 'off' }}
            required
            defaultValue={typed.code ?? code}
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
    <AccountForm action={saveProfile} anchor="about-you" button="Save">
      {({ errors, typed }) => {
        const shown = { ...person, ...typed };
        return (
          <>
            <Names errors={errors} typed={shown} />
            <PhoneField errors={errors} value={shown.phone} />
          </>
        );
      }}
    </AccountForm>
  );
}

export function PasswordForm() {
  return (
    <AccountForm action={changePassword} anchor="password" button="Change password">
      {({ errors }) => (
        <>
          <Field
            {...{ name: 'current', label: 'Current password', type: 'password', maxLength: 256 }}
            {...{ errors, autoComplete: 'current-password' }}
            required
          />
          <Field {...NEW_PASSWORD} label="New password" errors={errors} />
        </>
      )}
    </AccountForm>
  );
}
