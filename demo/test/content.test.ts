import { describe, expect, it } from 'vitest';
import { slug } from '../src/content/blogs.js';
import { PAPERS } from '../src/content/papers.js';
import { pdf } from '../src/content/pdf.js';
import { PRESS_TYPES } from '../src/records/content-records.js';
import { agency, agentById, offenders, WALL_TODAY, wallTime } from './agency-under-test.js';

const { blogs, press, videos, docs, links } = agency;
const ascending = (texts: string[]): boolean => {
  const times = texts.map(wallTime);
  return times.every((time, i) => time <= WALL_TODAY && (i === 0 || time > (times[i - 1] ?? 0)));
};

describe('content', () => {
  it('is dated in the text shape, oldest first, nothing in the future', () => {
    expect(ascending(blogs.map((b) => b.date_create))).toBe(true);
    expect(ascending(press.map((p) => p.date_publish))).toBe(true);
    expect(ascending(videos.map((v) => v.date_create))).toBe(true);
    expect(ascending(docs.map((d) => d.date_create))).toBe(true);
    expect(
      offenders(
        press,
        (p) =>
          wallTime(p.date_create) >= wallTime(p.date_publish) &&
          wallTime(p.date_create) <= WALL_TODAY,
      ),
    ).toEqual([]);
  });

  it('has blog posts with slugs, labels and bylines, one of them a draft', () => {
    expect(slug('Gross rent, net rent and the month that is free')).toBe(
      'gross-rent-net-rent-and-the-month-that-is-free',
    );
    expect(slug('  Who buys a corner shop? ')).toBe('who-buys-a-corner-shop');
    expect(blogs.filter((b) => b.status === 0)).toHaveLength(1);
    expect(new Set(blogs.map((b) => b.friendly)).size).toBe(blogs.length);
    expect(
      offenders(
        blogs,
        (b) => /^[a-z0-9-]+$/.test(b.friendly) && b.labels.length > 0 && b.body.startsWith('<p>'),
      ),
    ).toEqual([]);
    expect(
      offenders(blogs, (b) => {
        const agent = agentById.get(Number(b.agent_id));
        return b.author === (agent ? `${agent.firstname} ${agent.lastname}` : 'Portico Realty');
      }),
    ).toEqual([]);
    const used = new Set(blogs.flatMap((b) => b.labels));
    expect(agency['blog-labels'].every((l) => used.has(l.id))).toBe(true);
    expect(blogs.some((b) => b.agent_id === '')).toBe(true);
    expect(blogs.some((b) => b.buildings.length > 0)).toBe(true);
  });

  it('has press of every type, clippings for articles only', () => {
    expect(new Set(press.map((p) => p.type))).toEqual(new Set(PRESS_TYPES));
    expect(offenders(press, (p) => (p.type === 'Article') === (p.filename !== ''))).toEqual([]);
    expect(offenders(press, (p) => p.publicationname !== '' && p.logo !== '')).toEqual([]);
    const logos = new Map(press.map((p) => [p.publicationname, p.logo]));
    expect(new Set(logos.values()).size).toBe(logos.size);
  });

  it('has videos, a few of them pinned', () => {
    expect(videos.filter((v) => v.sort === 999).length).toBeGreaterThan(3);
    expect(videos.filter((v) => v.sort < 999).length).toBeGreaterThan(1);
    expect(
      offenders(videos, (v) => v.embed.startsWith('demo/') && v.image.startsWith('demo/')),
    ).toEqual([]);
  });

  it('links to files it brings along', () => {
    const files = new Set([...agency.documents(), ...agency.pictures()].map((f) => f.path));
    const named = [
      ...links.map((l) => l.url),
      ...docs.map((d) => d.filename),
      ...agency.agents
        .flatMap((a) => [a.agent_link_url_1, a.agent_link_url_2, a.agent_link_url_3])
        .filter(Boolean),
    ];
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter((name) => !files.has(name))).toEqual([]);
  });
});

describe('documents', () => {
  it('are PDFs whose cross-reference table points at their objects', async () => {
    for (const file of agency.documents()) {
      const text = (await file.draw()).toString('latin1');
      expect(text.startsWith('%PDF-1.4\n')).toBe(true);
      expect(text.endsWith('%%EOF\n')).toBe(true);
      const start = Number(/startxref\n(\d+)\n/.exec(text)?.[1]);
      expect(text.slice(start, start + 7)).toBe('xref\n0 ');
      const entries = [...text.slice(start).matchAll(/^(\d{10}) 00000 n $/gm)].map((m) =>
        Number(m[1]),
      );
      expect(entries).toHaveLength(7);
      expect(entries.map((at, i) => text.slice(at, at + 7) === `${i + 1} 0 obj`)).not.toContain(
        false,
      );
      const stream = /<< \/Length (\d+) >>\nstream\n([\s\S]*?)\nendstream/.exec(text);
      expect(stream?.[2]?.length).toBe(Number(stream?.[1]));
    }
  });

  it('keep to characters that their fonts have, and escape what has a meaning', () => {
    expect(
      PAPERS.flatMap((p) => [p.title, ...p.lines]).filter((line) => /[^\x20-\x7e]/.test(line)),
    ).toEqual([]);
    const odd = pdf({ key: 'odd', title: 'A (b) \\ c', category: '', lines: [] }).toString(
      'latin1',
    );
    expect(odd).toContain('(A \\(b\\) \\\\ c) Tj');
  });
});
