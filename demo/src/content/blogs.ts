import type { Calendar } from '../calendar.js';
import { AGENCY } from '../people/agency-profile.js';
import { AGENTS } from '../people/agent-profiles.js';
import { POOL, type SceneName, sceneFile } from '../pictures/pool.js';
import type { BuildingPlan } from '../property/building-plan.js';
import { Random } from '../random.js';
import type { BlogLabelRecord, BlogRecord } from '../records/content-records.js';
import { ARTICLES, type Article, BLOG_LABELS } from './blog-articles.js';

/** A title as an address part: lower case, words joined by hyphens. */
export function slug(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

/** The records of `GET /blogs/labels`. */
export function blogLabelRecords(): BlogLabelRecord[] {
  return BLOG_LABELS.map((label, index) => ({ id: index + 1, label }));
}

function html({ body }: Article): string {
  return body
    .map((p) => (p.startsWith('## ') ? `<h2>${p.slice(3)}</h2>` : `<p>${p}</p>`))
    .join('\n');
}

const SCENES: Readonly<Record<string, SceneName>> = {
  prewarCoop: 'living-prewar',
  loftCondo: 'living-loft',
  gardenCoop: 'garden',
  townhouse: 'bedroom-prewar',
  condoTower: 'view-skyline',
  '': 'street-walkups',
};

/** The records of blog posts, oldest first. R118, R126. */
export function blogRecords(
  seed: number,
  buildings: readonly BuildingPlan[],
  calendar: Calendar,
): BlogRecord[] {
  const random = new Random(seed, 'blogs');
  let age = 4;
  const dated = ARTICLES.map((article) => {
    const at = calendar.daytime(calendar.ago(age));
    age += random.between(16, 48);
    return { article, at };
  });
  return dated.reverse().map(({ article, at }, index) => {
    const author = AGENTS.find(({ id }) => id === article.agent);
    const scene = SCENES[article.about ?? ''] ?? 'street-brownstone';
    const mentioned = buildings.filter(({ kind }) => kind === article.about);
    return {
      id: index + 1,
      author: author ? `${author.first} ${author.last}` : AGENCY.name,
      body: html(article),
      caption: article.about ? 'From the agency’s own archive.' : '',
      date_create: calendar.text(at),
      image: sceneFile(scene, random.int(1, POOL[scene])),
      title: article.title,
      friendly: slug(article.title),
      status: article.published ? 1 : 0,
      agent_id: author ? `${author.id}` : '',
      labels: article.labels.map((label) => BLOG_LABELS.indexOf(label) + 1),
      buildings: random.sample(mentioned, 2).map(({ id }) => id),
    };
  });
}
