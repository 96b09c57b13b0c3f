import { TEAMS } from '../people/agency-profile.js';
import { AGENTS, type AgentProfile } from '../people/agent-profiles.js';
import { Random } from '../random.js';
import { darken, lighten, mix } from './color.js';
import { face } from './face.js';
import { letter } from './lettering.js';
import { Canvas } from './svg.js';

/** Skin, hair, clothes and cut of each agent, by id. */
const LOOKS: ReadonlyArray<readonly [skin: string, hair: string, cloth: string, cut: number]> = [
  ['#e8bf9c', '#4a3226', '#5b4a68', 1],
  ['#f0cfb4', '#a8794a', '#2f4560', 0],
  ['#c98f66', '#2b211d', '#4a4f57', 4],
  ['#f0cdae', '#26211f', '#b5653f', 3],
  ['#b87f57', '#231b19', '#3f5c4e', 2],
  ['#e0b088', '#3a2a22', '#8a6a45', 5],
  ['#7c4c31', '#1f1815', '#2f5358', 4],
  ['#cf9a70', '#3b2418', '#7a3f3d', 1],
  ['#f1d2ba', '#7a5233', '#5b4a68', 5],
  ['#6f4229', '#1d1614', '#2f4560', 2],
  ['#efcbb0', '#8d8a86', '#4a4f57', 0],
  ['#f2d4ba', '#221d1d', '#b5653f', 3],
];
const GROUNDS = [
  '#cdd8d3',
  '#e6d3bf',
  '#c9d3de',
  '#e3d9c6',
  '#d9c9c4',
  '#cfd3c0',
  '#bfcfd2',
  '#e9dcc0',
];

/** The parts of one figure. */
interface Figure {
  readonly canvas: Canvas;
  readonly random: Random;
  readonly skin: string;
  readonly hair: string;
  readonly cloth: string;
  readonly cut: number;
  readonly style: number;
  readonly turn: number;
}

/** Head and shoulders: face, hair and clothes tell people apart. */
function bust(
  { canvas, skin, hair, cloth, cut, style, turn }: Figure,
  x: number,
  base: number,
  s: number,
): void {
  const headY = base - 300 * s;
  const at = (dx: number, dy: number): string =>
    `${(x + dx * s).toFixed(1)} ${(headY + dy * s).toFixed(1)}`;
  const back = darken(hair, 0.15);
  if (cut === 1)
    canvas.path(
      `M${at(-92, -10)}C${at(-110, -150)} ${at(110, -150)} ${at(92, -10)}C${at(120, 90)} ${at(112, 150)} ${at(84, 178)}H${(x - 84 * s).toFixed(1)}C${at(-112, 150)} ${at(-120, 90)} ${at(-92, -10)}z`,
      back,
    );
  if (cut === 2) canvas.circle(x, headY - 118 * s, 44 * s, back);
  if (cut === 4)
    for (let i = 0; i < 16; i += 1) {
      const a = Math.PI * (0.9 + (i / 15) * 1.2);
      canvas.circle(
        x + Math.cos(a) * 92 * s,
        headY - 12 * s + Math.sin(a) * 98 * s,
        36 * s,
        i % 2 === 0 ? back : hair,
      );
    }
  const shoulders = `M${at(-190, 320)}C${at(-186, 210)} ${at(-128, 172)} ${at(-58, 150)}L${at(58, 150)}C${at(128, 172)} ${at(186, 210)} ${at(190, 320)}z`;
  canvas.path(
    `M${at(-42, 70)}L${at(-46, 176)}Q${at(0, 214)} ${at(46, 176)}L${at(42, 70)}z`,
    canvas.gradient('down', mix(skin, '#7a3f26', 0.28), skin),
  );
  canvas.path(shoulders, canvas.gradient('down', lighten(cloth, 0.1), darken(cloth, 0.12)));
  if (style === 0) {
    canvas.path(
      `M${at(-58, 150)}L${at(0, 250)}L${at(58, 150)}L${at(44, 142)}Q${at(0, 190)} ${at(-44, 142)}z`,
      '#f7f3ea',
    );
    canvas
      .path(`M${at(-62, 148)}L${at(-18, 300)}L${at(-78, 246)}L${at(-92, 168)}z`, darken(cloth, 0.2))
      .path(`M${at(62, 148)}L${at(18, 300)}L${at(78, 246)}L${at(92, 168)}z`, darken(cloth, 0.2));
  } else if (style === 1) {
    canvas.path(
      `M${at(-62, 148)}Q${at(0, 236)} ${at(62, 148)}Q${at(0, 214)} ${at(-62, 148)}z`,
      lighten(cloth, 0.3),
    );
  } else {
    canvas.path(
      `M${at(-56, 128)}Q${at(0, 168)} ${at(56, 128)}L${at(64, 170)}Q${at(0, 214)} ${at(-64, 170)}z`,
      lighten(cloth, 0.16),
    );
  }
  canvas.path(
    `M${at(-76, -18)}C${at(-78, -124)} ${at(78, -124)} ${at(76, -18)}C${at(78, 60)} ${at(38, 112)} ${at(0, 112)}C${at(-38, 112)} ${at(-78, 60)} ${at(-76, -18)}z`,
    canvas.gradient('across', lighten(skin, 0.1), skin, mix(skin, '#8a4a2a', 0.12)),
  );
  for (const side of [-1, 1])
    canvas.ellipse(x + side * 78 * s, headY + 6 * s, 12 * s, 20 * s, mix(skin, '#8a4a2a', 0.16));
  face(canvas, { skin, hair, turn }, [x, headY], s);
  const top: Record<number, string> = {
    0: `M${at(-84, 6)}C${at(-96, -150)} ${at(96, -150)} ${at(84, 6)}C${at(80, -36)} ${at(66, -58)} ${at(34, -64)}C${at(-10, -60)} ${at(-60, -62)} ${at(-84, 6)}z`,
    1: `M${at(-92, 60)}C${at(-112, -160)} ${at(112, -160)} ${at(92, 60)}C${at(92, -10)} ${at(74, -52)} ${at(20, -74)}C${at(-20, -50)} ${at(-84, -40)} ${at(-92, 60)}z`,
    2: `M${at(-82, 4)}C${at(-92, -140)} ${at(92, -140)} ${at(82, 4)}C${at(70, -50)} ${at(34, -76)} ${at(0, -76)}C${at(-34, -76)} ${at(-70, -50)} ${at(-82, 4)}z`,
    3: `M${at(-84, 0)}C${at(-90, -130)} ${at(60, -160)} ${at(90, -70)}C${at(92, -40)} ${at(88, -20)} ${at(84, 2)}C${at(76, -34)} ${at(58, -50)} ${at(8, -48)}C${at(-40, -48)} ${at(-72, -44)} ${at(-84, 0)}z`,
    4: `M${at(-84, -6)}C${at(-90, -132)} ${at(90, -132)} ${at(84, -6)}C${at(66, -62)} ${at(-66, -62)} ${at(-84, -6)}z`,
    5: `M${at(-80, -14)}C${at(-84, -128)} ${at(84, -128)} ${at(80, -14)}C${at(74, -70)} ${at(40, -86)} ${at(0, -86)}C${at(-40, -86)} ${at(-74, -70)} ${at(-80, -14)}z`,
  };
  canvas.path(top[cut] ?? top[0] ?? '', canvas.gradient('down', lighten(hair, 0.14), hair));
  if (cut === 5)
    canvas.path(
      `M${at(-72, 20)}C${at(-70, 96)} ${at(-36, 132)} ${at(0, 132)}C${at(36, 132)} ${at(70, 96)} ${at(72, 20)}C${at(60, 66)} ${at(34, 74)} ${at(0, 72)}C${at(-34, 74)} ${at(-60, 66)} ${at(-72, 20)}z`,
      hair,
      { opacity: 0.94 },
    );
}

