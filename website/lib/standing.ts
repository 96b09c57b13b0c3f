/** How a home stands on the market, in words for visitors. */
export interface Standing {
  readonly label: string;
  /** Whether it can be had, has been promised to somebody, or is gone. */
  readonly state: 'open' | 'pending' | 'gone';
  /** What a visitor has to know before they ask. */
  readonly note?: string;
}

const STANDINGS: Readonly<Record<string, Standing>> = {
  'For Sale': { label: 'For sale', state: 'open' },
  'For Rent': { label: 'For rent', state: 'open' },
  'Offer In': {
    label: 'Offer in',
    state: 'pending',
    note: 'There is an offer on this home. You can still visit it.',
  },
  'In Contract': {
    label: 'In contract',
    state: 'pending',
    note: 'A buyer has signed a contract. The agent can tell you whether it is still available.',
  },
  'App. Pending': {
    label: 'Application pending',
    state: 'pending',
    note: 'Somebody has applied for this home. The agent can tell you whether it is still available.',
  },
  Sold: {
    label: 'Sold',
    state: 'gone',
    note: 'This home has been sold and is no longer on the market.',
  },
  Rented: {
    label: 'Rented',
    state: 'gone',
    note: 'This home has been rented and is no longer on the market.',
  },
};

/** The standing of a listing. A status that is not known here is shown as it is. */
export function standingOf({ main_status }: { readonly main_status: string }): Standing {
  return STANDINGS[main_status] ?? { label: main_status, state: 'open' };
}

export const isGone = (listing: { readonly main_status: string }): boolean =>
  standingOf(listing).state === 'gone';
