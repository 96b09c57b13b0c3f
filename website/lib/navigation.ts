/** What stands in the header and the footer. A page that is added here has to be there. */
export const MAIN_PAGES = [
  { name: 'Buy', href: '/search?status=1' },
  { name: 'Rent', href: '/search?status=2' },
  { name: 'Neighborhoods', href: '/neighborhoods' },
  { name: 'Buildings', href: '/buildings' },
  { name: 'Agents', href: '/agents' },
] as const;

/** More pages, for the footer alone. */
export const MORE_PAGES = [
  { name: 'What clients say', href: '/testimonials' },
  { name: 'Journal', href: '/blog' },
  { name: 'Press', href: '/press' },
  { name: 'Saved homes', href: '/account' },
] as const;
