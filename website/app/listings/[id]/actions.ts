'use server';

import { type FormState, textOf } from '@/lib/form';
import { homeIn } from '@/lib/ids';
import { answerLead } from '@/lib/lead';
import { portico } from '@/lib/portico';
import { site } from '@/lib/site';
import { tourErrors, tourOf, tourSpan } from '@/lib/tour';

/** Sends a lead about a listing to its agent, with the times that somebody would like a tour at. */
export async function sendLead(_before: FormState, form: FormData): Promise<FormState> {
  const tour = tourOf(form);
  const { time_zone } = await site();
  return answerLead(form, {
    done:
      tour.tourTimes === undefined
        ? 'Your message is on its way, and we will get back to you.'
        : 'Your request is on its way, and we will confirm a time.',
    errors: tourErrors(form, tourSpan(time_zone)),
    send: async ({ about: _, ...lead }, options) => {
      const { id: listingID = 0, isMLS = false } = homeIn(textOf(form, 'about')) ?? {};
      await portico().leads.sendForListing({ ...lead, ...tour, listingID, isMLS }, options);
      return undefined;
    },
  });
}
