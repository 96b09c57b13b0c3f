import type { Calendar } from '../calendar.js';
import { POOL, type SceneName, scenePath } from '../pictures/pool.js';
import { Random } from '../random.js';
import type { VideoRecord } from '../records/content-records.js';

interface Clip {
  readonly title: string;
  readonly description: string;
  readonly agent: number;
  readonly still: SceneName;
  /** Where it is pinned; 999 where it is not. */
  readonly sort: number;
}

const CLIPS: readonly Clip[] = [
  {
    title: 'Open house in three minutes',
    description: 'What to look at, in which order, and what to ask on the way out.',
    agent: 2,
    still: 'living-modern',
    sort: 1,
  },
  {
    title: 'A walk down West End Avenue',
    description: 'Twenty blocks of prewar lobbies with Mirelle Ashgrove.',
    agent: 1,
    still: 'living-prewar',
    sort: 2,
  },
  {
    title: 'From factory floor to front door',
    description: 'Odalys Quintrell on reading a loft.',
    agent: 3,
    still: 'living-loft',
    sort: 999,
  },
  {
    title: 'Reading a floor plan',
    description: 'Columns, wet walls and swing of doors, with a pencil.',
    agent: 4,
    still: 'office',
    sort: 999,
  },
  {
    title: 'What a stoop is for',
    description: 'Townhouse life in Clinton Hill.',
    agent: 5,
    still: 'garden',
    sort: 999,
  },
  {
    title: 'The 7 train, stop by stop',
    description: 'Soledad Fenwright gets off at every one of them.',
    agent: 8,
    still: 'street-walkups',
    sort: 999,
  },
  {
    title: 'Kitchens that cook',
    description: 'Lucian Barrowdale compares four of them, at lunch.',
    agent: 6,
    still: 'kitchen-modern',
    sort: 999,
  },
  {
    title: 'Moving to New York',
    description: 'The first thirty days, from keys to library card.',
    agent: 7,
    still: 'view-skyline',
    sort: 3,
  },
];

/** The records of videos, oldest first. Each plays a panorama of its own. R122. */
export function videoRecords(seed: number, calendar: Calendar): VideoRecord[] {
  const random = new Random(seed, 'videos');
  let age = 9;
  const dated = CLIPS.map((clip) => {
    const at = calendar.daytime(calendar.ago(age));
    age += random.between(25, 80);
    return { clip, at };
  });
  return dated.reverse().map(({ clip, at }, index) => ({
    id: index + 1,
    date_create: calendar.text(at),
    description: clip.description,
    embed: scenePath('tour', (index % POOL.tour) + 1),
    image: scenePath(clip.still, random.int(1, POOL[clip.still])),
    sort: clip.sort,
    title: clip.title,
    agentid: clip.agent,
  }));
}
