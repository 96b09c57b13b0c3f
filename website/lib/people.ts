import 'server-only';
import { type Schema, toPublic } from 'portico-sdk';
import { cardQuery } from '@/components/listing-card';
import { monthText } from './format';
import { portico } from './portico';
import { read } from './records';
import { remember } from './remember';
import { site } from './site';

export type Agent = Schema<'Agent'>;
/** What a card of a person needs: members of teams have it as well. */
export type Person = Pick<Agent, 'id' | 'image' | 'firstname' | 'lastname' | 'title' | 'specialty'>;
export type Team = Schema<'Team'>;

/** All agents and teams. They change seldom, and stand on many pages. */
export const agents = remember(300, async () =>
  toPublic(await portico().agents.search({ sort: 'last' })),
);
export const teams = remember(300, async () => toPublic(await portico().teams.list()));

/** An agent; undefined where there is none. Also one who is in no list: the page of a listing may lead here. */
export const agentOf = remember(300, async (id: number) => toPublic(await read('agents', id)));

type Named = Pick<Agent, 'firstname' | 'lastname'>;

/** Some sources have agents without a name, and a link has to say something. */
export const fullName = ({ firstname, lastname }: Named): string =>
  `${firstname} ${lastname}`.trim() || 'Agent';

/** For sentences: the first name, where there is one. */
export const callName = ({ firstname, lastname }: Named): string =>
  firstname || lastname || 'this agent';

/** Homes of an agent on the market, the newest first. */
export const homesOfAgent = remember(120, async (agent: number) => {
  const query = { agent, status: [1 as const, 2 as const], sort: 'date' as const, perPage: 24 };
  return (await portico().listings.search({ ...query, ...cardQuery() })).items;
});

export interface Words {
  readonly id: number;
  readonly title: string;
  readonly text: string;
  readonly by: string;
  /** `November 2026`, or nothing. */
  readonly date: string;
}

/** What clients say of an agent, the newest first. */
export const wordsAbout = remember(600, async (agent: number): Promise<Words[]> => {
  const [said, { time_zone }] = await Promise.all([portico().agents.testimonials(agent), site()]);
  return said.map((record) => wordsFrom(record, time_zone)).reverse();
});

/** What clients say of a team, the newest first. */
export const wordsAboutTeam = remember(600, async (team: number): Promise<Words[]> => {
  const [said, { time_zone }] = await Promise.all([portico().teams.testimonials(team), site()]);
  return said.map((record) => wordsFrom(record, time_zone)).reverse();
});

export function wordsFrom(record: Schema<'Testimonial'>, timeZone: string): Words {
  const { id, title, content: text, commentor: by, date_create } = record;
  return { id, title, text, by, date: monthText(date_create, timeZone) };
}

/** The paragraphs of a text without markup. */
export const paragraphsOf = (text: string): string[] =>
  text.split(/\n\s*\n/).filter((paragraph) => paragraph.trim() !== '');
