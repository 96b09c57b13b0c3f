import { resolve } from 'node:path';
import type { Command } from 'commander';
import { count } from '../lib/text.js';
import type { Services } from '../services.js';
import type { Manifest } from './backup/manifest.js';
import { defineCommand, reporting, sayTo, type World } from './command.js';
import type { Report } from './command-error.js';
import { withServices } from './open.js';
import { countTable } from './print.js';
import { stopOnInterrupt } from './stopping.js';

interface BackupOptions {
  readonly media: boolean;
  readonly secretKey: boolean;
}

/** `portico backup`: copies the whole installation while it works. */
export function backupCommand(program: Command, world: World): void {
  defineCommand(program, {
    usage: 'backup <folder>',
    description: 'copy all databases, pictures and keys to a new folder; the server may run',
    examples: [
      'portico backup /var/backups/portico/2026-11-20',
      'portico backup /mnt/elsewhere/portico --no-secret-key --no-media',
    ],
  })
    .option('--no-media', 'leave out pictures and files, if you back them up in another way')
    .option('--no-secret-key', 'leave out the key that encrypts secrets, if you keep it elsewhere')
    .addHelpText(
      'after',
      "\nThe folder has to be new or empty. A backup contains people's data and the keys to your" +
        '\nsystem: keep it as safe as the server. `portico restore` restores it, to either database.',
    )
    .action(reporting(world, backup));
}

async function backup(world: World, path: string, options: BackupOptions): Promise<Report> {
  const folder = resolve(world.cwd, path);
  const manifest = await withServices(world, (services) =>
    saveBackup(world, services, folder, options),
  );
  return reportOf(folder, manifest);
}

/** Makes a backup for a command, and stops on Ctrl-C. @param folder Absolute path. */
export async function saveBackup(
  world: World,
  services: Services,
  folder: string,
  options: BackupOptions,
): Promise<Manifest> {
  const { runBackup } = await import('./backup/backup.js');
  return stopOnInterrupt((signal) =>
    runBackup(services, { folder, ...options, say: sayTo(world), signal }),
  );
}

async function reportOf(folder: string, manifest: Manifest): Promise<Report> {
  const { savedFiles, rowsOf } = await import('./backup/manifest.js');
  const files = savedFiles(manifest);
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const { secretKey, certificate, media } = manifest;
  const rows = manifest.databases.map((each) => [each.name, rowsOf(each)] as const);
  const text = [
    countTable(['DATABASE', 'ROWS'], [...rows, ['(directory)', rowsOf(manifest.directory)]]),
    '',
    `${count(manifest.files.length)} other files. In all ${count(files.length)} files, ${(bytes / 1e6).toFixed(1)} MB in ${folder}.`,
    SECRET_KEY_WORDS[secretKey],
    ...(media === 'bucket'
      ? ['The pictures in the bucket of PORTICO_MEDIA_URL are not in it.']
      : []),
  ];
  return {
    json: {
      backup: folder,
      databases: Object.fromEntries(rows),
      files: files.length,
      bytes,
      secretKey,
      certificate,
      media,
    },
    text: text.join('\n'),
  };
}

const SECRET_KEY_WORDS: Readonly<Record<Manifest['secretKey'], string>> = {
  included:
    'The secret key is in it: anybody who reads the backup can sign calls, and log in where clients have ' +
    'their own database.',
  environment:
    'The secret key is not in it, because it comes from PORTICO_SECRET_KEY: keep that somewhere else.',
  'left out': 'The secret key was left out: keep PORTICO_DATA/secret-key somewhere else.',
  none: 'There is no secret key yet.',
};
