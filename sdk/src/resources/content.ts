import type { Answer } from '../answer.js';
import type { Api, CallOptions } from '../api.js';
import type { PagePromise } from '../page.js';
import type { AnswerOf, BodyOf, QueryOf, Schema } from '../types.js';
import { one, pageOf } from './reading.js';

/** Blog posts: `/blog`, `/blogs`. */
export class Blog {
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  /** The newest matching posts, at most `count`. */
  search(
    count: number,
    query: QueryOf<'searchBlogPosts'> = {},
    options?: CallOptions,
  ): Answer<AnswerOf<'searchBlogPosts'>> {
    return this.#api.call<AnswerOf<'searchBlogPosts'>>(
      { path: `/blog/search/${count}`, query },
      options,
    );
  }

  /** A published post; undefined if there is none. */
  get(id: number, options?: CallOptions): Answer<AnswerOf<'getBlogPost'>[number] | undefined> {
    return one(this.#api.call<AnswerOf<'getBlogPost'>>({ path: `/blogs/${id}` }, options));
  }

  /** The labels of posts. */
  labels(options?: CallOptions): Answer<AnswerOf<'listBlogLabels'>> {
    return this.#api.call<AnswerOf<'listBlogLabels'>>({ path: '/blogs/labels' }, options);
  }

  /** Writes a post. An image goes along as Base64 in `image_base64`. */
  create(
    body: BodyOf<'createBlogPost'>,
    options?: CallOptions,
  ): Answer<AnswerOf<'createBlogPost'>> {
    return this.#api.call({ method: 'POST', path: '/blog', body }, options);
  }

  /** Changes a post: what you leave out stays. */
  update(
    id: number,
    body: BodyOf<'updateBlogPost'>,
    options?: CallOptions,
  ): Answer<AnswerOf<'updateBlogPost'>> {
    return this.#api.call({ method: 'POST', path: `/blog/${id}`, body }, options);
  }

  /** Changes a post by PUT, which does the same. */
  replace(
    id: number,
    body: BodyOf<'updateBlogPostByPut'>,
    options?: CallOptions,
  ): Answer<AnswerOf<'updateBlogPostByPut'>> {
    return this.#api.call({ method: 'PUT', path: `/blog/${id}`, body }, options);
  }
}

/** Articles about the brokerage: `/press`. */
export class Press {
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  /** The newest matching articles, at most `count`. */
  search(
    count: number,
    query: QueryOf<'searchPressArticles'> = {},
    options?: CallOptions,
  ): Answer<AnswerOf<'searchPressArticles'>> {
    return this.#api.call<AnswerOf<'searchPressArticles'>>(
      { path: `/press/search/${count}`, query },
      options,
    );
  }

  /** An article; undefined if there is none. */
  get(id: number, options?: CallOptions): Answer<AnswerOf<'getPressArticle'>[number] | undefined> {
    return one(this.#api.call<AnswerOf<'getPressArticle'>>({ path: `/press/${id}` }, options));
  }
}

/** Videos: `/videos`, `/videohook`. */
export class Videos {
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  /** The newest matching videos, at most `count`. */
  search(
    count: number,
    query: QueryOf<'searchVideos'> = {},
    options?: CallOptions,
  ): Answer<AnswerOf<'searchVideos'>> {
    return this.#api.call<AnswerOf<'searchVideos'>>(
      { path: `/videos/search/${count}`, query },
      options,
    );
  }

  /** A video; undefined if there is none. */
  get(id: number, options?: CallOptions): Answer<AnswerOf<'getVideo'>[number] | undefined> {
    return one(this.#api.call<AnswerOf<'getVideo'>>({ path: `/videos/${id}` }, options));
  }

  /** Attaches a video of a partner to a listing. */
  attach(body: BodyOf<'attachVideo'>, options?: CallOptions): Answer<AnswerOf<'attachVideo'>> {
    return this.#api.call({ method: 'POST', path: '/videohook', body }, options);
  }
}

/** Labels of listings: `/labels`. */
export class Labels {
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  /** All of them. */
  list(options?: CallOptions): Answer<AnswerOf<'listLabels'>> {
    return this.#api.call<AnswerOf<'listLabels'>>({ path: '/labels' }, options);
  }

  /** A label; undefined if there is none. */
  get(id: number, options?: CallOptions): Answer<AnswerOf<'getLabel'>[number] | undefined> {
    return one(this.#api.call<AnswerOf<'getLabel'>>({ path: `/labels/${id}` }, options));
  }
}

/** Documents: `/docs/search`. */
export class Documents {
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  /** Pages of documents; 40 a page, and 40 at most. They are not counted. */
  search(
    query: QueryOf<'searchDocuments'> = {},
    options?: CallOptions,
  ): PagePromise<Schema<'Document'>> {
    const paging = {
      path: '/docs/search',
      size: { name: 'limit', otherwise: 40, most: 40 },
      items: (page: AnswerOf<'searchDocuments'>) => page,
    };
    return pageOf(this.#api, paging, query, options);
  }
}

/** Links: `/links`. */
export class Links {
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  /** All of them. */
  list(options?: CallOptions): Answer<AnswerOf<'listLinks'>> {
    return this.#api.call<AnswerOf<'listLinks'>>({ path: '/links' }, options);
  }

  /** The links of a category. */
  inCategory(category: number, options?: CallOptions): Answer<AnswerOf<'getLinksOfCategory'>> {
    return this.#api.call<AnswerOf<'getLinksOfCategory'>>({ path: `/links/${category}` }, options);
  }

  /** The categories. */
  categories(options?: CallOptions): Answer<AnswerOf<'listLinkCategories'>> {
    return this.#api.call<AnswerOf<'listLinkCategories'>>({ path: '/links/categories' }, options);
  }
}

/** Virtual tours of listings: `/vtour`. */
export class Tours {
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  /** Sets the virtual tours of a listing. */
  set(body: BodyOf<'setVirtualTours'>, options?: CallOptions): Answer<AnswerOf<'setVirtualTours'>> {
    return this.#api.call({ method: 'POST', path: '/vtour', body }, options);
  }
}
