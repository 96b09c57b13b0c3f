'use client';

import { useActionState, useEffect, useRef } from 'react';
import { Area, Field } from '@/components/field';
import { type LeadState, sendLead } from './actions';

const EMPTY: LeadState = { sent: false, errors: {}, typed: {} };

/** A question about a listing. Without JavaScript the browser posts it, and the page comes back with the answer. */
export function LeadForm(props: { readonly listing: number; readonly attempt: string }) {
  const [{ sent, message, errors, typed }, send, pending] = useActionState(sendLead, EMPTY);
  const form = useRef<HTMLFormElement>(null);

  useEffect(() => {
    if (Object.keys(errors).length > 0)
      form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [errors]);

  if (sent)
    return (
      <p className="message good" role="status">
        <strong>Thank you.</strong> Your question is with the agent, who will write to you.
      </p>
    );
  return (
    <form ref={form} action={send} className="form" noValidate>
      {message && (
        <p className="message" role="alert">
          {message}
        </p>
      )}
      <input type="hidden" name="listing" value={props.listing} />
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
          autoComplete="given-name"
          required
          defaultValue={typed.firstname}
        />
        <Field
          {...{ name: 'lastname', label: 'Last name', errors, maxLength: 200 }}
          autoComplete="family-name"
          required
          defaultValue={typed.lastname}
        />
      </div>
      <Field
        {...{ name: 'email', label: 'Email', type: 'email', errors, maxLength: 254 }}
        autoComplete="email"
        required
        defaultValue={typed.email}
      />
      <Field
        {...{ name: 'phone', label: 'Phone, if you like', type: 'tel', errors, maxLength: 100 }}
        autoComplete="tel"
        defaultValue={typed.phone}
      />
      <Area
        {...{ name: 'comment', label: 'Your question', errors }}
        defaultValue={typed.comment ?? 'When can I see it?'}
      />
      <div className="trap" aria-hidden="true">
        <label htmlFor="website">Leave this empty</label>
        <input id="website" name="website" tabIndex={-1} autoComplete="off" />
      </div>
      <button type="submit" className="button" aria-disabled={pending}>
        {pending ? 'Sending' : 'Send'}
      </button>
    </form>
  );
}
