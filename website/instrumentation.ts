/** Runs when the process starts: a setting that is wrong ends it, and what stands on every page is there before the first visitor. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  const { checkTiles } = await import('@/lib/tiles');
  checkTiles();
  const { site, neighborhoods } = await import('@/lib/site');
  // A Portico that is not up yet is no reason not to start: each page asks again.
  await Promise.allSettled([site(), neighborhoods()]);
}
