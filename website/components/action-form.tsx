'use client';

import { type ReactNode, useActionState, useEffect, useRef } from 'react';
import { EMPTY_FORM, type FormState } from '@/lib/form';

/** A server action that answers a form. */
export type FormAction = (before: FormState, form: FormData) => Promise<FormState>;

/**
 * A form that a server action answers. Without JavaScript the browser posts it, and the page comes back with what the action says.
 * The focus goes to the first field with an error.
 */
export function ActionForm(props: {
  readonly action: FormAction;
  readonly button: string;
  /** What the button says while the form is on its way. */
  readonly busy: string;
  /** What takes the place of the form once it is done. Where it is left out, the form stays with the message above it. */
  readonly thanks?: (done: string) => ReactNode;
  readonly children: (state: FormState) => ReactNode;
}) {
  const { action, button, busy, thanks, children } = props;
  const [state, send, pending] = useActionState(action, EMPTY_FORM);
  const form = useRef<HTMLFormElement>(null);
  const { errors, message, done } = state;

  useEffect(() => {
    if (Object.keys(errors).length > 0)
      form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [errors]);

  const said = done && (
    <p className="message good" role="status">
      {thanks?.(done) ?? done}
    </p>
  );
  if (said && thanks) return said;
  return (
    <form ref={form} action={send} className="form" noValidate>
      {message && (
        <p className="message" role="alert">
          {message}
        </p>
      )}
      {said}
      {children(state)}
      <div>
        <button type="submit" className="button" aria-disabled={pending}>
          {pending ? busy : button}
        </button>
      </div>
    </form>
  );
}
