/** The invented brokerage that the demo database belongs to. */
export const AGENCY = {
  name: 'Portico Realty',
  /** A domain reserved for examples, which leads nowhere. */
  domain: 'porticorealty.example',
} as const;

/** An office of the agency. */
export interface OfficeProfile {
  readonly id: number;
  readonly name: string;
  readonly address: string;
  readonly city: string;
  readonly zip: string;
  readonly mailbox: string;
}

/** Where the agency has its doors. */
export const OFFICES: readonly OfficeProfile[] = [
  {
    id: 1,
    name: 'Flatiron',
    address: '14 West 21st Street, 6th Floor',
    city: 'New York',
    zip: '10010',
    mailbox: 'flatiron',
  },
  {
    id: 2,
    name: 'Brownstone Brooklyn',
    address: '231 Court Street',
    city: 'Brooklyn',
    zip: '11201',
    mailbox: 'brooklyn',
  },
  {
    id: 3,
    name: 'Long Island City',
    address: '10-42 47th Avenue',
    city: 'Long Island City',
    zip: '11101',
    mailbox: 'queens',
  },
];

/** A team of the agency. */
export interface TeamProfile {
  readonly id: number;
  readonly name: string;
  readonly mailbox: string;
  readonly bio: string;
  /** True where a member's listings show under the team. */
  readonly showsListings: boolean;
}

/** The teams; members name theirs. */
export const TEAMS: readonly TeamProfile[] = [
  {
    id: 1,
    name: 'The Parkside Collective',
    mailbox: 'parkside',
    bio: 'Three brokers, two parks and one shared calendar. The Parkside Collective works the blocks on either side of Central Park, where knowing a board matters as much as knowing a building.\n\nWe price from closed sales, prepare board packages in-house, and answer our own phones on Sundays.',
    showsListings: true,
  },
  {
    id: 2,
    name: 'Harborline',
    mailbox: 'harborline',
    bio: 'Harborline represents townhouses, floor-throughs and small condominiums along the Brooklyn waterfront and uphill to the park.\n\nOur sellers get a contractor’s walk-through before we photograph anything; our buyers get an honest list of what the inspector will say.',
    showsListings: true,
  },
  {
    id: 3,
    name: 'New Development Group',
    mailbox: 'newdevelopment',
    bio: 'From first floor plan to final closing: sales galleries, lease-ups and the spreadsheets behind them. The group works across all three offices.',
    showsListings: false,
  },
];
