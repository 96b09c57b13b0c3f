import type { Dialect } from './dialect.js';
import { mlsgrid } from './mlsgrid.js';
import { reso } from './reso.js';

/** The dialects, by what a pull's file calls them. */
export const DIALECTS = { mlsgrid, reso } satisfies Readonly<Record<string, Dialect>>;
