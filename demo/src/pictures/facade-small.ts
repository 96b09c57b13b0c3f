import { darken, lighten } from './color.js';
import { door, type Facade, facadeWindow, STREET, shade, shopFront } from './facade-parts.js';
import { neighbors, streetTree } from './facade-street.js';
import { WIDTH } from './room.js';

const SIDINGS = [
  '#e6ddcb',
  '#b9c4c0',
  '#a85f49',
  '#d9c08f',
  '#8fa0a6',
  '#c9d2c0',
  '#9a5d4c',
  '#efe8da',
];
const ROOFS = ['#5b5f66', '#6b4f45', '#4a5560', '#7a6a5c'];

/** A detached house with a gable and a porch. */
export function detachedHouse(facade: Facade): void {
  const { canvas, random, light } = facade;
  const leaves = light.leaves;
  const wall = shade(facade, random.pick(SIDINGS));
  const roof = shade(facade, random.pick(ROOFS));
  const trim = shade(facade, '#f6f2e8');
  const [x, w] = [250, 460];
  const eaves = STREET - 250;
  const lawn = STREET - 22;
  for (let i = 0; i < 26; i += 1)
    canvas.circle(
      facade.alone ? random.between(200, 760) : random.next() * WIDTH,
      eaves + random.between(60, 180),
      random.between(40, 80),
      random.pick(leaves),
      { opacity: 0.55 },
    );
  canvas.rect(
    facade.alone ? 180 : 0,
    lawn,
    facade.alone ? 600 : WIDTH,
    STREET - lawn + 4,
    canvas.gradient('down', leaves[0], lighten(leaves[1], 0.1)),
  );
  canvas
    .rect(x + w * 0.76, eaves - 150, 40, 120, shade(facade, '#9a5d4c'))
    .rect(x + w * 0.76 - 5, eaves - 156, 50, 12, shade(facade, '#7d4c40'));
  canvas.rect(
    x,
    eaves,
    w,
    STREET - eaves - 10,
    canvas.gradient('across', lighten(wall, 0.1), wall, darken(wall, 0.08)),
  );
  let boards = '';
  for (let y = eaves + 8; y < STREET - 12; y += 9) boards += `M${x} ${y}h${w}`;
  canvas.path(boards, 'none', { stroke: darken(wall, 0.2), 'stroke-width': 1, opacity: 0.35 });
  canvas.polygon(
    [
      [x - 34, eaves + 8],
      [x + 70, eaves - 120],
      [x + w - 70, eaves - 120],
      [x + w + 34, eaves + 8],
    ],
    canvas.gradient('down', lighten(roof, 0.12), darken(roof, 0.1)),
  );
  const gx = x + w * random.pick([0.2, 0.34]);
  canvas
    .polygon(
      [
        [gx - 24, eaves + 10],
        [gx + 100, eaves - 128],
        [gx + 224, eaves + 10],
      ],
      roof,
    )
    .polygon(
      [
        [gx, eaves + 12],
        [gx + 100, eaves - 104],
        [gx + 200, eaves + 12],
      ],
      lighten(wall, 0.06),
    );
  const style = { trim: '#f6f2e8', across: 2, sill: true, lintel: 'flat' as const, sash: true };
  facadeWindow(facade, [gx + 70, eaves - 58, 60, 58], { ...style, lintel: 'arch' });
  for (const wx of [x + 44, x + 150, x + w - 196, x + w - 92])
    facadeWindow(facade, [wx, eaves + 34, 48, 66], style);
  canvas.rect(x - 30, STREET - 128, w + 60, 14, roof).polygon(
    [
      [x - 40, STREET - 118],
      [x - 6, STREET - 148],
      [x + w + 6, STREET - 148],
      [x + w + 40, STREET - 118],
    ],
    lighten(roof, 0.08),
  );
  for (const wx of [x + 50, x + w - 110]) facadeWindow(facade, [wx, STREET - 104, 64, 66], style);
  canvas
    .rect(
      x + w / 2 - 27,
      STREET - 106,
      54,
      88,
      shade(facade, random.pick(['#6b3430', '#2f4a44', '#27384d', '#b5803a'])),
    )
    .rect(x + w / 2 - 16, STREET - 96, 32, 34, light.dim > 0.08 ? light.glow : '#8ea5b0');
  for (const px of [x - 20, x + w * 0.3, x + w * 0.64, x + w + 8])
    canvas.rect(px, STREET - 116, 12, 100, trim);
  canvas.rect(x - 30, STREET - 20, w + 60, 12, shade(facade, '#b9a88e'));
  let balusters = '';
  for (let bx = x - 18; bx < x + w + 14; bx += 12)
    if (Math.abs(bx - x - w / 2) > 46) balusters += `M${bx} ${STREET - 20}v-30`;
  canvas.path(balusters, 'none', { stroke: trim, 'stroke-width': 3 });
  canvas
    .rect(x - 24, STREET - 54, w / 2 - 24, 5, trim)
    .rect(x + w / 2 + 48, STREET - 54, w / 2 - 24, 5, trim);
  for (let i = 0; i < 3; i += 1)
    canvas.rect(
      x + w / 2 - 42 - i * 6,
      STREET - 12 + i * 7,
      84 + i * 12,
      8,
      shade(facade, '#c9bca6'),
    );
  for (let bx = x - 30; bx < x + w + 40; bx += 24)
    if (Math.abs(bx - x - w / 2) > 66)
      canvas.circle(bx, STREET - 4, random.between(12, 20), random.pick(leaves));
  if (facade.alone) return;
  streetTree(facade, 110, 1.35);
  streetTree(facade, 860, 1.15);
}

