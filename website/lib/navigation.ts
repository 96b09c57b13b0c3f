import 'server-only';
import { type Section, sections } from './sections';

interface Page {
  readonly name: string;
  readonly href: string;
  /** The page is left out where the brokerage has nothing of this. */
  readonly section?: Section;
}

/** What stands in the header and the footer. A page that is added here has to be there. */
const MAIN_PAGES: readonly Page[] = [
  { name: 'Buy', href: '/search?status=1' },
  { name: 'Rent', href: '/search?status=2' },
  { name: 'Neighborhoods', href: '/neighborhoods', section: 'neighborhoods' },
  { name: 'Buildings', href: '/buildings', section: 'buildings' },
  { name: 'Agents', href: '/agents', section: 'agents' },
  { name: 'Contact', href: '/contact' },
];

/** More pages, for the footer. */
const MORE_PAGES: readonly Page[] = [
  { name: 'Sell with us', href: '/contact?about=selling' },
  { name: 'Offices', href: '/contact#offices', section: 'offices' },
  { name: 'What clients say', href: '/testimonials', section: 'testimonials' },
  { name: 'Journal', href: '/blog', section: 'blog' },
  { name: 'Press', href: '/press', section: 'press' },
  { name: 'Compare homes', href: '/compare' },
  { name: 'Recently viewed', href: '/recent' },
  { name: 'Saved homes', href: '/account' },
  { name: 'Saved searches', href: '/account/searches' },
];

/** The pages of the site that have something in them. */
export async function pages(): Promise<{ main: readonly Page[]; more: readonly Page[] }> {
  const there = await sections();
  const isThere = ({ section }: Page): boolean => section === undefined || there.has(section);
  return { main: MAIN_PAGES.filter(isThere), more: MORE_PAGES.filter(isThere) };
}
