import {
  type ListingSearch,
  type Portico,
  PorticoError,
  priceOf,
  type QueryOf,
  type Schema,
  toPublic,
} from 'portico-sdk';
import { clean, cleanText, countsText } from './text.js';

/** What a tool was asked; the server checks it and says by name what is wrong. */
type Input = Readonly<Record<string, unknown>>;

interface Tool {
  readonly description: string;
  /** @returns What the assistant reads: short, with the address of the page on the website. */
  answer(portico: Portico, input: Input, page: (path: string) => string): Promise<string>;
}

/** The most listings that one answer names: an assistant reads all of it. */
const MOST_LISTINGS = 20;

/** @throws PorticoError with a sentence for the assistant. */
function numberOf(id: unknown): number {
  if (typeof id === 'number' && Number.isSafeInteger(id)) return id;
  throw new PorticoError('id is not a whole number.');
}

type Listing = Schema<'ListingShortRecord'>;

function listingLine(listing: Listing, page: (path: string) => string): string {
  const price = priceOf(listing);
  const parts = [
    listing.main_address || 'Address on request',
    listing.main_neighborhood,
    listing.main_status,
    price === undefined ? 'price on request' : `$${price.toLocaleString('en-US')}`,
    `${listing.essentials_beds} beds`,
    `${listing.essentials_bath} baths`,
    listing.essentials_type,
  ];
  return `${listing.main_id}: ${parts
    .map((part) => clean(part))
    .filter(Boolean)
    .join(', ')}. ${page(`/listings/${listing.main_id}`)}`;
}

/** The tools, by name. All of them only read. */
export const tools: Readonly<Record<string, Tool>> = {
  search_listings: {
    description:
      'Searches the homes of the brokerage. Without status it finds homes for rent. For the number of a neighborhood (cat) use find_place.',
    async answer(portico, input, page) {
      const perPage = Math.min(Number(input.perPage ?? 10), MOST_LISTINGS);
      const found = await portico.listings.search({ ...(input as ListingSearch), perPage });
      const lines = found.items.map((listing) => listingLine(listing as Listing, page));
      const more = found.hasNextPage() ? [`There are more: page ${found.number + 1}.`] : [];
      return [`${found.total} homes match.`, ...lines, ...more].join('\n');
    },
  },
  get_listing: {
    description: 'One home, by its number: price, size, description, open house, agent.',
    async answer(portico, { id }, page) {
      const listing = toPublic(await portico.listings.get(numberOf(id), { addOpenHouse: true }));
      if (listing === undefined) return `There is no home with the number ${id}.`;
      const agent = [listing.agents_agent_name, listing.agents_agent_phone]
        .map((part) => clean(part))
        .filter(Boolean);
      return [
        listingLine(listing as unknown as Listing, page),
        listing.essentials_size > 0 && `${listing.essentials_size} square feet.`,
        listing.openhouse && `Open house: ${clean(listing.openhouse)}.`,
        agent.length > 0 && `Agent: ${agent.join(', ')}.`,
        cleanText(listing.main_description),
      ]
        .filter(Boolean)
        .join('\n');
    },
  },
  market_facets: {
    description:
      'Counts the homes that match, by bedrooms, price, type and neighborhood. Takes the filters of search_listings.',
    async answer(portico, input) {
      const facets = ['beds', 'price', 'type', 'neighborhood'] as const;
      const { total, answer } = await portico.listings.search({
        ...(input as ListingSearch),
        ...{ facets, perPage: 1 },
      });
      const lines = Object.entries(answer.FACETS ?? {}).map(
        ([name, counts]) => `${name}: ${countsText(counts)}`,
      );
      return [`${total} homes match.`, ...lines].join('\n');
    },
  },
  find_place: {
    description:
      'Finds neighborhoods, buildings, streets and agents by the first letters of a name, with their numbers.',
    async answer(portico, input) {
      const found = await portico.listings.suggest(input as unknown as QueryOf<'listSuggestions'>);
      if (found.length === 0) return 'Nothing has a name like this.';
      return found
        .map(
          ({ kind, id, text, count }) =>
            `${kind}${id > 0 ? ` ${id}` : ''}: ${clean(text)}, ${count} homes`,
        )
        .join('\n');
    },
  },
  list_agents: {
    description: 'The agents of the brokerage, by name, language, office or team.',
    async answer(portico, input, page) {
      const agents = toPublic(await portico.agents.search(input as QueryOf<'searchAgents'>));
      if (agents.length === 0) return 'No agent matches.';
      const shown = agents
        .slice(0, MOST_LISTINGS)
        .map(({ id, firstname, lastname, email }) =>
          [`${id}: ${clean(`${firstname} ${lastname}`)}`, clean(email), page(`/agents/${id}`)]
            .filter(Boolean)
            .join(', '),
        );
      return [`${agents.length} agents match.`, ...shown].join('\n');
    },
  },
  neighborhood: {
    description: 'What the brokerage says of a neighborhood, by its number from find_place.',
    async answer(portico, { id }, page) {
      const found = await portico.neighborhoods.get(numberOf(id));
      if (found === undefined) return `There is no neighborhood with the number ${id}.`;
      return [`${clean(found.cat_name)}. ${page(`/neighborhoods/${id}`)}`, cleanText(found.text_1)]
        .filter(Boolean)
        .join('\n');
    },
  },
};
