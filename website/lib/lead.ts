import 'server-only';
import { createHash } from 'node:crypto';
import { report } from './failure';
import { errorsOf, FORM_WORDS, type FormState, isEmail, textOf } from './form';
import { refusal } from './limits';
import { NO_EMAIL, refusedWith } from './refused';
import { TOUR_FIELDS } from './tour';

const FIELDS = [
  ...['firstname', 'lastname', 'email', 'phone', 'comment', 'about', 'attempt'],
  ...TOUR_FIELDS,
];

/** What somebody wrote to an agent. */
export interface Lead {
  readonly firstname: string;
  readonly lastname: string;
  readonly email: string;
  readonly phone: string;
  readonly comment: string;
  /** The number of what it is about. */
  readonly about: number;
}

interface LeadChoices {
  /** What the form says once the lead is sent. */
  readonly done: string;
  readonly needsComment?: boolean;
  /** What is wrong with fields that only this form has. */
  readonly errors?: Readonly<Record<string, string>>;
  /** Sends it to Portico. Words that it returns say why that was not possible. */
  readonly send: (
    lead: Lead,
    options: { readonly idempotencyKey: string },
  ) => PromiseLike<string | undefined>;
}

/** Answers the form of a lead, which works with and without JavaScript. */
export async function answerLead(
  form: FormData,
  { done, needsComment = false, errors: ownErrors = {}, send }: LeadChoices,
): Promise<FormState> {
  const typed = Object.fromEntries(FIELDS.map((name) => [name, textOf(form, name)]));
  const { firstname = '', lastname = '', email = '', phone = '', comment = '', about } = typed;
  const errors = errorsOf({
    firstname: !firstname && FORM_WORDS.firstname,
    lastname: !lastname && FORM_WORDS.lastname,
    email: !isEmail(email) && FORM_WORDS.email,
    comment: commentProblem(comment, needsComment),
    ...ownErrors,
  });
  if (Object.keys(errors).length > 0) return { errors, typed };
  // A field that people do not see. A program that fills it in is thanked, and nothing is sent.
  if (textOf(form, 'website') !== '') return { errors, typed: {}, done };
  const refused = await refusal('lead', typed);
  if (refused !== undefined) return refused;
  try {
    const lead = { firstname, lastname, email, phone, comment, about: Number(about) || 0 };
    const message = await send(lead, { idempotencyKey: keyOf(typed) });
    return message === undefined ? { errors, typed: {}, done } : { errors, typed, message };
  } catch (error) {
    if (refusedWith(error, NO_EMAIL)) return { errors: { email: FORM_WORDS.emailRefused }, typed };
    report('A lead', error);
    return { errors, typed, message: 'Your message could not be sent. Please try again.' };
  }
}

function commentProblem(comment: string, isNeeded: boolean): string | undefined {
  if (isNeeded && comment === '') return 'Please enter a message.';
  return comment.length > 5000 ? 'Please write at most 5,000 characters.' : undefined;
}

/**
 * Names a lead: the number that the page was made with, what it is about, and what was typed. The same form sent twice, by a double click or by going
 * back, has the same name and is one lead. One that was changed after a failure has another: the words that count are its own.
 */
function keyOf(typed: FormState['typed']): string {
  return createHash('sha256').update(JSON.stringify(typed)).digest('hex');
}
