'use client';

import { type ReactNode, useActionState, useEffect, useRef } from 'react';
import { EMPTY_FORM, type FormState } from '@/lib/form';

/** A server action that answers a form. */
export type FormAction = (before: FormState, form: FormData) => Promise<FormState>;

/**
 * A form that a server action answers. Without JavaScript the browser posts it, and the page comes back at the form with what the action says.
 * The focus goes to the first field with an error, or to the message.
 */
export function ActionForm(props: {
  readonly action: FormAction;
  /** The id of the part of the page that the form is in: a page that comes back begins there. */
  readonly anchor: string;
  readonly button: string;
  /** What the button says while the form is on its way. */
  readonly busy: string;
  /** What takes the place of the form once it is done. Where it is left out, the form stays with the message above it. */
  readonly thanks?: (done: string) => ReactNode;
  readonly children: (state: FormState) => ReactNode;
}) {
  const { action, anchor, button, busy, thanks, children } = props;
  const [state, send, pending] = useActionState(action, EMPTY_FORM, `#${anchor}`);
  const frame = useRef<HTMLDivElement>(null);
  const { message, done } = state;

  useEffect(() => {
    if (state === EMPTY_FORM) return;
    const invalid = frame.current?.querySelector<HTMLElement>('[aria-invalid]');
    const answer = invalid ?? frame.current?.querySelector<HTMLElement>('.message');
    // In the middle of the window: at its top the header of the page would cover it.
    answer?.scrollIntoView({ block: 'center' });
    answer?.focus({ preventScroll: true });
  }, [state]);

  // A message is lower than its form. The page below would move up, and the message out of the window.
  const keepHeight = (): void => {
    const { current } = frame;
    if (current !== null) current.style.minHeight = `${current.offsetHeight}px`;
  };

  const said = done && (
    <p className="message good" role="status" tabIndex={-1}>
      {thanks?.(done) ?? done}
    </p>
  );
  return (
    <div ref={frame}>
      {said && thanks ? (
        said
      ) : (
        <form action={send} onSubmit={keepHeight} className="form" noValidate>
          {message && (
            <p className="message" role="alert" tabIndex={-1}>
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
      )}
    </div>
  );
}
