import { bridge } from './bridge.js';
import type { Dialect } from './dialect.js';
import { mlsgrid } from './mlsgrid.js';
import { reso } from './reso.js';
import { spark } from './spark.js';
import { trestle } from './trestle.js';

/** The dialects, by what a pull's file calls them. */
export const DIALECTS = { mlsgrid, trestle, bridge, spark, reso } satisfies Readonly<
  Record<string, Dialect>
>;
