import type { Layout } from '../property/layout.js';

/** The use of a room, which decides its furniture. */
export type RoomKind =
  | 'living'
  | 'kitchen'
  | 'bedroom'
  | 'bath'
  | 'powder'
  | 'closet'
  | 'foyer'
  | 'hall'
  | 'office'
  | 'dining'
  | 'laundry'
  | 'terrace'
  | 'stairs';

/** A room on a plan; all measures in feet from the upper left corner of its floor. */
export interface Room {
  readonly kind: RoomKind;
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
  /** Walls with a window. */
  readonly windows: string;
  /** The wall with the door, t(op), b(ottom), l(eft) or r(ight), and how far along it; empty for none. */
  readonly door: string;
  /** True when there is no wall toward the next room. */
  readonly open: boolean;
}

/** One floor of a home. */
export interface FloorPlan {
  readonly title: string;
  readonly w: number;
  readonly h: number;
  readonly rooms: readonly Room[];
}

const room = (
  kind: RoomKind,
  name: string,
  [x, y, w, h]: readonly [number, number, number, number],
  more: Partial<Pick<Room, 'windows' | 'door' | 'open'>> = {},
): Room => ({ kind, name, x, y, w, h, windows: '', door: '', open: false, ...more });

/** A row of rooms that share a width in proportion to their usual sizes. */
function row(
  items: ReadonlyArray<readonly [kind: RoomKind, name: string, wants: number]>,
  x: number,
  y: number,
  w: number,
  h: number,
  more: Partial<Pick<Room, 'windows' | 'door' | 'open'>>,
): Room[] {
  const total = items.reduce((sum, [, , wants]) => sum + wants, 0);
  let at = x;
  return items.map(([kind, name, wants]) => {
    const width = (w * wants) / total;
    const windows = kind === 'bedroom' || kind === 'office' ? (more.windows ?? '') : '';
    const made = room(kind, name, [at, y, width, h], { ...more, windows });
    at += width;
    return made;
  });
}

/** A studio: one room with the kitchen, the bath and the closets along the entrance side. */
function studio(alcove: boolean, w: number, h: number): Room[] {
  const depth = h * 0.64;
  const main = alcove ? w * 0.62 : w;
  return [
    room('living', alcove ? 'LIVING' : 'LIVING / SLEEPING', [0, 0, main, depth], {
      windows: 't',
      open: true,
    }),
    ...(alcove
      ? [room('bedroom', 'ALCOVE', [main, 0, w - main, depth], { windows: 't', open: true })]
      : []),
    room('kitchen', 'KITCHEN', [0, depth, w * 0.36, h - depth], { open: true }),
    room('foyer', '', [w * 0.36, depth, w * 0.22, h - depth], { door: 'b50', open: true }),
    room('closet', '', [w * 0.58, depth, w * 0.12, h - depth], { door: 'l40' }),
    room('bath', 'BATH', [w * 0.7, depth, w * 0.3, h - depth], { door: 't25' }),
  ];
}

/** Living rooms on one side, bedrooms on the other, a hall between the two rows of the latter. */
function apartment({ beds, baths, key }: Layout, w: number, h: number): Room[] {
  const bedrooms = Math.floor(beds);
  const loft = key.startsWith('loft');
  const share = [0.54, 0.54, 0.45, 0.4, 0.36][bedrooms] ?? 0.36;
  const day = w * (loft ? share + 0.08 : share);
  const living = h * 0.62;
  const half = baths % 1 > 0;
  const foyer = day * (half ? 0.3 : 0.4);
  const powder = half ? day * 0.2 : 0;
  const kitchen = day - foyer - powder;
  const dining = key === 'four' || key === 'penthouse';
  const rooms: Room[] = [
    room(
      'living',
      loft ? 'LOFT' : dining ? 'LIVING' : 'LIVING / DINING',
      [0, 0, dining ? day * 0.62 : day, living],
      { windows: dining || loft ? 'tl' : 't', open: true },
    ),
    ...(dining
      ? [
          room('dining', 'DINING', [day * 0.62, 0, day * 0.38, living], {
            windows: 't',
            open: true,
          }),
        ]
      : []),
    room('kitchen', 'KITCHEN', [0, living, kitchen, h - living], {
      windows: bedrooms > 1 ? 'b' : '',
      open: true,
    }),
    ...(half
      ? [room('powder', 'PWDR', [kitchen, living, powder, h - living], { door: 'r30' })]
      : []),
    room('foyer', 'FOYER', [kitchen + powder, living, foyer, h - living], {
      door: 'b50',
      open: true,
    }),
  ];
  const night = w - day;
  const topBeds = bedrooms > 2 ? Math.ceil(bedrooms / 2) : bedrooms;
  const bottomBeds = bedrooms - topBeds;
  const office = beds % 1 > 0;
  const hall = 3.6;
  const topDepth = bottomBeds > 0 ? h * 0.45 : h * 0.58;
  const top: Array<readonly [RoomKind, string, number]> = [];
  for (let i = 0; i < topBeds; i += 1)
    top.push([
      'bedroom',
      i === 0 && bedrooms > 1 ? 'PRIMARY BEDROOM' : 'BEDROOM',
      i === 0 ? 15 : 11,
    ]);
  if (office) top.push(['office', 'OFFICE', 8]);
  const full = Math.floor(baths);
  const bottom: Array<readonly [RoomKind, string, number]> = [];
  for (let i = 0; i < full; i += 1) {
    bottom.push([
      'bath',
      i === 0 && full > 1 ? 'PRIMARY BATH' : 'BATH',
      i === 0 && full > 1 ? 8 : 6.4,
    ]);
    if (i < bottomBeds) bottom.push(['bedroom', 'BEDROOM', 12]);
  }
  for (let i = full; i < bottomBeds; i += 1) bottom.push(['bedroom', 'BEDROOM', 12]);
  bottom.push(['closet', 'CLOSET', 4.4]);
  if (bedrooms > 1) bottom.push(['laundry', 'W/D', 4]);
  return [
    ...rooms,
    ...row(top, day, 0, night, topDepth, { windows: 't', door: 'b80' }),
    room('hall', '', [day, topDepth, night, hall], { open: true }),
    ...row(bottom, day, topDepth + hall, night, h - topDepth - hall, { windows: 'b', door: 't25' }),
  ];
}

