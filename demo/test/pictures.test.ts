import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { letter, textWidth } from '../src/pictures/lettering.js';
import { planOf } from '../src/pictures/plan-rooms.js';
import { Canvas } from '../src/pictures/svg.js';
import { LAYOUTS } from '../src/property/layout.js';
import { agency, offenders, RESOURCES } from './agency-under-test.js';

const files = [...agency.pictures()];
const byPath = new Map(files.map((file) => [file.path, file]));

/** Everything in the records that reads like a media path. */
function mediaPaths(): Set<string> {
  const found = new Set<string>();
  for (const name of RESOURCES) {
    for (const match of JSON.stringify(agency[name]).matchAll(/"(demo\/[^"]+)"/g))
      found.add(match[1] ?? '');
  }
  // A blog post names its picture within the client's blog image directory.
  for (const { image } of agency.blogs) found.add(`blog/${image}`);
  return found;
}

describe('pictures', () => {
  it('exist for every path that a record names, and each path once', () => {
    const made = new Set([...byPath.keys(), ...[...agency.documents()].map((d) => d.path)]);
    const named = [...mediaPaths()];
    expect(named.length).toBeGreaterThan(250);
    expect(named.filter((path) => !made.has(path))).toEqual([]);
    expect(byPath.size).toBe(files.length);
    expect(offenders(files, ({ path }) => /^(demo|blog)\/[a-z0-9-]+\.jpg$/.test(path))).toEqual([]);
  });

  it('are JPEGs of a fitting size and weight, one of every family', {
    timeout: 60_000,
  }, async () => {
    const families = new Map(files.map((file) => [file.path.replace(/[-\d]+\.jpg$/, ''), file]));
    expect(families.size).toBeGreaterThan(60);
    for (const [family, file] of families) {
      const bytes = await file.draw();
      const { format, width, height } = await sharp(bytes).metadata();
      expect([format, width > 400, height > 200], family).toEqual(['jpeg', true, true]);
      expect(bytes.length, family).toBeLessThan(62 * 1024);
      const { channels, entropy } = await sharp(bytes).stats();
      expect(entropy, `${family} is not blank`).toBeGreaterThan(0.3);
      expect(Math.max(...channels.map((c) => c.stdev)), family).toBeGreaterThan(4);
    }
  });

  it('are the same at every drawing, and differ from one another', {
    timeout: 60_000,
  }, async () => {
    for (const path of [
      'demo/facade-001.jpg',
      'demo/living-prewar-02.jpg',
      'demo/plan-twobath-1.jpg',
    ]) {
      const file = byPath.get(path);
      const first = await file?.draw();
      expect(first?.equals((await file?.draw()) ?? Buffer.alloc(0)), path).toBe(true);
    }
    const rooms = await Promise.all(
      [1, 2, 3, 4].map((n) => byPath.get(`demo/kitchen-modern-0${n}.jpg`)?.draw()),
    );
    expect(new Set(rooms.map((r) => r?.toString('base64'))).size).toBe(4);
  });

  it('need no font: nothing is set as text', () => {
    const canvas = new Canvas(200, 50);
    letter(canvas, "Living 12'6 × 10", 10, 40, { size: 12, color: '#000000' });
    expect(canvas.toString()).not.toContain('<text');
    expect(canvas.toString().match(/<path/g)).toHaveLength(13);
    expect(textWidth('II', { size: 6, color: '', spacing: 0.5 })).toBeCloseTo(3.4, 5);
  });
});

describe('floor plans', () => {
  const layouts = [...LAYOUTS.values()].filter(({ key }) => key !== 'suite');

  it('have the rooms of their layout', () => {
    for (const layout of layouts) {
      const rooms = planOf(layout).flatMap((floor) => floor.rooms);
      const count = (kind: string): number => rooms.filter((r) => r.kind === kind).length;
      const alcove = rooms.some((r) => r.name === 'ALCOVE') ? 1 : 0;
      expect(count('bedroom') - alcove, layout.key).toBe(Math.floor(layout.beds));
      expect(count('bath'), layout.key).toBe(Math.floor(layout.baths));
      expect(count('powder'), layout.key).toBe(layout.baths % 1 > 0 ? 1 : 0);
      expect(count('kitchen'), layout.key).toBe(1);
      if (layout.beds % 1 > 0) expect(count('office'), layout.key).toBe(1);
    }
  });

  it('fill their floors without overlap, at the size of the layout', () => {
    for (const layout of layouts) {
      const floors = planOf(layout);
      const area = floors.reduce(
        (sum, f) =>
          sum + f.rooms.filter((r) => r.kind !== 'terrace').reduce((s, r) => s + r.w * r.h, 0),
        0,
      );
      const middle = (layout.size[0] + layout.size[1]) / 2;
      expect(area / middle, layout.key).toBeGreaterThan(0.97);
      expect(area / middle, layout.key).toBeLessThan(1.01);
      for (const floor of floors) {
        for (const [i, a] of floor.rooms.entries()) {
          expect(
            a.x >= -0.01 &&
              a.y >= -0.01 &&
              a.x + a.w <= floor.w + 0.01 &&
              a.y + a.h <= floor.h + 0.01,
            layout.key,
          ).toBe(true);
          for (const b of floor.rooms.slice(i + 1)) {
            const wide = Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x);
            const deep = Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y);
            expect(wide < 0.01 || deep < 0.01, `${layout.key}: ${a.kind} and ${b.kind}`).toBe(true);
          }
        }
      }
    }
  });
});
