import type { ClientDatabase } from '../../data/client-database/open.js';
import { firstOf, problemsOf, type Refusal } from '../checked-params.js';
import { parseMoment } from '../dates.js';
import type { Call, Endpoint } from '../endpoint.js';
import { codes } from '../envelopes.js';
import {
  type AskedPost,
  changedPostParams,
  newPostParams,
  readChangedPost,
  readNewPost,
} from './blog-write.params.js';
import {
  BLOG_BASE64_UPLOADS,
  BLOG_UPLOADS,
  bringsPicture,
  writeWithPicture,
} from './blog-write.picture.js';
import * as queries from './blog-write.queries.js';
import { BlogWriteEnvelope, blogWriteItem, rejected } from './blog-write.record.js';

const NOT_PRIVATE = 'The API key may not use this method: it needs a key with private-key access.';
const GIVEN_SHOWN = 80;

const update = {
  path: '/blog/{id}',
  access: 'private',
  tag: 'Content',
  segment: 'Blog post id',
  params: changedPostParams,
  uploads: BLOG_UPLOADS,
  base64Uploads: BLOG_BASE64_UPLOADS,
  bringsFile: bringsPicture,
  answer: BlogWriteEnvelope,
  handle: changePost,
} as const;

/** The writes of blog posts. R10, R54, R131. */
export const blogWriteEndpoints: readonly Endpoint[] = [
  {
    method: 'POST',
    path: '/blog',
    access: 'private',
    tag: 'Content',
    summary: 'Write a new blog post',
    params: newPostParams,
    uploads: BLOG_UPLOADS,
    base64Uploads: BLOG_BASE64_UPLOADS,
    bringsFile: bringsPicture,
    answer: BlogWriteEnvelope,
    handle: addPost,
  },
  { ...update, method: 'POST', summary: 'Change a blog post' },
  { ...update, method: 'PUT', summary: 'Change a blog post, in the same way as POST' },
];

async function addPost(call: Call): Promise<BlogWriteEnvelope> {
  const { client, caller } = call;
  if (!caller.privateAccess) return rejected(NOT_PRIVATE);
  const asked = readNewPost(call.raw);
  const refusals = problemsOf(asked, {
    title: codes.fieldMissing,
    body: codes.fieldMissing,
    publish_date: codes.fieldMissing,
  });
  return answer(call, asked, refusals, (post) =>
    queries.addPost(client.database, {
      ...post,
      values: { ...post.values, created_by: caller.keyId },
    }),
  );
}

async function changePost(call: Call): Promise<BlogWriteEnvelope> {
  const { client, caller, id } = call;
  if (!caller.privateAccess) return rejected(NOT_PRIVATE);
  if (!(await queries.postExists(client.database, id))) return rejected(unknownPost(id));
  const asked = readChangedPost(call.raw);
  return answer(call, asked, problemsOf(asked, {}), (post) =>
    queries.changePost(client.database, id, post),
  );
}

/** Writes the post that was asked for, unless something is wrong with what was asked (R127, R128). */
async function answer(
  call: Call,
  asked: AskedPost,
  problems: readonly Refusal[],
  write: (post: queries.PostChange) => Promise<queries.WrittenPost | undefined>,
): Promise<BlogWriteEnvelope> {
  const { values } = asked;
  const date = values.publish_date;
  const published = date === undefined ? undefined : momentOf(date, call.context.timeZone);
  const refusal = firstOf([
    ...problems,
    ...(date !== undefined && published === undefined ? [invalidDate(date)] : []),
    ...(await unknownReferences(call.client.database, asked)),
  ]);
  if (refusal !== undefined) return rejected(refusal.message);

  const { title, body, author, caption, friendly, agent_id, status, labels, buildings } = values;
  const told = {
    title,
    body,
    author,
    caption,
    friendly,
    agent_id,
    status,
    published_at: published,
  };
  const { post, imageError } = await writeWithPicture(call, (image) =>
    write({ values: withoutUndefined({ ...told, image }), labels, buildings }),
  );
  if (post === undefined) return rejected(unknownPost(call.id));
  return {
    STATUS: 'Success',
    MESSAGE: '',
    ITEM: [blogWriteItem(post.row, call.context)],
    ...(imageError === undefined ? {} : { IMAGEERROR: imageError }),
  };
}

/** Records show whole seconds; what is stored is what they show. */
function momentOf(date: string, zone: string): number | undefined {
  const moment = parseMoment(date, zone);
  return moment === undefined ? undefined : Math.floor(moment / 1000) * 1000;
}

function invalidDate(date: string): Refusal {
  const given = JSON.stringify(date.slice(0, GIVEN_SHOWN));
  return {
    code: codes.valueMalformed,
    message: `The publish date is invalid: ${given} was given; accepted is a date like 2026-11-20.`,
  };
}

/** What the post names and the client's database does not have. */
async function unknownReferences(
  database: ClientDatabase,
  { values: { labels = [], buildings = [], agent_id: agent } }: AskedPost,
): Promise<readonly Refusal[]> {
  const label = await queries.missingFrom(database, 'blog_label_name', labels);
  const building = await queries.missingFrom(database, 'building', buildings);
  const nobody = await queries.missingFrom(database, 'agent', agent ? [agent] : []);
  return [
    ...unknown(codes.valueMalformed, 'labels: Blog label', label),
    ...unknown(codes.valueMalformed, 'buildings: Building', building),
    ...unknown(codes.agentUnknown, 'Agent', nobody),
  ];
}

function unknown(code: Refusal['code'], what: string, id: number | undefined): readonly Refusal[] {
  return id === undefined ? [] : [{ code, message: `${what} ${id} does not exist.` }];
}

function unknownPost(id: number): string {
  return `Blog post ${id} does not exist.`;
}

type Told<Values> = { [Name in keyof Values]?: Exclude<Values[Name], undefined> };

function withoutUndefined<Values extends object>(values: Values): Told<Values> {
  const told = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(told) as Told<Values>;
}
