import { describe, expect, it } from 'vitest';
import { forEachDatabase } from '../../rig/databases.js';
import { serverFor } from '../../rig/server.js';
import { blogOf, type Told } from './blog-writing.js';

forEachDatabase('slugs of blog writes', (database) => {
  const server = serverFor(database);
  const { post, change, posted } = blogOf(server);

  describe('the slug', () => {
    const slugOf = async (told: Told) => (await post(told)).ITEM[0]?.friendly;

    it.each([
      ['Hello, World!', 'hello-world'],
      ["Ann's  Crème   brûlée", 'anns-creme-brulee'],
      ['  50% off -- now  ', '50-off-now'],
      ['Straße & Ærø, Łódź', 'strasse-aero-lodz'],
      ['Ｆｕｌｌ ｗｉｄｔｈ ½', 'full-width-1-2'],
      ['Οδός', 'post'],
      ['東京', 'post-2'],
      ['!!!', 'post-3'],
    ])('of %j is %j', async (title, slug) => {
      expect(await slugOf({ title })).toBe(slug);
    });

    it('has a number where it is taken', async () => {
      expect(await slugOf({ title: 'Taken' })).toBe('taken');
      expect(await slugOf({ title: 'TAKEN?' })).toBe('taken-2');
      expect(await slugOf({ title: 'taken', friendly: 'taken-4' })).toBe('taken-4');
      expect(await slugOf({ title: 'taken' })).toBe('taken-3');
      expect(await slugOf({ title: 'taken' })).toBe('taken-5');
      expect(await slugOf({ title: 'taken 2' })).toBe('taken-2-2');
      // Supplied, it is used as given, taken or not.
      expect(await slugOf({ friendly: 'taken' })).toBe('taken');
      expect(await slugOf({ friendly: ' ÜBER %_ uns ' })).toBe(' ÜBER %_ uns ');
    });

    it('of a long title ends with a word', async () => {
      expect(await slugOf({ title: 'seven77 '.repeat(40) })).toBe(
        'seven77-'.repeat(12).slice(0, -1),
      );
      expect(await slugOf({ title: 'x'.repeat(300) })).toBe('x'.repeat(100));
    });

    it('changes with a title, unless it is supplied', async () => {
      const id = await posted({ title: 'First name' });
      const itemAfter = async (told: Told) => (await change(id, told)).ITEM[0]?.friendly;
      expect(await itemAfter({ author: 'x' })).toBe('first-name');
      expect(await itemAfter({ title: 'First name' })).toBe('first-name');
      expect(await itemAfter({ title: 'Second name' })).toBe('second-name');
      expect(await itemAfter({ title: 'Second name', friendly: '' })).toBe('second-name');
      expect(await itemAfter({ title: 'Third name', friendly: 'own' })).toBe('own');
      expect(await itemAfter({ body: 'x' })).toBe('own');
      expect(await itemAfter({ friendly: 'other' })).toBe('other');
      await posted({ title: 'Fourth name' });
      expect(await itemAfter({ title: 'Fourth name' })).toBe('fourth-name-2');
      expect(await itemAfter({ title: 'Fourth name' })).toBe('fourth-name-2');
    });

    it('is each one’s own, however many are written at once', async () => {
      const first = await posted({ title: 'At once' });
      const answers = [];
      for (let round = 0; round < 8; round += 1) {
        // As many as a key may have under way.
        answers.push(
          ...(await Promise.all([
            post({ title: 'At once' }),
            post({ title: 'At once' }),
            change(first, { title: 'At once' }),
          ])),
        );
      }
      const items = answers.flatMap(({ ITEM }) => ITEM).filter(({ id }) => id !== first);
      expect(items).toHaveLength(16);
      expect(new Set(items.map(({ id }) => id)).size).toBe(16);
      expect(new Set(items.map(({ friendly }) => friendly)).size).toBe(16);
      for (const { friendly } of items) expect(friendly).toMatch(/^at-once-\d+$/);
    });
  });
});
