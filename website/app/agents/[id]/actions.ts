'use server';

import { createHash } from 'node:crypto';
import { report } from '@/lib/failure';
import { EMAIL_REFUSED, EMAIL_WANTED, errorsOf, type FormState, isEmail, textOf } from '@/lib/form';
import { agentOf } from '@/lib/people';
import { portico } from '@/lib/portico';
import { NO_EMAIL, refusedWith } from '@/lib/refused';

const FIELDS = ['firstname', 'lastname', 'email', 'comment', 'agent', 'attempt'] as const;
const SENT = 'Your message is on its way.';

/** Sends a lead to one agent. The form names the agent by number: an address in it would let anybody send email to anybody. */
export async function writeToAgent(_before: FormState, form: FormData): Promise<FormState> {
  const typed = Object.fromEntries(FIELDS.map((name) => [name, textOf(form, name)]));
  const { firstname = '', lastname = '', email = '', comment = '' } = typed;
  const errors = errorsOf({
    firstname: !firstname && 'Please tell us your first name.',
    lastname: !lastname && 'Please tell us your last name.',
    email: !isEmail(email) && EMAIL_WANTED,
    comment: commentProblem(comment),
  });
  if (Object.keys(errors).length > 0) return { errors, typed };
  // A field that people do not see. A program that fills it in is thanked, and nothing is sent.
  if (textOf(form, 'website') !== '') return { errors, typed: {}, done: SENT };
  try {
    const agent = await agentOf(Number(typed.agent) || 0);
    if (agent === undefined) return { errors, typed, message: 'This agent is no longer here.' };
    // The same form sent twice has the same number and words, and is one lead.
    const idempotencyKey = createHash('sha256').update(JSON.stringify(typed)).digest('hex');
    await portico().leads.send(
      { firstname, lastname, email, comment, agentEmail: agent.email },
      { idempotencyKey },
    );
    return { errors, typed: {}, done: SENT };
  } catch (error) {
    if (refusedWith(error, NO_EMAIL)) return { errors: { email: EMAIL_REFUSED }, typed };
    report('A lead', error);
    return { errors, typed, message: 'Your message could not be sent. Please try again.' };
  }
}

function commentProblem(comment: string): string | undefined {
  if (comment === '') return 'Please write a line.';
  return comment.length > 5000 ? 'Please write at most 5,000 characters.' : undefined;
}
