'use client';

import { useActionState, useEffect, useRef } from 'react';
import { Area, Field } from '@/components/field';
import { EMPTY_FORM } from '@/lib/form';
import { writeToAgent } from './actions';

/** A question to an agent. Without JavaScript the browser posts it, and the page comes back with the answer. */
export function AgentForm(props: { readonly agent: number; readonly attempt: string }) {
  const [{ done, message, errors, typed }, send, pending] = useActionState(
    writeToAgent,
    EMPTY_FORM,
  );
  const form = useRef<HTMLFormElement>(null);

  useEffect(() => {
    if (Object.keys(errors).length > 0)
      form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [errors]);

  if (done)
    return (
      <p className="message good" role="status">
        <strong>Thank you.</strong> {done}
      </p>
    );
  return (
    <form ref={form} action={send} className="form" noValidate>
      {message && (
        <p className="message" role="alert">
          {message}
        </p>
      )}
      <input type="hidden" name="agent" value={props.agent} />
      {/* Without JavaScript the page is made anew when the form comes back, and the lead is still the same one. */}
      <input
        type="hidden"
        name="attempt"
        value={typed.attempt || props.attempt}
        suppressHydrationWarning
      />
      <div className="form-row">
        <Field
          {...{ name: 'firstname', label: 'First name', errors, maxLength: 200 }}
          {...{ autoComplete: 'given-name', required: true, defaultValue: typed.firstname }}
        />
        <Field
          {...{ name: 'lastname', label: 'Last name', errors, maxLength: 200 }}
          {...{ autoComplete: 'family-name', required: true, defaultValue: typed.lastname }}
        />
      </div>
      <Field
        {...{ name: 'email', label: 'Email', type: 'email', errors, maxLength: 254 }}
        {...{ autoComplete: 'email', required: true, defaultValue: typed.email }}
      />
      <Area
        {...{ name: 'comment', label: 'What are you looking for?', errors, required: true }}
        defaultValue={typed.comment}
      />
      <div className="trap" aria-hidden="true">
        <label htmlFor="website">Leave this empty</label>
        <input id="website" name="website" tabIndex={-1} autoComplete="off" />
      </div>
      <div>
        <button type="submit" className="button" aria-disabled={pending}>
          {pending ? 'Sending' : 'Send'}
        </button>
      </div>
    </form>
  );
}
