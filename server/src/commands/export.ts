import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { defineCommand, type World } from './command.js';
import { CommandError, type Report } from './command-error.js';
import { type OpenedCommand, reportingOn } from './open.js';
import { countTable } from './print.js';
import { stopOnInterrupt } from './stopping.js';

interface ExportOptions {
  readonly format: 'ndjson' | 'csv';
  readonly gzip?: true;
}

/** `portico export`: data out, as files that an import takes back. */
export function exportCommand(program: Command, world: World): void {
  defineCommand(program, {
    usage: 'export <name> <folder>',
    description: 'write the database of a client or feed to files that an import takes back',
    examples: [
      'portico export acme ./acme-export',
      'portico export acme ./acme --format csv --gzip',
    ],
  })
    .addOption(
      new Option('--format <format>', 'the format of the files')
        .choices(['ndjson', 'csv'])
        .default('ndjson'),
    )
    .option('--gzip', 'compress the files')
    .action(reportingOn(world, 'client or feed', exportFrom));
}

async function exportFrom(
  { world, services, entry, database }: OpenedCommand,
  folder: string,
  { format, gzip }: ExportOptions,
): Promise<Report> {
  const { exportResources } = await import('../changes/transfers.js');
  const { runExport } = await import('portico-importer/export.js');
  const timeZone = entry.time_zone;
  const counts = await stopOnInterrupt(async (signal) => {
    try {
      return await runExport({
        resources: exportResources(database, timeZone, services.clock),
        folder: resolve(world.cwd, folder),
        ...{ timeZone, format, gzip: gzip === true, signal },
      });
    } catch (error) {
      if (!signal.aborted) throw error;
      throw new CommandError('The export was interrupted. The folder is as it was before.');
    }
  });
  // Kinds without a record are not listed: a new tenant has none of any.
  const filled = Object.entries(counts).filter(([, records]) => records > 0);
  return {
    json: { ...counts, timeZone },
    text:
      filled.length === 0
        ? `${entry.name} has no records. Every file is there, and empty.`
        : `${countTable(['RESOURCE', 'RECORDS'], filled)}\n\nTimes are of the zone ${timeZone}, which the export keeps with its files.`,
  };
}
