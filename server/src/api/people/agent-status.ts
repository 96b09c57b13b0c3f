/** The states of an agent. Specification: States and transitions. */
export const AGENT_STATUSES = ['Active', 'Silent', 'Suspend'] as const;

/** One of the states of an agent. */
export type AgentStatus = (typeof AGENT_STATUSES)[number];

/** The states of agents that `/agents/search` lists: Silent ones never (decision 20). */
export function searchedStatuses(includeSuspend: boolean): readonly AgentStatus[] {
  return includeSuspend ? ['Active', 'Suspend'] : ['Active'];
}
