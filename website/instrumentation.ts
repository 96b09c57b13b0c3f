/** Runs when the process starts: a setting that is wrong ends it, and what stands on every page is there before the first visitor. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  const { checkSettings } = await import('@/lib/settings');
  checkSettings();
  const { checkMapStyle } = await import('@/lib/map-style');
  checkMapStyle();
  const { site, neighborhoods } = await import('@/lib/site');
  const { sections } = await import('@/lib/sections');
  // A Portico that is not up yet is no reason not to start: each page asks again.
  await Promise.allSettled([site(), neighborhoods(), sections()]);
}
