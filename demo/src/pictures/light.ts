import type { Random } from '../random.js';

/** An hour of the day: the look of the sky, and its effect on everything else. */
export interface Light {
  /** Colors of the sky from the zenith to the horizon. */
  readonly sky: readonly [string, string, string];
  /** The color that distant buildings fade to. */
  readonly haze: string;
  /** Sunlight on a wall or a floor. */
  readonly sun: string;
  /** Lit windows seen from outside. */
  readonly glow: string;
  /** The share of windows that are lit, 0 to 1. */
  readonly lit: number;
  /** How much darker everything outside is, 0 to 1. */
  readonly dim: number;
  /** The colors of leaves, by the season and the hour. */
  readonly leaves: readonly [string, string, string, string];
}

const HOURS = {
  morning: {
    sky: ['#a9c9e2', '#d3e3ea', '#f6ead9'],
    haze: '#c9d6dc',
    sun: '#fff1d2',
    glow: '#ffe2a8',
    lit: 0.04,
    dim: 0,
  },
  noon: {
    sky: ['#7fb2dc', '#aed0e8', '#e3eff3'],
    haze: '#bdd3df',
    sun: '#fff8e6',
    glow: '#ffe9b8',
    lit: 0.02,
    dim: 0,
  },
  afternoon: {
    sky: ['#8fb4cf', '#c9d9dc', '#f7e3c4'],
    haze: '#d2d3cb',
    sun: '#ffe6b5',
    glow: '#ffdf9c',
    lit: 0.06,
    dim: 0.04,
  },
  golden: {
    sky: ['#7f95b8', '#e3b7a0', '#fbd9a0'],
    haze: '#d9b9a5',
    sun: '#ffd69a',
    glow: '#ffd98c',
    lit: 0.22,
    dim: 0.12,
  },
  dusk: {
    sky: ['#2f3f68', '#7c6c95', '#e9a58b'],
    haze: '#8d7c96',
    sun: '#f7c9a0',
    glow: '#ffd488',
    lit: 0.45,
    dim: 0.34,
  },
  night: {
    sky: ['#111b33', '#23325a', '#4a5480'],
    haze: '#36426a',
    sun: '#f4cf9d',
    glow: '#ffd07a',
    lit: 0.5,
    dim: 0.55,
  },
} as const satisfies Record<string, Omit<Light, 'leaves'>>;

/** Leaves by season. */
const FOLIAGE = {
  spring: ['#8fae5e', '#a7c274', '#7d9f55', '#d9b3bd'],
  summer: ['#5f8a5a', '#6f9a62', '#527d55', '#7ca56b'],
  autumn: ['#c98a3f', '#b8642f', '#d9a94f', '#8f7a3c'],
} as const;
const LEAVES_AT_DUSK = ['#34503f', '#3d5b46', '#2c4638', '#47664c'] as const;

/** The name of an hour. */
export type Hour = keyof typeof HOURS;
/** A season in which there are leaves. */
export type Season = keyof typeof FOLIAGE;

/** The light of an hour in a season. */
export function lightOf(hour: Hour, season: Season = 'summer'): Light {
  const light = HOURS[hour];
  return { ...light, leaves: light.dim > 0.2 ? LEAVES_AT_DUSK : FOLIAGE[season] };
}

/** The hours in an order that keeps neighbors apart. */
const TURNS: readonly Hour[] = ['noon', 'golden', 'morning', 'dusk', 'afternoon'];

/** The hour of the nth picture of a series, so that a series shows all of them. */
export function hourInTurn(n: number): Hour {
  return TURNS[n % TURNS.length] ?? 'noon';
}

const SEASONS: readonly Season[] = ['summer', 'autumn', 'summer', 'spring'];

/** The season of the nth picture of a series. */
export function seasonInTurn(n: number): Season {
  return SEASONS[n % SEASONS.length] ?? 'summer';
}

/** An hour, mostly by day, because photographers come then. */
export function drawHour(random: Random): Hour {
  return random.weighted([
    ['morning', 4],
    ['noon', 5],
    ['afternoon', 4],
    ['golden', 3],
    ['dusk', 2],
  ]);
}
