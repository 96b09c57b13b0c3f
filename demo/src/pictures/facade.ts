import type { BuildingPlan } from '../property/building-plan.js';
import { Random } from '../random.js';
import { apartmentHouse } from './facade-masonry.js';
import type { Facade } from './facade-parts.js';
import { rowhouse } from './facade-rowhouse.js';
import { detachedHouse, garageSite, taxpayer, vacantLot } from './facade-small.js';
import { lampPost, street, streetTree } from './facade-street.js';
import { tower } from './facade-tower.js';
import { loftBuilding, walkup } from './facade-walkup.js';
import { drawHour, lightOf, seasonInTurn } from './light.js';
import { HEIGHT, WIDTH } from './room.js';
import { sky, skyline } from './skyline.js';
import { Canvas } from './svg.js';

/** The drawing for each class of building, in the middle of the picture. */
export const DRAWINGS: Readonly<Record<BuildingPlan['kind'], (facade: Facade) => void>> = {
  prewarCoop: apartmentHouse,
  postwarCoop: apartmentHouse,
  gardenCoop: apartmentHouse,
  condoTower: tower,
  boutiqueCondo: tower,
  loftCondo: loftBuilding,
  condop: apartmentHouse,
  rentalTower: tower,
  elevatorRental: apartmentHouse,
  walkup,
  brownstone: rowhouse,
  townhouse: rowhouse,
  house: detachedHouse,
  mixedUse: walkup,
  office: loftBuilding,
  retail: taxpayer,
  site: garageSite,
  lot: vacantLot,
};

/** The street front of a building: its class, its stories, and an hour of the day. */
export function drawFacade(seed: number, plan: BuildingPlan): Canvas {
  const random = new Random(seed, `facade ${plan.id}`);
  const light = lightOf(drawHour(random), seasonInTurn(plan.id));
  const canvas = new Canvas(WIDTH, HEIGHT);
  const facade: Facade = { canvas, random, light, plan, alone: false };
  sky(canvas, [0, 0, WIDTH, 600], light, random);
  if (plan.borough === 'Manhattan' || plan.stories > 12) {
    skyline(canvas, [0, 580, WIDTH, 380], 0.92, light, random);
  } else {
    skyline(canvas, [0, 580, WIDTH, 190], 0.9, light, random);
  }
  DRAWINGS[plan.kind](facade);
  street(facade);
  if (plan.kind !== 'house') {
    streetTree(facade, random.int(90, 190), random.between(0.8, 1.15));
    if (random.chance(0.7)) streetTree(facade, random.int(770, 880), random.between(0.8, 1.15));
    if (random.chance(0.6)) lampPost(facade, random.pick([250, 700]));
  }
  if (light.dim > 0.1) canvas.rect(0, 0, WIDTH, HEIGHT, '#2a2140', { opacity: light.dim * 0.18 });
  return canvas;
}
