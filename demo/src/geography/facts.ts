import type { BuildingClass } from '../property/building-class.js';
import type { StreetSegment } from './segment.js';

/** The generator's facts about a neighborhood with buildings. */
export interface NeighborhoodFacts {
  readonly name: string;
  /** Subway lines within a walk, one letter or digit each. */
  readonly lines: string;
  /** What a square foot of a good condominium sells for, dollars. */
  readonly sale: number;
  /** What a square foot of a good rental costs a year, dollars. */
  readonly rent: number;
  /** How common each class of building is, relative to other neighborhoods. */
  readonly mix: Partial<Record<BuildingClass, number>>;
  /** Parks, streets and sights to name in marketing copy, each a phrase that follows "near". */
  readonly places: readonly [string, string, string];
  /** What the neighborhood's own page says. */
  readonly text: string;
  readonly segments: readonly StreetSegment[];
}

/** A part of a borough, which only groups neighborhoods. */
export interface AreaFacts {
  readonly name: string;
  readonly text: string;
  readonly neighborhoods: readonly NeighborhoodFacts[];
}

/** The top level of the tree. */
export interface BoroughFacts {
  readonly name: 'Manhattan' | 'Brooklyn' | 'Queens';
  readonly text: string;
  readonly areas: readonly AreaFacts[];
}
