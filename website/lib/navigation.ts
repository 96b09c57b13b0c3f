/** What stands in the header and the footer. A page that is added here has to be there. */
export const MAIN_PAGES = [
  { name: 'Buy', href: '/search?status=1' },
  { name: 'Rent', href: '/search?status=2' },
] as const;
