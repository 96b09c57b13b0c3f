'use server';

import type { FormState } from '@/lib/form';
import { answerLead } from '@/lib/lead';
import { portico } from '@/lib/portico';

/** Sends a lead to the brokerage, about no home and to no agent in particular. */
export async function writeToBrokerage(_before: FormState, form: FormData): Promise<FormState> {
  return answerLead(form, {
    done: 'Your message is on its way.',
    needsComment: true,
    send: async ({ about: _, ...lead }, options) => {
      await portico().leads.send(lead, options);
      return undefined;
    },
  });
}
