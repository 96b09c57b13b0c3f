import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { count } from '../lib/text.js';
import { defineCommand, reporting, type World } from './command.js';
import { CommandError, type Report } from './command-error.js';
import { onDatabase } from './open.js';
import { table } from './print.js';

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
      new Option('--format <format>', 'the kind of files')
        .choices(['ndjson', 'csv'])
        .default('ndjson'),
    )
    .option('--gzip', 'pack the files')
    .action(
      reporting(world, (name: string, folder: string, options: ExportOptions) =>
        exportFrom(world, name, folder, options),
      ),
    );
}

async function exportFrom(
  world: World,
  name: string,
  folder: string,
  { format, gzip }: ExportOptions,
): Promise<Report> {
  const { counts, timeZone } = await onDatabase(world, name, async (transfer) => {
    const { services, entry, database, signal } = transfer;
    const { exportResources } = await import('../changes/transfers.js');
    const { runExport } = await import('portico-importer/export.js');
    try {
      const counts = await runExport({
        resources: exportResources(database, entry.time_zone, services.clock),
        folder: resolve(world.cwd, folder),
        timeZone: entry.time_zone,
        format,
        gzip: gzip === true,
        signal,
      });
      return { counts, timeZone: entry.time_zone };
    } catch (error) {
      if (!signal.aborted) throw error;
      throw new CommandError('The export was interrupted. The folder is as it was before.');
    }
  });
  return { json: { ...counts, timeZone }, text: exportText(name, counts, timeZone) };
}

/** Kinds without a record are not listed: a new tenant has none of any. */
function exportText(
  name: string,
  counts: Readonly<Record<string, number>>,
  timeZone: string,
): string {
  const filled = Object.entries(counts).filter(([, records]) => records > 0);
  if (filled.length === 0) return `${name} has no records. Every file is there, and empty.`;
  const records = table(
    ['RESOURCE', 'RECORDS'],
    filled.map(([resource, records]) => [resource, count(records)]),
  );
  return `${records}\n\nTimes are of the zone ${timeZone}, which the export keeps with its files.`;
}
