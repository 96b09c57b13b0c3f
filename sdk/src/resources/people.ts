import type { Answer } from '../answer.js';
import type { Api, CallOptions } from '../api.js';
import type { PagePromise } from '../page.js';
import type { AnswerOf, QueryOf, Schema } from '../types.js';
import { one, pageOf } from './reading.js';

/** Agents: `/agents`. */
export class Agents {
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  /** The agents that match; all of them without parameters. */
  search(
    query: QueryOf<'searchAgents'> = {},
    options?: CallOptions,
  ): Answer<AnswerOf<'searchAgents'>> {
    return this.#api.call<AnswerOf<'searchAgents'>>({ path: '/agents/search', query }, options);
  }

  /** An agent; undefined if there is none. */
  get(
    id: number,
    query: QueryOf<'getAgent'> = {},
    options?: CallOptions,
  ): Answer<AnswerOf<'getAgent'>[number] | undefined> {
    return one(this.#api.call<AnswerOf<'getAgent'>>({ path: `/agents/${id}`, query }, options));
  }

  /** What clients say of an agent. */
  testimonials(id: number, options?: CallOptions): Answer<AnswerOf<'getAgentTestimonials'>> {
    return this.#api.call<AnswerOf<'getAgentTestimonials'>>(
      { path: `/agents/testimonials/${id}` },
      options,
    );
  }

  /** The blog posts of an agent. */
  blogPosts(id: number, options?: CallOptions): Answer<AnswerOf<'getAgentBlogPosts'>> {
    return this.#api.call<AnswerOf<'getAgentBlogPosts'>>({ path: `/agents/blog/${id}` }, options);
  }

  /** The videos of an agent. */
  videos(id: number, options?: CallOptions): Answer<AnswerOf<'getAgentVideos'>> {
    return this.#api.call<AnswerOf<'getAgentVideos'>>({ path: `/agents/videos/${id}` }, options);
  }
}

/** Teams of agents: `/teams`. */
export class Teams {
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  /** All of them. */
  list(options?: CallOptions): Answer<AnswerOf<'listTeams'>> {
    return this.#api.call<AnswerOf<'listTeams'>>({ path: '/teams' }, options);
  }

  /** A team; undefined if there is none. */
  get(id: number, options?: CallOptions): Answer<AnswerOf<'getTeam'>[number] | undefined> {
    return one(this.#api.call<AnswerOf<'getTeam'>>({ path: `/teams/${id}` }, options));
  }

  /** What clients say of a team. */
  testimonials(id: number, options?: CallOptions): Answer<AnswerOf<'getTeamTestimonials'>> {
    return this.#api.call<AnswerOf<'getTeamTestimonials'>>(
      { path: `/teams/testimonials/${id}` },
      options,
    );
  }
}

/** Offices: `/offices`. */
export class Offices {
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  /** All of them. */
  list(options?: CallOptions): Answer<AnswerOf<'listOffices'>> {
    return this.#api.call<AnswerOf<'listOffices'>>({ path: '/offices' }, options);
  }

  /** An office; undefined if there is none. */
  get(id: number, options?: CallOptions): Answer<AnswerOf<'getOffice'>[number] | undefined> {
    return one(this.#api.call<AnswerOf<'getOffice'>>({ path: `/offices/${id}` }, options));
  }
}

/** Testimonials of all agents and teams: `/agents/testimonialsSearch`. */
export class Testimonials {
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  /** Pages of all testimonials; 20 a page, and 40 at most. */
  search(
    query: QueryOf<'searchTestimonials'> = {},
    options?: CallOptions,
  ): PagePromise<Schema<'TestimonialSearchRecord'>> {
    const paging = {
      path: '/agents/testimonialsSearch',
      size: { name: 'limit', otherwise: 20, most: 40 },
      items: (page: Schema<'TestimonialPage'>) => page.TESTIMONIALS,
      total: (page: Schema<'TestimonialPage'>) => page.TOTAL_COUNT,
    };
    return pageOf(this.#api, paging, query, options);
  }
}
