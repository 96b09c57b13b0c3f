'use client';

import type { TourSpan } from '@/lib/tour';
import { ActionForm, type FormAction } from './action-form';
import { Area } from './field';
import { EmailField, Names, PhoneField } from './names';
import { TourFields } from './tour-fields';

/** A message to an agent or to the brokerage. It stands in the part of the page with the id `contact`. */
export function LeadForm(props: {
  readonly action: FormAction;
  /** What it is about, by its name in addresses. */
  readonly about: number | string;
  /** Made with the page: a form that is sent twice has the same number, and is one lead. */
  readonly attempt: string;
  readonly label: string;
  /** What the message says before anybody has changed it; it has to be written where this is left out. */
  readonly text?: string;
  /** The times for which a tour can be asked; left out where there is nothing to see. */
  readonly tours?: TourSpan;
}) {
  const { action, about, attempt, label, text, tours } = props;
  return (
    <ActionForm
      {...{ action, anchor: 'contact', button: 'Send', busy: 'Sending' }}
      thanks={(done) => (
        <>
          <strong>Thank you.</strong> {done}
        </>
      )}
    >
      {({ errors, typed }) => (
        <>
          <input type="hidden" name="about" value={about} />
          {/* Without JavaScript the page is made again when the form comes back, and the lead is still the same one. */}
          <input
            type="hidden"
            name="attempt"
            value={typed.attempt || attempt}
            suppressHydrationWarning
          />
          <Names {...{ errors, typed }} />
          <EmailField errors={errors} value={typed.email} />
          <PhoneField errors={errors} value={typed.phone} />
          <Area
            {...{ name: 'comment', label, errors, required: text === undefined }}
            defaultValue={typed.comment ?? text}
          />
          {tours && <TourFields {...{ span: tours, errors, typed }} />}
          <div className="trap" aria-hidden="true">
            <label htmlFor="website">Leave this empty</label>
            <input id="website" name="website" tabIndex={-1} autoComplete="off" />
          </div>
        </>
      )}
    </ActionForm>
  );
}
