import type { Command } from 'commander';
import { count } from '../lib/text.js';
import {
  discardHeld,
  heldListings,
  releaseHeld,
} from '../resources/saved-searches/alerts/alert-places.js';
import { define, defineCommand, type World } from './command.js';
import { CommandError, type Report } from './command-error.js';
import { changing, type OpenedCommand, reportingOn } from './open.js';

/** `portico alert release|discard`: email about saved searches that waits because too much is new within a day. */
export function alertCommands(program: Command, world: World): void {
  const group = define(program, {
    usage: 'alert',
    description: 'send or drop emails about saved searches that are held, because too much is new',
    examples: ['portico alert release acme', 'portico alert discard acme'],
  });

  defineCommand(group, {
    usage: 'release <client>',
    description: 'send the emails that are held',
    examples: ['portico alert release acme', 'portico alert release acme --json'],
  }).action(reportingOn(world, 'client', (opened) => settle(opened, 'released')));

  defineCommand(group, {
    usage: 'discard <client>',
    description: 'drop the emails that are held',
    examples: ['portico alert discard acme', 'portico alert discard acme --json'],
  }).action(reportingOn(world, 'client', (opened) => settle(opened, 'discarded')));
}

async function settle(opened: OpenedCommand, done: 'released' | 'discarded'): Promise<Report> {
  const { name } = opened.entry;
  const listings = await heldListings(opened.database);
  if (listings === 0) throw new CommandError(`No alerts of ${name} wait for you.`);
  const database = changing(opened, 'alerts');
  await (done === 'released' ? releaseHeld(database) : discardHeld(database));
  return {
    json: { client: name, listings, [done]: true },
    text:
      done === 'released'
        ? `Released ${count(listings)} listings: a running server queues the emails within a minute.`
        : `Discarded ${count(listings)} listings: nobody gets an email about them.`,
  };
}