/** A low commercial building with two shop fronts. */
export function taxpayer(facade: Facade): void {
  const { canvas, random, plan } = facade;
  const h = 92 * plan.stories + 16;
  const color = shade(facade, random.pick(['#c9b59a', '#a8654e', '#d9d0c0']));
  neighbors(facade, 190, 770, 300);
  canvas
    .rect(
      180,
      STREET - h,
      600,
      h,
      canvas.gradient('across', lighten(color, 0.1), color, darken(color, 0.08)),
    )
    .rect(172, STREET - h - 14, 616, 20, lighten(color, 0.18));
  for (let f = 1; f < plan.stories; f += 1) {
    for (let c = 0; c < 4; c += 1)
      facadeWindow(facade, [210 + c * 140, STREET - (f + 1) * 92 + 16, 112, 58], {
        trim: '#33383c',
        across: 4,
        sill: true,
        lintel: 'flat',
        sash: true,
      });
  }
  shopFront(facade, [200, STREET - 86, 240, 86], '#2f5d4a');
  shopFront(facade, [520, STREET - 86, 240, 86], '#8a3f33');
  door(facade, 480, 46, 66, '#3b2e27', '#cfc4b2');
}

/** A one-story garage on a site waiting for something taller. */
export function garageSite(facade: Facade): void {
  const { canvas, random } = facade;
  const brick = shade(facade, '#9c6a55');
  neighbors(facade, 130, 830, 330);
  canvas
    .rect(
      140,
      STREET - 150,
      680,
      150,
      canvas.gradient('across', lighten(brick, 0.08), brick, darken(brick, 0.08)),
    )
    .rect(132, STREET - 162, 696, 18, lighten(brick, 0.2));
  canvas.polygon(
    [
      [420, STREET - 160],
      [480, STREET - 196],
      [540, STREET - 160],
    ],
    lighten(brick, 0.1),
  );
  for (const x of [180, 410, 640]) {
    canvas.rect(x, STREET - 112, 150, 112, shade(facade, '#8f979b'));
    for (let y = STREET - 104; y < STREET; y += 12)
      canvas.rect(x, y, 150, 2, shade(facade, '#6f777b'));
    canvas.rect(x - 6, STREET - 120, 162, 9, shade(facade, '#d9cfbd'));
  }
  for (let x = 150; x < 820; x += random.int(60, 120)) canvas.circle(x, STREET + 2, 7, '#6f8f5f');
}

/** A vacant lot behind a fence, between two houses. */
export function vacantLot(facade: Facade): void {
  const { canvas, random, light } = facade;
  const leaves = light.leaves;
  neighbors(facade, 240, 720, 360);
  const party = shade(facade, '#a8755f');
  canvas
    .rect(232, STREET - 300, 16, 300, darken(party, 0.2))
    .rect(712, STREET - 340, 16, 340, darken(party, 0.2));
  canvas.rect(240, STREET - 90, 480, 90, canvas.gradient('down', '#b9a57d', leaves[0]));
  for (let i = 0; i < 60; i += 1)
    canvas.circle(
      250 + random.next() * 460,
      STREET - random.between(10, 76),
      random.between(7, 20),
      random.pick(leaves),
      { opacity: 0.9 },
    );
  for (let i = 0; i < 26; i += 1)
    canvas.circle(
      250 + random.next() * 460,
      STREET - random.between(20, 70),
      3.4,
      random.pick(['#e9c46a', '#f1e6d2', '#d98f8f']),
    );
  const wood = shade(facade, '#8d7357');
  for (let x = 240; x < 718; x += 24)
    canvas.rect(x, STREET - 66, 22, 66, canvas.gradient('across', lighten(wood, 0.1), wood));
  canvas
    .rect(240, STREET - 52, 480, 6, darken(wood, 0.2))
    .rect(240, STREET - 20, 480, 6, darken(wood, 0.2));
  canvas
    .rect(430, STREET - 122, 100, 62, '#f4efe4')
    .rect(436, STREET - 116, 88, 18, '#2f5d4a')
    .rect(436, STREET - 90, 88, 5, '#b9b2a3')
    .rect(436, STREET - 80, 66, 5, '#b9b2a3')
    .rect(476, STREET - 62, 8, 62, '#8a7a66');
}
