/** Types of run.js, as far as TypeScript uses it. */

/** Starts the keeper of a run's servers; see keeper.js. */
export function startKeeper(plan: object): {
  readonly ready: Promise<{
    readonly folder: string;
    readonly postgresUrl?: string;
    readonly redisUrl?: string;
  }>;
  watch(group: number): void;
  close(): Promise<void>;
};

/** Makes dist/ of src/. */
export function build(): Promise<void>;
