import { type Command, InvalidArgumentError } from 'commander';
import { defineCommand, reporting, type World } from '../command.js';
import type { Report } from '../command-error.js';
import { withServices } from '../open.js';

/** `portico demo`: adds a tenant with generated data to the other tenants. */
export function demoCommand(program: Command, world: World): void {
  defineCommand(program, {
    usage: 'demo',
    description: 'make the client "demo", filled with generated data, and a key for it',
    examples: ['portico demo', 'portico demo --seed 7'],
  })
    .option('--seed <number>', 'the same number makes the same brokerage', wholeNumber)
    .action(reporting(world, demo));
}

function wholeNumber(text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(value)) {
    throw new InvalidArgumentError('A whole number from 0 to 2^53-1 is accepted.');
  }
  return value;
}

async function demo(world: World, { seed }: { readonly seed?: number }): Promise<Report> {
  // Loaded here, because the other commands do not need the code that paints pictures.
  const { DEMO_SEED, makeDemoTenant } = await import('./tenant.js');
  const made = await withServices(world, (services) =>
    makeDemoTenant(services, {
      seed: seed ?? DEMO_SEED,
      random: world.random,
      say: (step) => world.stderr.write(`${step}\n`),
    }),
  );
  const { apiKey } = made.key;
  return {
    json: { client: made.tenant, apiKey, records: made.records, files: made.files },
    text: `Made the client ${made.tenant}. Its key is shown this once:\n\napiKey    ${apiKey}`,
  };
}
