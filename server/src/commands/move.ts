import type { Command } from 'commander';
import { maskUrl } from '../lib/mask.js';
import { count } from '../lib/text.js';
import type { Services } from '../services.js';
import type { MoveParts } from '../store/copy/move.js';
import type { ClientEntry } from '../store/directory/directory.js';
import type { PlaceName } from '../store/directory/places.js';
import { checkPlace, findTenantOrFeed } from './check-options.js';
import { type Report, UsageError } from './command-error.js';
import { defineCommand, reporting } from './define-command.js';
import { stopOnInterrupt } from './stopping.js';
import { withServices } from './with-services.js';
import type { World } from './world.js';

/** `portico client move`: moves a tenant database or feed to another server. */
export function moveCommand(group: Command, world: World): void {
  defineCommand(group, {
    usage: 'move <name> [place]',
    description: 'move the database of a client or feed to another place, while servers go on',
    examples: [
      'portico client move acme postgres://portico:PASSWORD@db2.example.com/portico',
      'portico client move acme sqlite',
      'portico client move acme default',
      'portico client move acme --abort',
    ],
  })
    .option('--abort', 'end a move that was killed, so that the client takes writes again')
    .addHelpText(
      'after',
      '\nThe place is a postgres:// URL, `sqlite` for a file in PORTICO_DATA, or `default` for where the' +
        '\nsettings put new databases. Every server of the installation has to reach it. Reads go on all' +
        '\nthe time. Records are read-only meanwhile, so choose a time without imports; other writes wait for the' +
        '\nlast second or two. The old copy is kept and takes no writes.',
    )
    .action(
      reporting(world, (name: string, place: string | undefined, options: { abort?: true }) =>
        options.abort === true ? abort(world, name, place) : move(world, name, place),
      ),
    );
}

async function move(world: World, name: string, place: string | undefined): Promise<Report> {
  if (place === undefined) {
    throw new UsageError('Say where to: a postgres:// URL, `sqlite` or `default`.');
  }
  const to = checkPlace(place);
  const result = await withMove(world, name, async (parts, entry) => {
    const { moveTenant } = await import('../store/copy/move.js');
    return moveTenant(parts, entry, to);
  });
  if (result === 'finished') {
    return {
      json: { client: name, finished: true },
      text: `The database of ${name} had been moved there. It takes writes again.`,
    };
  }
  if (result === 'renamed') {
    return {
      json: { client: name, place: shown(to), renamed: true },
      text: `The database of ${name} is there already; the directory now says so in these words.`,
    };
  }
  const { rows, copiedLast, pauseMs, left } = result;
  const total = Object.values(rows).reduce((sum, each) => sum + each, 0);
  return {
    json: { client: name, place: shown(to), rows, total, replayed: 0, copiedLast, pauseMs, left },
    text:
      `Moved the database of ${name}: ${count(total)} rows. Writes waited for ${pauseMs} ms.\n` +
      `The old copy is left in ${left}. It takes no writes; delete it when you no longer want it, ` +
      'not sooner than in a minute.',
  };
}

async function abort(world: World, name: string, place: string | undefined): Promise<Report> {
  if (place !== undefined) throw new UsageError('--abort goes without a place.');
  const ended = await withMove(world, name, async (parts, entry) => {
    const { endMove } = await import('../store/copy/move.js');
    return endMove(parts, entry);
  });
  return {
    json: { client: name, ended },
    text: ended
      ? `Ended the move of ${name}. Its database takes writes again.`
      : `The database of ${name} is not being moved.`,
  };
}

/** Runs work that copies a database, and stops it on Ctrl-C. */
export async function withMove<Result>(
  world: World,
  name: string,
  work: (parts: MoveParts, entry: ClientEntry, services: Services) => Promise<Result>,
): Promise<Result> {
  return withServices(world, async (services) => {
    const entry = await findTenantOrFeed(services.directory, name);
    const interrupt = stopOnInterrupt(world.clock);
    try {
      const { directory, tenants, places, clock } = services;
      const parts = { directory, tenants: tenants, places, clock, random: world.random };
      const say = (step: string): void => {
        if (world.stderr.isTTY === true) world.stderr.write(`${step}\n`);
      };
      return await work({ ...parts, signal: interrupt.signal, say }, entry, services);
    } finally {
      interrupt.dispose();
    }
  });
}

function shown(place: PlaceName): string {
  return place === 'default' || place === 'sqlite' ? place : maskUrl(place);
}