/** The look of an agent: the same in a portrait and in the team's picture. */
function figureOf(canvas: Canvas, agent: AgentProfile): Figure {
  const look = LOOKS[(agent.id - 1) % LOOKS.length];
  const [skin, hair, cloth, cut] = look ?? ['#e2b48f', '#4a3226', '#2f4560', 0];
  const random = new Random(agent.id * 97 + 13, 'portrait');
  return { canvas, random, skin, hair, cloth, cut, style: agent.id % 3, turn: agent.id };
}

/** Soft shapes behind a figure. */
function backdrop(canvas: Canvas, ground: string, random: Random): void {
  const { width: w, height: h } = canvas;
  canvas.rect(0, 0, w, h, canvas.gradient('down', lighten(ground, 0.35), ground));
  canvas.circle(w * random.between(0.2, 0.8), h * 0.36, h * 0.34, lighten(ground, 0.3), {
    opacity: 0.7,
  });
  canvas.path(
    `M0 ${h * 0.78}Q${w * 0.3} ${h * 0.6} ${w * 0.6} ${h * 0.74}T${w} ${h * 0.66}V${h}H0z`,
    mix(ground, '#ffffff', 0.14),
  );
}

/** A portrait: a bust before a quiet ground, with the initials in a corner. */
export function drawPortrait(agent: AgentProfile): Canvas {
  const canvas = new Canvas(600, 720);
  const figure = figureOf(canvas, agent);
  const ground = GROUNDS[agent.id % GROUNDS.length] ?? '#cdd8d3';
  backdrop(canvas, ground, figure.random);
  bust(figure, 300, 690, 1.22);
  canvas.round(24, 640, 92, 56, 28, '#ffffff', { opacity: 0.88 });
  letter(canvas, `${agent.first[0]}${agent.last[0]}`, 70, 678, {
    size: 20,
    color: '#2f3b45',
    weight: 0.13,
    spacing: 0.3,
    align: 'center',
  });
  return canvas;
}

/** The members of a team side by side. */
export function drawTeam(team: number): Canvas {
  const canvas = new Canvas(960, 600);
  const profile = TEAMS.find(({ id }) => id === team);
  const members = AGENTS.filter((a) => a.team === team && a.status !== 'Suspend');
  const random = new Random(team, 'team');
  backdrop(canvas, GROUNDS[(team * 3) % GROUNDS.length] ?? '#c9d3de', random);
  const gap = 960 / (members.length + 1);
  for (const [i, agent] of members.entries()) {
    bust(
      figureOf(canvas, agent),
      gap * (i + 1),
      592 + (i % 2) * 12,
      members.length > 2 ? 1.02 : 1.1,
    );
  }
  canvas.rect(0, 552, 960, 48, '#22303b', { opacity: 0.86 });
  letter(canvas, profile?.name ?? '', 480, 582, {
    size: 14,
    color: '#f6f1e6',
    spacing: 0.5,
    weight: 0.13,
    align: 'center',
  });
  return canvas;
}
