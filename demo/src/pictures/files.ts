import sharp from 'sharp';
import { paperPath } from '../content/documents.js';
import { PAPERS } from '../content/papers.js';
import { pdf } from '../content/pdf.js';
import { OFFICES, TEAMS } from '../people/agency-profile.js';
import { AGENTS } from '../people/agent-profiles.js';
import { portraitPath } from '../people/agents.js';
import type { BuildingPlan } from '../property/building-plan.js';
import { Random } from '../random.js';
import { drawOffice, drawTeamLogo } from './emblem.js';
import { drawFacade } from './facade.js';
import { drawFloorPlan } from './floor-plan.js';
import {
  facadePath,
  PLANNED_LAYOUTS,
  POOL,
  planPath,
  type SceneName,
  sceneFile,
  scenePath,
} from './pool.js';
import { drawPortrait, drawTeam } from './portrait.js';
import { drawScene } from './scenes.js';
import type { Canvas } from './svg.js';

/** A file of the demo media folder, made on request. */
export interface DemoFile {
  /** Relative media path. */
  readonly path: string;
  /** The bytes; the same at every call. */
  draw(): Promise<Buffer>;
}

/** JPEG quality: drawings have flat areas, where lower qualities begin to show. */
const QUALITY = 76;

/** Pictures are printed a little smaller than they are composed. */
const SCALE = 0.875;

function picture(path: string, compose: () => Canvas): DemoFile {
  return {
    path,
    draw: () =>
      sharp(Buffer.from(compose().toString(SCALE)))
        .jpeg({ quality: QUALITY })
        .toBuffer(),
  };
}

/**
 * Every picture that the records of an agency can name, each drawn on request. Drawing runs on
 * other threads, so several can be requested at once.
 *
 * @param blogImages The files that blog posts name, relative to the client's blog image directory.
 */
export function* pictures(
  seed: number,
  buildings: readonly BuildingPlan[],
  blogImages: ReadonlySet<string>,
): Iterable<DemoFile> {
  for (const building of buildings) {
    yield picture(facadePath(building.id), () => drawFacade(seed, building));
  }
  for (const [name, count] of Object.entries(POOL) as Array<[SceneName, number]>) {
    for (let variant = 0; variant < count; variant += 1) {
      const random = (): Random => new Random(seed, `picture ${name} ${variant}`);
      const draw = () => drawScene(name, variant, random());
      yield picture(scenePath(name, variant + 1), draw);
      const file = sceneFile(name, variant + 1);
      if (blogImages.has(file)) yield picture(`blog/${file}`, draw);
    }
  }
  for (const layout of PLANNED_LAYOUTS) {
    for (const variant of [1, 2]) {
      yield picture(planPath(layout, variant), () => drawFloorPlan(layout, variant === 2));
    }
  }
  for (const agent of AGENTS) yield picture(portraitPath(agent), () => drawPortrait(agent));
  for (const { id } of TEAMS) {
    yield picture(`demo/team-${id}.jpg`, () => drawTeam(id));
    yield picture(`demo/team-logo-${id}.jpg`, () => drawTeamLogo(id));
  }
  for (const { id } of OFFICES) yield picture(`demo/office-${id}.jpg`, () => drawOffice(id));
}

/** The PDF documents that the records of an agency name. */
export function* documents(): Iterable<DemoFile> {
  for (const paper of PAPERS) yield { path: paperPath(paper), draw: async () => pdf(paper) };
}
