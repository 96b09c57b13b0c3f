/** Arithmetic on colors written as `#rrggbb`. */

type Channels = readonly [red: number, green: number, blue: number];

function parse(color: string): Channels {
  const value = Number.parseInt(color.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

function print(channels: Channels): string {
  return `#${channels
    .map((c) =>
      Math.round(Math.min(Math.max(c, 0), 255))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

/** A color between two others: 0 gives the first, 1 the second. */
export function mix(from: string, to: string, share: number): string {
  const a = parse(from);
  const b = parse(to);
  return print([
    a[0] + (b[0] - a[0]) * share,
    a[1] + (b[1] - a[1]) * share,
    a[2] + (b[2] - a[2]) * share,
  ]);
}

/** Nearer to white by a share from 0 to 1. */
export function lighten(color: string, share: number): string {
  return mix(color, '#ffffff', share);
}

/** Nearer to a warm black by a share from 0 to 1. */
export function darken(color: string, share: number): string {
  return mix(color, '#14100e', share);
}
