'use server';

import type { FormState } from '@/lib/form';
import { answerLead } from '@/lib/lead';
import { agentOf } from '@/lib/people';
import { portico } from '@/lib/portico';

/** Sends a lead to one agent. The form names the agent by number: an address in it would let anybody send email to anybody. */
export async function writeToAgent(_before: FormState, form: FormData): Promise<FormState> {
  return answerLead(form, {
    done: 'Your message is on its way.',
    needsComment: true,
    send: async ({ about, ...lead }, options) => {
      const agent = await agentOf(about);
      if (agent === undefined) return 'This agent is no longer here.';
      await portico().leads.send({ ...lead, agentEmail: agent.email }, options);
      return undefined;
    },
  });
}
