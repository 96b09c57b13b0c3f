import type { Schema } from 'portico-sdk';

/** A name that a visitor may mean, as Portico suggests it. */
export type Suggestion = Schema<'Suggestion'>;

/** How many characters are completed: Portico refuses fewer, which would match nearly everything, and more is no name. */
export const COMPLETED = { least: 3, most: 60 } as const;

export const KIND_NAMES: Readonly<Record<Suggestion['kind'], string>> = {
  neighborhood: 'Neighborhood',
  building: 'Building',
  street: 'Street',
  zipcode: 'ZIP code',
  agent: 'Agent',
};
