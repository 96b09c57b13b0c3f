import { type Static, Type } from 'typebox';
import type { AnswerContext } from '../request-context.js';
import type { LinkCategoryRow, LinkRow } from './link.queries.js';

/** A link to another website. R124. */
export const Link = Type.Object(
  {
    id: Type.Integer({ description: 'Record id' }),
    title: Type.String({ description: 'Title' }),
    url: Type.String({ description: 'Where it leads' }),
    description: Type.String({ description: 'What is found there' }),
    category: Type.Integer({ description: 'Id of its category, 0 when none' }),
    sort: Type.Integer({ description: 'Position, lower first' }),
  },
  { $id: 'Link', additionalProperties: false },
);

/** The record of a link. */
export function linkRecord(
  row: LinkRow,
  { linkUrl }: Pick<AnswerContext, 'linkUrl'>,
): Static<typeof Link> {
  return {
    id: row.id,
    title: row.title,
    url: linkUrl(row.url),
    description: row.description,
    category: row.category_id,
    sort: row.sort,
  };
}

/** A category of links. R124. */
export const LinkCategory = Type.Object(
  {
    id: Type.Integer({ description: 'Category id, as in `/links/{category}`' }),
    name: Type.String({ description: 'Name' }),
    sort: Type.Integer({ description: 'Position, lower first' }),
  },
  { $id: 'LinkCategory', additionalProperties: false },
);

/** The record of a category of links. */
export function linkCategoryRecord(row: LinkCategoryRow): Static<typeof LinkCategory> {
  return { id: row.id, name: row.name, sort: row.sort };
}
