'use server';

import type { FormState } from '@/lib/form';
import { answerLead } from '@/lib/lead';
import { teams } from '@/lib/people';
import { portico } from '@/lib/portico';

/** Sends a lead to a team: to its own address, or else to its first agent who has one. */
export async function writeToTeam(_before: FormState, form: FormData): Promise<FormState> {
  return answerLead(form, {
    done: 'Your message is on its way.',
    needsComment: true,
    send: async ({ about, ...lead }, options) => {
      const team = (await teams()).find(({ id }) => id === about);
      if (team === undefined) return 'This team is no longer here.';
      const agentEmail = team.agents.map(({ email }) => email).find(Boolean);
      const comment = `For ${team.name}: ${lead.comment}`;
      await portico().leads.send({ ...lead, comment, ...(agentEmail && { agentEmail }) }, options);
      return undefined;
    },
  });
}
