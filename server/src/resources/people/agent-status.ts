/** The states of an agent. R109. */
export const AGENT_STATUSES = ['Active', 'Silent', 'Suspend'] as const;

/** One of the states of an agent. */
export type AgentStatus = (typeof AGENT_STATUSES)[number];

/** The states of agents that `/agents/search` lists; Silent agents are never listed (R109). */
export function searchedStatuses(includeSuspend: boolean): readonly AgentStatus[] {
  return includeSuspend ? ['Active', 'Suspend'] : ['Active'];
}
