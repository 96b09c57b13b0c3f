import { readFileSync } from 'node:fs';

/* The numbered readings of docs/interface.md, each at the endpoint or the parameter that it is about. */

/** Sections of that page whose readings belong to a family as a whole, if they name no endpoint of it. */
const SECTIONS: Readonly<Record<string, readonly string[]>> = {
  Listings: [
    'Listings',
    'Feeds',
    'Searches by place',
    'Words and suggestions',
    'More to find, and less to send',
  ],
  'Buildings and neighborhoods': ['Buildings and neighborhoods'],
  'Agents, teams, offices': ['People'],
  Content: ['Content', 'Blog writes', 'Pictures in other sizes'],
  Leads: ['Leads', 'Email', 'Who is notified of a lead'],
  'Clients and accounts': ['Members'],
  'Virtual tours and video callback': ['Tours and the video callback'],
  'Data in and out': ['Changes', 'Import', 'Records by HTTP'],
  'About the interface': ['The server itself'],
};

export interface Reading {
  /** Such as `R105`. */
  readonly number: string;
  /** The section of the page. */
  readonly section: string;
  /** In Markdown, with links as of this folder. */
  readonly text: string;
  /** What is written in it as code, and the first of these, which it is mostly about. */
  readonly words: ReadonlySet<string>;
  readonly subject: string;
}

const page = readFileSync(new URL('../interface.md', import.meta.url), 'utf8');

const readings: readonly Reading[] = page.split(/^## /m).flatMap((part) =>
  [...part.matchAll(/^\*\*(R\d+)\*\* (.*?)(?=\n\n<a id="r|(?![\s\S]))/gms)].map(
    ([, number = '', text = '']) => {
      const words = [...text.matchAll(/`([^`]+)`/g)].map(([, word = '']) =>
        word.replace(/=.*/, ''),
      );
      return {
        number,
        section: part.slice(0, part.indexOf('\n')),
        text: text
          .trim()
          .replaceAll('](#', '](/interface#')
          .replaceAll(/\]\((?!https?:|\/)/g, '](../'),
        words: new Set(words),
        subject: words[0] ?? '',
      };
    },
  ),
);

/** Those that name this endpoint, and those of its family that begin with a parameter of it. */
export function readingsOf(
  tag: string,
  { method, path }: { readonly method: string; readonly path: string },
  parameters: readonly string[],
): Reading[] {
  return readings.filter(
    ({ section, subject, words }) =>
      words.has(`${method.toUpperCase()} ${path}`) ||
      words.has(path) ||
      (SECTIONS[tag]?.includes(section) && parameters.includes(subject)),
  );
}

/** Those of a family that are in none of these. */
export function readingsOfFamily(tag: string, placed: readonly Reading[]): Reading[] {
  const sections = SECTIONS[tag] ?? [];
  return readings.filter((each) => sections.includes(each.section) && !placed.includes(each));
}

/** With the link to where it is numbered. */
export function readingText({ number, text }: Reading): string {
  return `${text} [${number}](/interface#${number.toLowerCase()})`;
}

/** As a list in Markdown. */
export function readingsText(list: readonly Reading[]): string {
  return list.map((each) => `- ${readingText(each).replaceAll('\n', '\n  ')}`).join('\n');
}
