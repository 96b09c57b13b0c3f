import {
  choice,
  described,
  idList,
  text,
  truth,
  type Values,
  whole,
  zeroIsNone,
} from '../../api/params.js';

const includeSuspend = described(truth(), 'Also agents who are suspended');

/** The parameters of `GET /agents/{id}`. R109. */
export const agentParams = { includeSuspend };

/** The parameters of `GET /agents/search`. R110, R111. */
export const agentSearchParams = {
  sort: described(
    choice(['first', 'last', 'office', 'date'], 'last'),
    'First name, last name, office id, or order of creation',
  ),
  order: described(choice(['asc', 'desc'], 'asc'), 'Upwards or downwards'),
  includeSuspend,
  name: described(text(200), 'Any part of the first and last name'),
  language: described(text(200), 'Any part of the languages spoken'),
  office: zeroIsNone(described(whole(), 'Office id')),
  team: described(idList(), 'Team ids, comma separated, any of them; at most 500'),
};

/** The values of an agent search. */
export type AgentSearch = Values<typeof agentSearchParams>;
