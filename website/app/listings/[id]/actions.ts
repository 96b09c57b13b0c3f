'use server';

import type { FormState } from '@/lib/form';
import { answerLead } from '@/lib/lead';
import { portico } from '@/lib/portico';

/** Sends a lead about a listing to its agent. */
export async function sendLead(_before: FormState, form: FormData): Promise<FormState> {
  return answerLead(form, {
    done: 'Your message is on its way, and we will get back to you.',
    send: async ({ about, ...lead }, options) => {
      await portico().leads.sendForListing({ ...lead, listingID: about }, options);
      return undefined;
    },
  });
}
