import { type Static, Type } from 'typebox';
import { type Call, type CheckResult, endpoint } from '../../api/endpoint.js';
import { codes, Failure, outcomes } from '../../api/envelopes.js';
import { bit, named, oneOf, textMoment } from '../../api/fields.js';
import { GIVEN_SHOWN, type Values } from '../../api/params.js';
import type { CheckedParams } from '../../api/read-params.js';
import type { AnswerContext } from '../../api/request-context.js';
import { parseMoment, textDate } from '../../lib/dates.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import { changedPostParams, newPostParams } from './blog-write.params.js';
import { writeWithPicture } from './blog-write.picture.js';
import * as queries from './blog-write.queries.js';

const NOT_PRIVATE = 'The API key may not use this method: it needs a key with private-key access.';

/** A post in the answer to its write. R126, R131. */
const BlogWriteItem = named('BlogWriteItem', {
  id: Type.Integer({ description: 'Post id' }),
  date_create: textMoment('Publication date'),
  created_by: Type.Integer({ description: 'The account number of the key that made it' }),
  author: Type.String({ description: 'Byline' }),
  title: Type.String({ description: 'Title' }),
  body: Type.String({ description: 'HTML' }),
  caption: Type.String({ description: 'Caption of the image' }),
  image: Type.String({
    description:
      "Filename relative to the client's blog image directory, which is /media/<client>/blog/",
  }),
  friendly: Type.String({ description: 'Slug' }),
  agent_id: Type.String({ description: 'The agent that it belongs to; empty when none' }),
  status: bit('1 published, 0 unpublished'),
});

function blogWriteItem(
  row: queries.PostRow,
  { timeZone }: Pick<AnswerContext, 'timeZone'>,
): Static<typeof BlogWriteItem> {
  return {
    id: row.id,
    date_create: textDate(row.published_at, timeZone),
    created_by: row.created_by,
    author: row.author,
    title: row.title,
    body: row.body,
    caption: row.caption,
    image: row.image,
    friendly: row.friendly,
    agent_id: row.agent_id === 0 ? '' : String(row.agent_id),
    status: row.status,
  };
}

/** The answer of a blog write. It has no code (R126). */
const BlogWriteEnvelope = outcomes(
  'BlogWriteEnvelope',
  {
    STATUS: oneOf(['Success', 'Error'], 'Whether the post was written'),
    MESSAGE: Type.String({ description: 'What failed; empty on success' }),
    ITEM: Type.Array(BlogWriteItem, {
      maxItems: 1,
      description: 'The post as it is now; empty when nothing was written',
    }),
    IMAGEERROR: Type.Optional(
      Type.String({ description: 'Why the image was left out; the post was written all the same' }),
    ),
  },
  {
    success: {
      STATUS: Type.Literal('Success'),
      MESSAGE: Type.String({ description: 'Empty' }),
      ITEM: Type.Array(BlogWriteItem, {
        minItems: 1,
        maxItems: 1,
        description: 'The post as it is now',
      }),
    },
    error: {
      STATUS: Type.Literal('Error'),
      MESSAGE: Type.String({ description: 'What failed' }),
      ITEM: Type.Array(BlogWriteItem, { maxItems: 0, description: 'Always empty' }),
      IMAGEERROR: undefined,
    },
  },
);

type BlogWriteEnvelope = Static<typeof BlogWriteEnvelope>;

/** Nothing was written; the message names the cause. */
function rejected({ message }: Failure): BlogWriteEnvelope {
  return { STATUS: 'Error', MESSAGE: message, ITEM: [] };
}

type PostParams = typeof changedPostParams;

const change = {
  path: '/blog/{id}',
  access: 'private',
  tag: 'Content',
  segment: 'Blog post id',
  params: changedPostParams,
  answer: BlogWriteEnvelope,
  onFailure: rejected,
  check: async (call: Call<number>, params: CheckedParams<PostParams>) => {
    const { tenant, caller, segment } = call;
    if (caller.privateAccess && !(await queries.postExists(tenant.database, segment))) {
      return { found: undefined, failures: [unknownPost(segment)] };
    }
    return checkPost(call, params);
  },
  handle: (call: Call<number>, params: Values<PostParams>, published: number | undefined) =>
    answer(call, params, published, (post) =>
      queries.changePost(call.tenant.database, call.segment, post),
    ),
} as const;

