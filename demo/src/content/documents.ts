import type { Calendar } from '../calendar.js';
import type { DocRecord, LinkCategoryRecord, LinkRecord } from '../records/content-records.js';
import { PAPERS, type Paper } from './papers.js';

/** The relative media path of a document. */
export function paperPath({ key }: Paper): string {
  return `demo/docs/${key}.pdf`;
}

/** The records of documents, oldest first. R123. */
export function docRecords(calendar: Calendar): DocRecord[] {
  return PAPERS.map((paper, index) => ({
    id: index + 1,
    title: paper.title,
    filename: paperPath(paper),
    category: paper.category,
    date_create: calendar.text(calendar.daytime(calendar.ago(420 - index * 53.3))),
    sort: index + 1,
  }));
}

const CATEGORIES = ['For buyers', 'For renters', 'Around the city'] as const;

/** The records of link categories. R124. */
export function linkCategoryRecords(): LinkCategoryRecord[] {
  return CATEGORIES.map((name, index) => ({ id: index + 1, name, sort: index + 1 }));
}

/** Links lead to the agency's own documents and pictures, so that none leaves the machine. */
const LINKS: ReadonlyArray<
  readonly [title: string, url: string, description: string, category: (typeof CATEGORIES)[number]]
> = [
  [
    'What a board asks for',
    'demo/docs/board-package.pdf',
    'Everything a cooperative will want to see.',
    'For buyers',
  ],
  [
    'Closing costs',
    'demo/docs/closing-costs.pdf',
    'What to expect beside the price.',
    'For buyers',
  ],
  [
    'Open house etiquette',
    'demo/docs/house-rules.pdf',
    'Short, so that people read it.',
    'For buyers',
  ],
  [
    'Application papers',
    'demo/docs/rental-application.pdf',
    'What owners ask for, in one list.',
    'For renters',
  ],
  ['Moving checklist', 'demo/docs/moving-checklist.pdf', 'Six weeks, in order.', 'For renters'],
  [
    'The skyline at dusk',
    'demo/view-skyline-01.jpg',
    'A picture for your desk.',
    'Around the city',
  ],
  ['The river, early', 'demo/view-river-01.jpg', 'A picture for your desk.', 'Around the city'],
  [
    'Market letter',
    'demo/docs/market-letter.pdf',
    'Prices, rents and patience, once a quarter.',
    'Around the city',
  ],
];

/** The records of links. R124. */
export function linkRecords(): LinkRecord[] {
  return LINKS.map(([title, url, description, category], index) => ({
    id: index + 1,
    title,
    url,
    description,
    category: CATEGORIES.indexOf(category) + 1,
    sort: index + 1,
  }));
}
