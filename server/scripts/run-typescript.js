/**
 * Runs a TypeScript program: `node run-typescript.js program.ts [arguments]`. Node.js 20 runs none by
 * itself. Unlike `node --import tsx`, this starts no other process or thread and writes no cache, so that
 * `npm test` can promise to leave nothing behind.
 */
import '../bin/node-version.js';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';

const require = createRequire(import.meta.url);
const [program = ''] = process.argv.splice(2, 1);
const { TSX_DISABLE_CACHE: before } = process.env;
process.env.TSX_DISABLE_CACHE = '1';
require('tsx/cjs');
// The variable is not for the processes that the program starts.
if (before === undefined) delete process.env.TSX_DISABLE_CACHE;
require(resolve(program));
