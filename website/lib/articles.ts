import 'server-only';
import { parseDate, type Schema } from 'portico-sdk';
import { dayText, fileUrl } from './format';
import { portico } from './portico';
import { read } from './records';
import { remember } from './remember';
import { site } from './site';

export interface Post {
  readonly id: number;
  readonly title: string;
  readonly author: string;
  /** HTML. */
  readonly body: string;
  readonly picture: string;
  readonly caption: string;
  readonly date: Date | undefined;
  /** `November 18, 2026`, or nothing. */
  readonly day: string;
}

/** The newest posts. */
export const posts = remember(300, async (): Promise<Post[]> => {
  const [found, about] = await Promise.all([portico().blog.search(60), site()]);
  return found.map((record) => postFrom(record, about));
});

/** A post; undefined where there is none. */
export const postOf = remember(300, async (id: number): Promise<Post | undefined> => {
  const [record, about] = await Promise.all([read('blog', id), site()]);
  return record && postFrom(record, about);
});

type Site = Awaited<ReturnType<typeof site>>;

function postFrom(record: Schema<'BlogPost'>, { blog_media_url, time_zone }: Site): Post {
  const { id, title, author, body, image, caption, date_create } = record;
  const picture = fileUrl(image, blog_media_url);
  const [date, day] = [parseDate(date_create, time_zone), dayText(date_create, time_zone)];
  return { id, title, author, body, caption, picture, date, day };
}

/** The newest articles about the brokerage. */
export const articles = remember(300, async () => {
  const [found, { media_url, time_zone }] = await Promise.all([portico().press.search(60), site()]);
  return found.map((record) => ({
    ...record,
    // A video or an award has no clipping, but the paper has a logo.
    picture: fileUrl(record.filename || record.logo, media_url),
    // A link that is not of the web, such as `javascript:`, is none.
    url: /^https?:\/\//.test(record.url) ? record.url : '',
    date: dayText(record.date_publish || record.date_create, time_zone),
  }));
});
