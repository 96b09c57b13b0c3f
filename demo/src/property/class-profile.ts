/** What can be bought or rented in a building, and how. */
export type Tenure =
  | 'coop'
  | 'condo'
  | 'condop'
  | 'rental'
  | 'house'
  | 'mixed'
  | 'business'
  | 'land';

/** How interiors and facades of a class look. */
export type Style = 'prewar' | 'modern' | 'loft';

/** What all buildings of one class have in common. */
export interface ClassProfile {
  readonly tenure: Tenure;
  readonly style: Style;
  /** How many of every 150 buildings. */
  readonly share: number;
  /** First and last year built; the last counts back from the current year when 0 or less. */
  readonly built: readonly [number, number];
  readonly stories: readonly [number, number];
  /** Apartments on a floor. */
  readonly perFloor: readonly [number, number];
  /** Names of the layouts found in it, see `LAYOUTS`; the more often named, the more common. */
  readonly layouts: readonly string[];
  /** Size of a layout here against the usual, and prices against the neighborhood's. */
  readonly size: number;
  readonly sale: number;
  readonly rent: number;
  /** What a floor higher adds to a price, as a fraction. */
  readonly floorStep: number;
  readonly elevator: boolean;
  /** Probability of an attended lobby. */
  readonly doorman: number;
  /** Building `type`, and `propertytype` in the agency's own vocabulary. */
  readonly type: string;
  readonly propertyType: string;
  /** Architectural styles; one is drawn. */
  readonly architecture: readonly string[];
  /** True where the address should be on an avenue; false on a side street; null either way. */
  readonly wide: boolean | null;
  /** Probability of a shop on the ground floor. */
  readonly shop: number;
}
