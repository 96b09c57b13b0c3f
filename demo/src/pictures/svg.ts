/** A drawing as SVG text: shapes are added from back to front. */

/** Anything that `fill` or `stroke` takes: a color, or a reference that `Canvas.linear` gave. */
export type Paint = string;

/** Attributes beyond the geometry; numbers are printed with one decimal. */
export type Attributes = Readonly<Record<string, string | number | undefined>>;

/** One decimal is a tenth of a pixel: as fine as anyone sees, and short. */
const n = (value: number): string => `${Math.round(value * 10) / 10}`;

function attributes(extra: Attributes): string {
  let text = '';
  for (const [name, value] of Object.entries(extra)) {
    if (value === undefined) continue;
    text += ` ${name}="${typeof value === 'number' ? Math.round(value * 1000) / 1000 : value}"`;
  }
  return text;
}

/** A point on the canvas, in pixels from the upper left corner. */
export type Spot = readonly [x: number, y: number];

/** Collects shapes and gradients, and prints them. */
export class Canvas {
  readonly #parts: string[] = [];
  readonly #defs: string[] = [];
  readonly #gradients = new Map<string, string>();

  /**
   * @param width Pixels.
   * @param height Pixels.
   * @param prefix Goes before the names of gradients, so that drawings can be put into one another.
   */
  constructor(
    readonly width: number,
    readonly height: number,
    readonly prefix = 'g',
  ) {}

  rect(x: number, y: number, w: number, h: number, fill: Paint, extra: Attributes = {}): this {
    return this.raw(
      `<rect x="${n(x)}" y="${n(y)}" width="${n(Math.max(w, 0))}" height="${n(Math.max(h, 0))}" fill="${fill}"${attributes(extra)}/>`,
    );
  }

  /** A rectangle with rounded corners. */
  round(
    x: number,
    y: number,
    w: number,
    h: number,
    r: number,
    fill: Paint,
    extra: Attributes = {},
  ): this {
    return this.rect(x, y, w, h, fill, { rx: r, ...extra });
  }

  ellipse(x: number, y: number, rx: number, ry: number, fill: Paint, extra: Attributes = {}): this {
    return this.raw(
      `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(rx)}" ry="${n(ry)}" fill="${fill}"${attributes(extra)}/>`,
    );
  }

  circle(x: number, y: number, r: number, fill: Paint, extra: Attributes = {}): this {
    return this.ellipse(x, y, r, r, fill, extra);
  }

  polygon(points: readonly Spot[], fill: Paint, extra: Attributes = {}): this {
    const list = points.map(([x, y]) => `${n(x)},${n(y)}`).join(' ');
    return this.raw(`<polygon points="${list}" fill="${fill}"${attributes(extra)}/>`);
  }

  line(from: Spot, to: Spot, stroke: Paint, width: number, extra: Attributes = {}): this {
    return this.raw(
      `<line x1="${n(from[0])}" y1="${n(from[1])}" x2="${n(to[0])}" y2="${n(to[1])}" stroke="${stroke}" stroke-width="${n(width)}"${attributes(extra)}/>`,
    );
  }

  /** @param d Path data, as SVG has it. */
  path(d: string, fill: Paint, extra: Attributes = {}): this {
    return this.raw(`<path d="${d}" fill="${fill}"${attributes(extra)}/>`);
  }

  /** A path that is drawn and not filled, with round ends. */
  stroke(d: string, stroke: Paint, width: number, extra: Attributes = {}): this {
    return this.path(d, 'none', {
      stroke,
      'stroke-width': width,
      'stroke-linecap': 'round',
      'stroke-linejoin': 'round',
      ...extra,
    });
  }

  /** Draws what `draw` adds as a group with common attributes. */
  group(extra: Attributes, draw: () => void): this {
    this.raw(`<g${attributes(extra)}>`);
    draw();
    return this.raw('</g>');
  }

  /** Draws within a rectangle only. */
  clip(x: number, y: number, w: number, h: number, draw: () => void, r = 0): this {
    const id = this.#name(
      (name) =>
        `<clipPath id="${name}"><rect x="${n(x)}" y="${n(y)}" width="${n(w)}" height="${n(h)}" rx="${n(r)}"/></clipPath>`,
    );
    return this.group({ 'clip-path': `url(#${id})` }, draw);
  }

  /**
   * A gradient from the first color to the last, evenly spaced.
   * @param direction From top to bottom, from left to right, or from the center outwards.
   */
  gradient(direction: 'down' | 'across' | 'out', ...colors: readonly string[]): Paint {
    const key = `${direction} ${colors.join(' ')}`;
    const existing = this.#gradients.get(key);
    if (existing) return existing;
    const stops = colors
      .map(
        (color, i) => `<stop offset="${n((100 * i) / (colors.length - 1))}%" ${stopColor(color)}/>`,
      )
      .join('');
    const id = this.#name((name) => {
      if (direction === 'out') return `<radialGradient id="${name}">${stops}</radialGradient>`;
      const end = direction === 'down' ? 'x2="0" y2="1"' : 'x2="1" y2="0"';
      return `<linearGradient id="${name}" x1="0" y1="0" ${end}>${stops}</linearGradient>`;
    });
    const paint = `url(#${id})`;
    this.#gradients.set(key, paint);
    return paint;
  }

  /** A soft shadow on the floor. */
  shadow(x: number, y: number, rx: number, ry: number, strength = 0.35): this {
    const dark = `#000000/${strength}`;
    return this.ellipse(
      x,
      y,
      rx,
      ry,
      this.gradient('out', dark, `#000000/${strength * 0.6}`, '#000000/0'),
    );
  }

  /** Puts another drawing on this one. */
  inset(other: Canvas, x: number, y: number, width: number, height: number): this {
    return this.raw(
      `<svg x="${n(x)}" y="${n(y)}" width="${n(width)}" height="${n(height)}" viewBox="0 0 ${other.width} ${other.height}" preserveAspectRatio="none">${other.content()}</svg>`,
    );
  }

  raw(text: string): this {
    this.#parts.push(text);
    return this;
  }

  /** Everything inside the outermost element. */
  content(): string {
    return `<defs>${this.#defs.join('')}</defs>${this.#parts.join('')}`;
  }

  /** @param scale How large it is printed; the drawing stays the same. */
  toString(scale = 1): string {
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${Math.round(this.width * scale)}" height="${Math.round(this.height * scale)}" viewBox="0 0 ${this.width} ${this.height}">${this.content()}</svg>`;
  }

  #name(define: (name: string) => string): string {
    const name = `${this.prefix}${this.#defs.length}`;
    this.#defs.push(define(name));
    return name;
  }
}

/** `#aabbcc` or `#aabbcc/0.5` as the attributes of a gradient stop. */
function stopColor(color: string): string {
  const [solid = color, opacity] = color.split('/');
  return `stop-color="${solid}"${opacity === undefined ? '' : ` stop-opacity="${Math.round(Number(opacity) * 1000) / 1000}"`}`;
}
