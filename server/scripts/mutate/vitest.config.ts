import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';
import { withSwitches } from './mutants.js';
import type { Plan } from './plan.js';
import { readPlan } from './plan.js';

const root = resolve(import.meta.dirname, '../..');
const plan: Plan = readPlan();
const files = new Set(plan.mutants.map(({ file }) => resolve(root, file)));

export default defineConfig({
  root,
  plugins: [
    {
      name: 'mutants',
      enforce: 'pre',
      load(id) {
        if (!files.has(id)) return null;
        const inFile = plan.mutants.filter(({ file }) => resolve(root, file) === id);
        return withSwitches(readFileSync(id, 'utf8'), inFile);
      },
    },
  ],
  test: {
    pool: 'forks',
    isolate: false,
    fileParallelism: false,
    include: ['scripts/mutate/start.ts'],
    runner: resolve(import.meta.dirname, 'runner.ts'),
    reporters: [],
    testTimeout: 15_000,
    hookTimeout: 15_000,
  },
});
