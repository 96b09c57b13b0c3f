import type { Schema } from 'portico-sdk';

/** A name that a visitor may mean, as Portico suggests it. */
export type Suggestion = Schema<'Suggestion'>;

/** What is sent to be completed: less would match nearly everything, more is no name. */
export const COMPLETED = { least: 2, most: 60 } as const;

export const KIND_NAMES: Readonly<Record<Suggestion['kind'], string>> = {
  neighborhood: 'Neighborhood',
  building: 'Building',
  street: 'Street',
  zipcode: 'ZIP code',
  agent: 'Agent',
};
