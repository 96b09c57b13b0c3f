/** A document that the agency hands out, one page each. */
export interface Paper {
  /** Part of the file name. */
  readonly key: string;
  readonly title: string;
  readonly category: string;
  /** Lines of text; one that begins with `- ` is an item, an empty one a gap. */
  readonly lines: readonly string[];
}

/** The documents, in the order they are listed. */
export const PAPERS: readonly Paper[] = [
  {
    key: 'board-package',
    title: 'Board package checklist',
    category: 'Buyers',
    lines: [
      'Gather these before you fill in the first form.',
      '',
      '- Purchase application and contract of sale',
      '- Cover letter, one page',
      '- Two years of tax returns, all schedules',
      '- Three months of statements for every account',
      '- Net worth statement, signed',
      '- Employment letter with salary and start date',
      '- Three personal and two professional references',
      '- Commitment letter and recognition agreement, if financing',
    ],
  },
  {
    key: 'rental-application',
    title: 'Rental application, what to bring',
    category: 'Renters',
    lines: [
      'Most owners decide within a day. Bring everything at once.',
      '',
      '- Photo identification',
      '- Letter of employment',
      '- Two recent pay stubs',
      '- Two bank statements',
      '- Last tax return, first two pages',
      '- Name and phone number of your current landlord',
      '',
      'A guarantor brings the same papers.',
    ],
  },
  {
    key: 'closing-costs',
    title: 'Closing costs at a glance',
    category: 'Buyers',
    lines: [
      'What to expect beside the price.',
      '',
      '- Attorney',
      '- Bank fees, if financing',
      '- Mortgage recording tax, condominiums and houses',
      '- Title insurance, condominiums and houses',
      '- Mansion tax, from one million dollars',
      '- Move-in deposit',
      '',
      'Ask us for an estimate on a given home.',
    ],
  },
  {
    key: 'market-letter',
    title: 'Quarterly market letter',
    category: 'Market',
    lines: [
      'Prices were steady, patience was rewarded.',
      '',
      'Two-bedroom homes took nine days longer to sell than last year. Studios in elevator',
      'houses went faster. Townhouses were few, and closed close to the asking price.',
      '',
      'Rents rose along the waterfront and held still inland. About one tower in four',
      'still offers a free month.',
      '',
      'Our advice is the same as always: price it right and wash the windows.',
    ],
  },
  {
    key: 'seller-preparation',
    title: 'Preparing a home for photographs',
    category: 'Sellers',
    lines: [
      'Two hours now save two weeks later.',
      '',
      '- Clear the counters, then clear them again',
      '- Wash the windows on both sides',
      '- Replace every bulb, all of one color',
      '- Leave the books, hide the remote controls',
      '- Open every door and every blind',
    ],
  },
  {
    key: 'house-rules',
    title: 'Open house etiquette',
    category: 'Buyers',
    lines: [
      'Short, so that people read it.',
      '',
      '- Sign the book',
      '- Shoes where you are asked to',
      '- Photographs only after asking',
      '- Save the opinions for the sidewalk',
      '',
      'Fair housing is the law and our practice.',
    ],
  },
  {
    key: 'moving-checklist',
    title: 'Moving checklist',
    category: 'Renters',
    lines: [
      'Six weeks, in order.',
      '',
      '- Certificate of insurance from the mover',
      '- Elevator reserved with the building',
      '- Utilities and internet',
      '- Change of address',
      '- Keys counted, twice',
    ],
  },
];
