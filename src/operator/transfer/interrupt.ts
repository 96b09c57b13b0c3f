/** The signals by which a person or a service manager asks a command to stop. */
const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/**
 * Lets the first interrupt ask for an orderly end. The second one ends the process at once, as it
 * would without this.
 */
export function stopOnInterrupt(): { readonly signal: AbortSignal; dispose(): void } {
  const controller = new AbortController();
  const dispose = () => {
    for (const name of SIGNALS) process.off(name, stop);
  };
  const stop = () => {
    dispose();
    controller.abort();
  };
  for (const name of SIGNALS) process.on(name, stop);
  return { signal: controller.signal, dispose };
}
