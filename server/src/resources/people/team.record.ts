import { type Static, Type } from 'typebox';
import type { AnswerContext } from '../../api/request-context.js';
import type { AgentRow } from './agent.queries.js';
import { memberRecord, TeamMember } from './agent.record.js';
import type { TeamRow } from './team.queries.js';

const str = (description: string) => Type.String({ description });
const social = (letter: string) => str(`Profile URL on the social network ${letter}`);

/** A team. R28, R37, R113. */
export const Team = Type.Object(
  {
    agents: Type.Array(TeamMember, { description: 'Members who are not suspended' }),
    bio: str('Biography, with line breaks'),
    groupemail: str('Shared email'),
    groupimage: str('Absolute URL of the team photo, or empty'),
    hide_team_listings_from_agent: str(
      "1 when a team listing is shown under the team and not under the agent on the client's website",
    ),
    id: Type.Integer({ description: 'Team id' }),
    logo: str('Filename of the logo'),
    name: str('Name'),
    phone1: str('Phone'),
    phone2: str('Second phone'),
    social_f: social('f'),
    social_g: social('g, which is rarely set'),
    social_i: social('i'),
    social_l: social('l'),
    social_p: social('p'),
    social_t: social('t'),
    social_y: social('y'),
    website: str('Website of the team'),
  },
  { $id: 'Team', additionalProperties: false },
);

/** The record of a team with its members. */
export function teamRecord(
  row: TeamRow,
  members: readonly AgentRow[],
  context: AnswerContext,
): Static<typeof Team> {
  return {
    agents: members.map((member) => memberRecord(member, context)),
    bio: row.bio,
    groupemail: row.groupemail,
    groupimage: context.mediaUrl(row.groupimage),
    hide_team_listings_from_agent: row.hide_team_listings_from_agent,
    id: row.id,
    logo: row.logo,
    name: row.name,
    phone1: row.phone1,
    phone2: row.phone2,
    social_f: row.social_f,
    social_g: row.social_g,
    social_i: row.social_i,
    social_l: row.social_l,
    social_p: row.social_p,
    social_t: row.social_t,
    social_y: row.social_y,
    website: row.website,
  };
}
