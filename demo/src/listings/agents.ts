import { AGENTS, type AgentProfile } from '../people/agent-profiles.js';
import { type Contact, contactOf } from '../people/agents.js';
import type { ListingPlan } from './listing-plan.js';

/** Who is named on a listing. */
export interface ListingPeople {
  readonly agent: Contact;
  readonly coagent: Contact | null;
  readonly listingAgent: Contact | null;
}

/** Who may be on a listing: suspended agents only on old, closed deals; staff never. */
function eligible({ status }: ListingPlan): AgentProfile[] {
  const closed = status === 'Sold' || status === 'Rented';
  return AGENTS.filter((a) => a.agent && (a.status !== 'Suspend' || closed));
}

/** Draws the people by part of town and kind of property. */
export function peopleOf(plan: ListingPlan): ListingPeople {
  const { building, random, category } = plan;
  const area = building.neighborhood.path[1] ?? '';
  const pool = eligible(plan);
  const weight = ({ areas, specialty, status }: AgentProfile): number => {
    const commercial = specialty.startsWith('Investment') && plan.unit === null;
    const local = areas.includes(area) ? 10 : 0.25;
    return (commercial ? 20 : local) * (status === 'Silent' ? 0.5 : 1);
  };
  const agent = random.weighted(pool.map((a) => [a, weight(a)] as const));
  const others = pool.filter((a) => a.id !== agent.id);
  const teammate = (a: AgentProfile): number =>
    weight(a) + (agent.team > 0 && a.team === agent.team ? 12 : 0);
  const other = random.weighted(others.map((a) => [a, teammate(a)] as const));
  const shared = random.chance(0.2);
  const separate = !shared && category !== 6 && random.chance(0.12);
  return {
    agent: contactOf(agent),
    coagent: shared ? contactOf(other) : null,
    listingAgent: separate ? contactOf(other) : null,
  };
}
