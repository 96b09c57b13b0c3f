import { type Static, Type } from 'typebox';

const plain = { additionalProperties: false } as const;
const count = Type.Integer({ description: 'How many listings a search for this value finds' });

const CodeCount = Type.Object(
  {
    value: Type.Integer({ description: 'What to send in the parameter' }),
    name: Type.String({ description: 'What to show' }),
    count,
  },
  { ...plain, $id: 'FacetCodeCount', description: 'A code or id, its name, and its listings' },
);

const NumberCount = Type.Object(
  {
    value: Type.Number({ description: 'What to send in the parameter; 0 bedrooms are studios' }),
    count,
  },
  { ...plain, $id: 'FacetNumberCount', description: 'A number of rooms, and its listings' },
);

const WordCount = Type.Object(
  { value: Type.String({ description: 'What to send in the parameter' }), count },
  { ...plain, $id: 'FacetWordCount', description: 'A word, and its listings' },
);

const Histogram = Type.Object(
  {
    min: Type.Integer({ description: 'The least, without cents; 0 when there is none' }),
    max: Type.Integer({ description: 'The most, cents rounded up; 0 when there is none' }),
    bins: Type.Array(
      Type.Object(
        {
          from: Type.Integer({ description: 'The least of the bin' }),
          to: Type.Integer({ description: 'The most of the bin; the next begins one above it' }),
          count: Type.Integer({ description: 'The listings in the bin' }),
        },
        { ...plain, $id: 'FacetBin', description: 'A part of a histogram' },
      ),
      { maxItems: 24, description: 'Without gaps from min to max, each wider than the one before' },
    ),
  },
  {
    ...plain,
    $id: 'FacetHistogram',
    description: 'How listings spread over a number; those that have none are left out',
  },
);

/** The `FACETS` of a search: those that it asked for. R275, R276. */
export const Facets = Type.Object(
  {
    status: Type.Optional(Type.Array(CodeCount, { description: 'For `status`' })),
    type: Type.Optional(Type.Array(WordCount, { description: 'For `type`' })),
    beds: Type.Optional(Type.Array(NumberCount, { description: 'For `beds`, ascending' })),
    bath: Type.Optional(Type.Array(NumberCount, { description: 'For `bath`, ascending' })),
    neighborhood: Type.Optional(
      Type.Array(CodeCount, { description: 'For `cat`, those with the most listings first' }),
    ),
    pets: Type.Optional(Type.Array(CodeCount, { description: 'For `pets`' })),
    amenities: Type.Optional(Type.Array(WordCount, { description: 'For `amenities`' })),
    price: Type.Optional(Histogram),
    size: Type.Optional(Histogram),
  },
  {
    ...plain,
    $id: 'Facets',
    description:
      'What the parameter `facets` asked for. Each facet is counted without its own filter; values without listings are left out',
  },
);

/** The facets of an answer. */
export type Facets = Static<typeof Facets>;