/** A floor of a house: a front room, a core with the stairs, a back room. */
function houseFloor(
  title: string,
  w: number,
  h: number,
  front: readonly [RoomKind, string],
  back: ReadonlyArray<readonly [RoomKind, string]>,
  core: ReadonlyArray<readonly [RoomKind, string]>,
  entrance = false,
): FloorPlan {
  const [frontDepth, coreDepth] = [h * 0.38, h * 0.24];
  const backTop = frontDepth + coreDepth;
  const rooms: Room[] = [
    ...row(
      back.map(([kind, name]) => [kind, name, 10] as const),
      0,
      0,
      w,
      h - backTop,
      { windows: 't', door: 'b75', open: back.length === 1 },
    ),
    room('stairs', '', [0, h - backTop, w * 0.34, coreDepth]),
    ...row(
      core.map(([kind, name]) => [kind, name, kind === 'hall' ? 7 : 6] as const),
      w * 0.34,
      h - backTop,
      w * 0.66,
      coreDepth,
      { door: 't70' },
    ),
    room(front[0], front[1], [0, h - frontDepth, w, frontDepth], {
      windows: 'b',
      door: entrance ? 'b14' : 't80',
      open: front[0] !== 'bedroom',
    }),
  ];
  return {
    title,
    w,
    h,
    rooms: rooms.map((r) =>
      r.kind === 'living' || r.kind === 'dining' ? { ...r, windows: r.y === 0 ? 't' : 'b' } : r,
    ),
  };
}

function house({ beds, baths, key }: Layout, area: number): FloorPlan[] {
  const town = key.startsWith('townhouse');
  const floors = town ? (beds > 5 ? 5 : 4) : beds > 3 ? 3 : 2;
  const w = town ? 20 : 24;
  const h = area / floors / w;
  const half: ReadonlyArray<readonly [RoomKind, string]> =
    baths % 1 > 0
      ? [
          ['hall', ''],
          ['powder', 'PWDR'],
        ]
      : [['hall', '']];
  const uppers = town ? floors - 2 : floors - 1;
  const upstairs = (floor: number, back: number, top: boolean): FloorPlan => {
    const full = Math.floor(baths);
    const own = Math.floor(full / uppers) + (floor < full % uppers ? 1 : 0);
    const core: Array<readonly [RoomKind, string]> = [['hall', '']];
    for (let i = 0; i < own; i += 1) core.push(['bath', 'BATH']);
    if (top) core.push(['laundry', 'W/D']);
    const suite = back === 0;
    const rear: Array<readonly [RoomKind, string]> = suite ? [['office', 'DRESSING']] : [];
    for (let i = 0; i < back; i += 1) rear.push(['bedroom', 'BEDROOM']);
    return houseFloor('', w, h, ['bedroom', suite ? 'PRIMARY BEDROOM' : 'BEDROOM'], rear, core);
  };
  if (!town) {
    const first = houseFloor(
      '',
      w,
      h,
      ['living', 'LIVING'],
      [
        ['kitchen', 'KITCHEN'],
        ['dining', 'DINING'],
      ],
      half,
      true,
    );
    const backs = beds > 4 ? [2, 1] : beds > 3 ? [1, 1] : [2];
    const upper = backs.map((back, i) => upstairs(i, back, i > 0));
    return [first, ...upper].map((f, i) => ({
      ...f,
      title: ['FIRST FLOOR', 'SECOND FLOOR', 'THIRD FLOOR'][i] ?? '',
    }));
  }
  const garden = houseFloor('', w, h, ['dining', 'DINING'], [['kitchen', 'KITCHEN']], half, true);
  const parlor = houseFloor(
    '',
    w,
    h,
    ['living', 'FRONT PARLOR'],
    [['living', 'REAR PARLOR']],
    [
      ['hall', ''],
      ['closet', 'CLOSET'],
    ],
  );
  const backs = beds > 5 ? [0, 2, 1] : beds > 4 ? [1, 2] : [0, 2];
  const upper = backs.map((back, i) => upstairs(i, back, i === backs.length - 1));
  return [garden, parlor, ...upper].map((f, i) => ({
    ...f,
    title: ['GARDEN', 'PARLOR', 'THIRD', 'FOURTH', 'FIFTH'][i] ?? '',
  }));
}

/** The floors of a layout, at the middle of its usual sizes. */
export function planOf(layout: Layout): FloorPlan[] {
  const area = (layout.size[0] + layout.size[1]) / 2;
  if (/^(house|townhouse)/.test(layout.key)) return house(layout, area);
  const h = Math.min(Math.max(Math.sqrt(area / 1.45), 19), 46);
  const w = area / h;
  const rooms = layout.beds < 1 ? studio(layout.key === 'alcove', w, h) : apartment(layout, w, h);
  if (layout.key !== 'penthouse') return [{ title: '', w, h, rooms }];
  const deep = 11;
  const terrace = room('terrace', 'TERRACE', [0, 0, w, deep], {});
  return [
    { title: '', w, h: h + deep, rooms: [terrace, ...rooms.map((r) => ({ ...r, y: r.y + deep }))] },
  ];
}
