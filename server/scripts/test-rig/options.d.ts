/** Types of options.js, as far as TypeScript uses it. */

/** Removes what a developer's shell says about servers of their own, in place. */
export function forgetOtherServers(env: NodeJS.ProcessEnv): void;

/** Decides for each server: one that is given, one to start, or none. */
export function planServers(
  env: NodeJS.ProcessEnv,
  options: { readonly balanced: boolean },
): {
  readonly given: { readonly postgres?: string; readonly redis?: string };
  readonly start: { readonly redisDatabases: number; readonly postgres?: object };
  readonly missing: readonly { readonly label: string; readonly advice: string }[];
};
