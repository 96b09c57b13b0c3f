import type { Config } from '../../config/config.js';
import { lookAtDirectory } from '../../store/directory/inspect.js';
import { directorySteps } from '../../store/directory/migrations.js';
import { isSealed, type PlaceName, Places } from '../../store/directory/places.js';
import { PostgresServers, serverLabel } from '../../store/engines/postgres/postgres-servers.js';
import {
  type AppliedStep,
  isKnown,
  missingSteps,
  NewerDatabaseError,
  type SchemaNote,
  type SchemaStep,
} from '../../store/schema/migrate.js';
import { SchemaLook } from '../../store/schema/schema-look.js';
import { secretKeyFor } from '../../store/secrets/secret-key.js';
import { tenantSteps } from '../../store/tenant/migrations.js';
import { tenantStore } from '../../store/tenant-databases.js';
import { databasesIn } from '../../store/tenant-schemas.js';
import type { World } from '../command.js';
import { CommandError, reasonOf } from '../command-error.js';

/** A schema step that a database has yet to take. */
export interface PendingStep {
  readonly step: string;
  /** Whether the previous release can go on working after the step. */
  readonly additive: boolean;
}

export interface Pending {
  readonly directory: readonly PendingStep[];
  /** The steps of tenants and feeds that have any, by name. */
  readonly databases: ReadonlyMap<string, readonly PendingStep[]>;
  readonly tenants: number;
  /** The reasons why databases could not be checked, by the name of the tenant or feed. */
  readonly failed: ReadonlyMap<string, string>;
}

const CONNECTIONS = 2;

/** Finds the pending steps of all databases, and changes nothing. @throws CommandError, NewerDatabaseError */
export async function pendingSteps(world: World, config: Config): Promise<Pending> {
  const servers = new PostgresServers(CONNECTIONS, () => {});
  const look = new SchemaLook();
  try {
    const { databaseUrl, dataFolder: folder } = config;
    const home = databaseUrl === undefined ? { folder } : { server: await servers.at(databaseUrl) };
    const directory = await lookAtDirectory(home, look);
    if (directory === undefined) {
      const where = databaseUrl === undefined ? folder : serverLabel(databaseUrl);
      throw new CommandError(
        `There is no installation in ${where}. Run the command with the settings of the server, from the ` +
          'folder of its .env.',
      );
    }
    const place = { kind: 'sqlite', schema: undefined } as const;
    const ofDirectory = pendingOf('directory', directorySteps(place), directory.applied);
    const places = new Places(() => secretKeyFor(config, world.random), world.random);
    const steps = tenantSteps(place);
    const databases = new Map<string, readonly PendingStep[]>();
    const failed = new Map<string, string>();
    const stores = new Map<PlaceName, Promise<(name: string) => boolean>>();
    for (const { name, place: word, note } of directory.tenants) {
      try {
        const named = await places.placeOf(name, word);
        const store = await tenantStore(config, servers, named);
        // A database elsewhere is asked, as one look into its server says nothing of others.
        const noted = word === null || !isSealed(word) ? note : undefined;
        const there = noted && (stores.get(named) ?? databasesIn(store));
        if (there !== undefined) stores.set(named, there);
        const isThere = (await there)?.(name);
        const applied =
          noted === undefined
            ? await look.tenant(store, name)
            : isThere && stepsOf(noted, steps, name);
        if (!applied) throw new CommandError('it is not where the directory says.');
        const pending = pendingOf(name, steps, applied);
        if (pending.length > 0) databases.set(name, pending);
      } catch (error) {
        failed.set(name, reasonOf(error));
      }
    }
    return { directory: ofDirectory, databases, tenants: directory.tenants.length, failed };
  } finally {
    look.close();
    await servers.close();
  }
}

function pendingOf(
  database: string,
  steps: Readonly<Record<string, SchemaStep>>,
  applied: readonly AppliedStep[],
): readonly PendingStep[] {
  return missingSteps({ database, steps, lastStep: undefined }, applied).map((step) => ({
    step,
    additive: steps[step]?.additive === true,
  }));
}

/** The steps of a database by its note, which names the last one and the last that is breaking. */
function stepsOf(
  note: SchemaNote,
  steps: Readonly<Record<string, SchemaStep>>,
  database: string,
): readonly AppliedStep[] {
  if (!isKnown(note, steps)) throw new NewerDatabaseError([database], note);
  const names = Object.keys(steps).filter((name) => name <= note.step);
  return names.map((name) => ({ name, additive: steps[name]?.additive === true }));
}
