import type { NeighborhoodRecord } from '../records/place-records.js';
import { BOROUGHS } from './boroughs.js';
import type { BoroughFacts, NeighborhoodFacts } from './facts.js';

/** A node of the tree: a borough, a part of one, or a neighborhood that buildings stand in. */
export interface Neighborhood {
  readonly id: number;
  /** Id of the node above; 0 for a borough. */
  readonly parent: number;
  readonly name: string;
  readonly borough: BoroughFacts['name'];
  readonly text: string;
  /** Null where the node only groups others. */
  readonly facts: NeighborhoodFacts | null;
  /** Names of the nodes from the borough down to the parent. */
  readonly path: readonly string[];
}

/** The whole tree, parents before their children, with ids counted from 1. */
export function neighborhoodTree(): Neighborhood[] {
  const tree: Neighborhood[] = [];
  const add = (node: Omit<Neighborhood, 'id'>): number => {
    tree.push({ ...node, id: tree.length + 1 });
    return tree.length;
  };
  for (const { name: borough, text, areas } of BOROUGHS) {
    const top = add({ parent: 0, name: borough, borough, text, facts: null, path: [] });
    for (const area of areas) {
      const { name, text: about, neighborhoods } = area;
      const middle = add({ parent: top, name, borough, text: about, facts: null, path: [borough] });
      for (const facts of neighborhoods) {
        const path = [borough, name];
        add({ parent: middle, name: facts.name, borough, text: facts.text, facts, path });
      }
    }
  }
  return tree;
}

/** The city line of a postal address: in Queens, every neighborhood has its own post office. */
export function postalCity({ borough, name }: Neighborhood): string {
  if (borough === 'Manhattan') return 'New York';
  return borough === 'Brooklyn' ? 'Brooklyn' : name;
}

/** The records of `GET /neighborhoods`. R108. */
export function neighborhoodRecords(
  tree: readonly Neighborhood[],
  pictureOf: (node: Neighborhood) => string,
): NeighborhoodRecord[] {
  const seen = new Map<number, number>();
  return tree.map((node) => {
    const sort = (seen.get(node.parent) ?? 0) + 1;
    seen.set(node.parent, sort);
    return {
      cat_id: node.id,
      cat_name: node.name,
      img: pictureOf(node),
      imgname: caption(node),
      parent: node.parent,
      sort,
      text_1: article(node),
    };
  });
}

function caption({ name, facts }: Neighborhood): string {
  return facts ? `${name}, near ${facts.places[0]}` : name;
}

function article({ text, facts, path, name }: Neighborhood): string {
  if (!facts) return `<p>${text}</p>`;
  const [first, second, third] = facts.places;
  const trains = facts.lines.split('').join(', ');
  const service = facts.lines.length === 1 ? `the ${trains} train` : `the ${trains} trains`;
  return [
    `<p>${text}</p>`,
    `<p>${name} is part of ${path.at(-1)}, ${path[0]}. Close by: ${first}, ${second} and ${third}.</p>`,
    `<p>Getting around: ${service}.</p>`,
  ].join('\n');
}