/** The writes of blog posts. R10, R54, R131. */
export const blogWriteEndpoints = [
  endpoint({
    method: 'POST',
    path: '/blog',
    access: 'private',
    tag: 'Content',
    operation: 'createBlogPost',
    summary: 'Write a new blog post',
    description:
      'Writes a post and publishes it, unless `status` is 0. It needs a key with private access. If the picture is refused, the post is still written, and `IMAGEERROR` says why. The envelope has no code.',
    params: newPostParams,
    answer: BlogWriteEnvelope,
    onFailure: rejected,
    check: checkPost,
    handle: (call, params, published) =>
      answer(call, params, published, ({ values, ...linked }) =>
        queries.addPost(call.tenant.database, {
          ...linked,
          values: { ...values, created_by: call.caller.keyId },
        }),
      ),
  }),
  endpoint({
    ...change,
    method: 'POST',
    operation: 'updateBlogPost',
    summary: 'Change a blog post',
    description:
      'Changes the fields in the body and leaves the rest. It needs a key with private access. If the picture is refused, the rest is still changed, and `IMAGEERROR` says why. The envelope has no code.',
  }),
  endpoint({
    ...change,
    method: 'PUT',
    operation: 'updateBlogPostByPut',
    summary: 'Change a blog post, in the same way as POST',
    description:
      'The same as `POST /blog/{id}`, for programs that change records with PUT. Fields that are not in the body stay.',
  }),
];

/** Checks what a post names, in the order of R127, and finds when it is published (R128), in milliseconds. */
async function checkPost(
  { tenant, caller, context }: Call,
  { values }: Pick<CheckedParams<PostParams>, 'values'>,
): Promise<CheckResult<number | undefined>> {
  if (!caller.privateAccess) {
    return { found: undefined, failures: [new Failure('', NOT_PRIVATE)] };
  }
  const { publish_date: date, labels = [], buildings = [], agent_id: agent } = values;
  const published = date === undefined ? undefined : momentOf(date, context.timeZone);
  return {
    found: published,
    failures: [
      date !== undefined && published === undefined && invalidDate(date),
      await missing(tenant.database, 'blog_label_name', labels, 'labels: Blog label'),
      await missing(tenant.database, 'building', buildings, 'buildings: Building'),
      await missing(tenant.database, 'agent', agent ? [agent] : [], 'Agent'),
    ],
  };
}

/** Writes a post with its picture, or without it if the picture is not accepted. */
async function answer(
  call: Call,
  { labels, buildings, ...params }: Values<PostParams>,
  published_at: number | undefined,
  write: (post: queries.PostChange) => Promise<queries.WrittenPost | undefined>,
) {
  const { title, body, author, caption, friendly, agent_id, status } = params;
  const fields = { title, body, author, caption, friendly, agent_id, status, published_at };
  const { post, imageError } = await writeWithPicture(call, (image) =>
    write({ values: withoutUndefined({ ...fields, image }), labels, buildings }),
  );
  if (post === undefined) return unknownPost(call.segment ?? 0);
  return {
    STATUS: 'Success' as const,
    MESSAGE: '',
    ITEM: [blogWriteItem(post.row, call.context)],
    ...(imageError === undefined ? {} : { IMAGEERROR: imageError }),
  };
}

/** Records show whole seconds, so the stored value has no fraction either. */
function momentOf(date: string, zone: string): number | undefined {
  const moment = parseMoment(date, zone);
  return moment === undefined ? undefined : Math.floor(moment / 1000) * 1000;
}

function invalidDate(date: string): Failure {
  const shown = JSON.stringify(date.slice(0, GIVEN_SHOWN));
  const words = `The publish date is invalid: ${shown} was given; accepted is a date like 2026-11-20.`;
  return new Failure(codes.valueMalformed, words);
}

/** The first id that the post names and the tenant's database lacks, as a failure. */
async function missing(
  database: TenantDatabase,
  table: 'agent' | 'blog_label_name' | 'building',
  ids: readonly number[],
  what: string,
): Promise<Failure | undefined> {
  const id = await queries.missingFrom(database, table, ids);
  const code = table === 'agent' ? codes.agentUnknown : codes.valueMalformed;
  return id === undefined ? undefined : new Failure(code, `${what} ${id} does not exist.`);
}

function unknownPost(id: number): Failure {
  return new Failure('', `Blog post ${id} does not exist.`);
}

type Defined<All> = { [Name in keyof All]?: Exclude<All[Name], undefined> };

function withoutUndefined<All extends object>(values: All): Defined<All> {
  const fields = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(fields) as Defined<All>;
}
