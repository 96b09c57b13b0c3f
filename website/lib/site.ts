import 'server-only';
import { portico } from './portico';
import { remember } from './remember';

/** Name, time zone and addresses of pictures of the brokerage. */
export const site = remember(300, () => portico().site.get());

/** All neighborhoods with their places in the tree of boroughs and areas. */
export const neighborhoods = remember(300, () => portico().neighborhoods.list());

/** The brokerage's name. A page that says that something is wrong needs one, too, so this never fails. */
export async function siteName(): Promise<string> {
  const { name } = await site().catch(() => ({ name: 'Homes' }));
  return name;
}
