import type { Style } from '../property/building-class.js';

/** The colors of one interior. */
export interface Palette {
  readonly wall: string;
  readonly trim: string;
  readonly floor: string;
  readonly wood: string;
  /** The largest piece of furniture. */
  readonly main: string;
  readonly accent: string;
  readonly second: string;
  readonly textile: string;
  readonly metal: string;
}

const palette = (
  wall: string,
  trim: string,
  floor: string,
  wood: string,
  main: string,
  accent: string,
  second: string,
  textile: string,
  metal: string,
): Palette => ({ wall, trim, floor, wood, main, accent, second, textile, metal });

/** Palettes by the style of a house. */
export const PALETTES: Readonly<Record<Style, readonly Palette[]>> = {
  prewar: [
    palette('#ece3d3', '#fbf7ee', '#b98a5c', '#6b4730', '#47614f', '#c4744d', '#d9a94f', '#e6d9c2', '#a98247'),
    palette('#c7d0bf', '#f6f4ec', '#a87a4f', '#5b3d29', '#e7dcc9', '#8f4335', '#d9a54d', '#f0e7d6', '#9c7b45'),
    palette('#b9c6cf', '#f5f6f3', '#b5875a', '#5d4130', '#c98c63', '#34495c', '#e3c27e', '#ece5d8', '#a8874f'),
    palette('#ead3c4', '#fbf6f0', '#b98d63', '#70503a', '#6f7f86', '#b2574a', '#8a9a7b', '#f3e9dc', '#b08d52'),
    palette('#33475a', '#eef0ec', '#9d7348', '#543723', '#c0683f', '#e2b45c', '#8fa7a0', '#dcd3c2', '#c19a54'),
    palette('#f1ede5', '#ffffff', '#c39a6b', '#7a553a', '#4d5f78', '#cf9a4e', '#b05b4b', '#e2dacb', '#a5834a'),
    palette('#dccfb6', '#faf6ec', '#a67c52', '#63432d', '#7a3f3d', '#4e6a5c', '#d7a756', '#efe5d1', '#a27f45'),
  ],
  modern: [
    palette('#f0efec', '#ffffff', '#d6bb95', '#b58e63', '#5e666d', '#d08b5b', '#7f9a94', '#e8e4dc', '#3a3d40'),
    palette('#e6e2da', '#fbfaf7', '#cfae82', '#9c7650', '#8ea19a', '#2f4a4f', '#d9b071', '#f2eee6', '#2f3234'),
    palette('#dfe4e6', '#fafbfb', '#cdb390', '#a88660', '#c7b8a4', '#3d5a73', '#e09a6a', '#eef0ef', '#44494d'),
    palette('#f3eee7', '#ffffff', '#dcc4a1', '#bb9468', '#b9664a', '#3f4f5a', '#dcb874', '#efe7da', '#38393b'),
    palette('#d5d9d2', '#f7f8f5', '#c6a57b', '#8f6c48', '#e4ded3', '#6f8565', '#c98352', '#f1efe8', '#33373a'),
    palette('#ebe5df', '#fdfcfa', '#d2b48c', '#a57f57', '#4b5d53', '#e0a34f', '#b45d4c', '#f0eae0', '#303234'),
    palette('#cfd6da', '#f6f8f8', '#d9c2a0', '#ab8a64', '#324453', '#e2a66b', '#8aa6a8', '#e9ecea', '#53585c'),
    palette('#f2f0ea', '#ffffff', '#b99a76', '#7d5f43', '#9b8aa0', '#55715f', '#dba863', '#ede8df', '#3b3b3d'),
  ],
  loft: [
    palette('#a8644c', '#2d2c2d', '#8b6a4c', '#5a3e2b', '#8a5a35', '#2f4f56', '#dca650', '#d9cdb9', '#262628'),
    palette('#e4dfd7', '#2f3032', '#a18361', '#6a4c35', '#46525a', '#c06f43', '#d9b465', '#eae3d7', '#2b2b2d'),
    palette('#96543f', '#26282a', '#9a7a58', '#4f3524', '#56624f', '#e0b15c', '#3f5f70', '#e3d6c0', '#242527'),
    palette('#d3c8ba', '#333436', '#7f6a55', '#553c2a', '#a34f3a', '#4a6b63', '#e2bd74', '#efe8dc', '#2c2d2f'),
  ],
};
