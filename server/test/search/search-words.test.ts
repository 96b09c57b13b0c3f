import { beforeAll, expect, it } from 'vitest';
import { removeRecords } from '../../src/changes/removal/remove-records.js';
import type { TenantDatabase } from '../../src/store/tenant/open.js';
import { forEachDatabase } from '../rig/databases.js';
import { aBuilding, aListing, type ImportRecord } from '../rig/makers.js';
import { serverFor, type TestServer } from '../rig/server.js';
import { found } from './asking.js';

const NEIGHBORHOODS = ['Élysée', 'Old Town', 'São Bento', 'Harbour Side', 'Łódź Gardens'];
const BUILDINGS = ['The Peña', 'Zoë Tower', 'Kingsbridge House', 'Müllerhaus'];
const STREETS = ['Straße der Rosen', 'O’Brien Row', 'Camino Niño', 'Bergensgata', 'Rue Ångström'];
const WORDS =
  `sunny charming loft penthouse terrace terraced garden warden river riverside crème brûlée façade
   naïve gymnasium concierge 24h 100 1000 elevator doorman fireplace hardwood skylight`.split(
    /\s+/,
  );

/** Numbers that are the same in each run. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

interface Home {
  readonly id: number;
  hidden: boolean;
  beds: number;
  house: string;
  street: string;
  neighborhood: string;
  building: number;
  description: string;
}

const pick = <Item>(next: (below: number) => number, items: readonly Item[]): Item =>
  items[next(items.length)] as Item;

function aHome(id: number, next: (below: number) => number): Home {
  return {
    id,
    hidden: next(4) === 0,
    beds: next(4),
    house: String(1 + next(30)),
    street: pick(next, STREETS),
    neighborhood: pick(next, NEIGHBORHOODS),
    building: next(BUILDINGS.length + 1),
    description: Array.from({ length: 6 }, () => pick(next, WORDS)).join(', '),
  };
}

const recordOf = (home: Home): ImportRecord =>
  aListing({
    main_id: home.id,
    main_hide_address: home.hidden ? 1 : 0,
    main_house: home.house,
    main_street: home.street,
    main_apt: '',
    main_cross: '',
    main_zipcode: '',
    city: '',
    main_neighborhood: home.neighborhood,
    main_description: home.description,
    essentials_beds: home.beds,
    essentials_building: home.building,
  });

/** The letters of the test's own texts without their accents, by hand. */
const PLAIN: Readonly<Record<string, string>> = {
  É: 'e',
  é: 'e',
  è: 'e',
  û: 'u',
  ü: 'u',
  ã: 'a',
  Å: 'a',
  ö: 'o',
  ñ: 'n',
  ï: 'i',
  ë: 'e',
  ç: 'c',
  Ł: 'l',
  ó: 'o',
  ź: 'z',
  ß: 'ss',
  '’': '',
};

const plain = (text: string) =>
  [...text].map((letter) => PLAIN[letter] ?? letter.toLowerCase()).join('');
const wordsOf = (text: string) => plain(text).split(/[^a-z0-9]+/);

function textOf(home: Home, buildings: readonly string[], names: ReadonlyMap<string, string>) {
  const neighborhood = names.get(home.neighborhood) ?? home.neighborhood;
  const building = home.building === 0 ? '' : (buildings[home.building - 1] ?? '');
  const address = home.hidden ? '' : `${home.house} ${home.street} ${building}`;
  return `${address} ${neighborhood} ${home.description}`;
}

const fits = (word: string, wanted: string) =>
  word === wanted || (wanted.length > 2 && !/^\d+$/.test(wanted) && word.startsWith(wanted));

forEachDatabase('A search by words', (database) => {
  const server = serverFor(database);
  const next = numbers(15);
  const homes = Array.from({ length: 80 }, (_, at) => aHome(at + 1, next));
  const buildings = [...BUILDINGS];
  const names = new Map<string, string>();
  const held = { key: '' };

  const expected = (q: string, beds = 0) =>
    homes
      .filter((home) => {
        const words = wordsOf(textOf(home, buildings, names));
        return (
          home.beds >= beds &&
          wordsOf(q).every((wanted) => words.some((word) => fits(word, wanted)))
        );
      })
      .map(({ id }) => id);
  const finds = (q: string, more = '') =>
    found(server, held.key, `q=${encodeURIComponent(q)}${more}`);
  const putBuildings = () =>
    server.put(
      'acme',
      'buildings',
      buildings.map((name, at) =>
        aBuilding({ id: at + 1, name, house: '', address: '', zip: '', city: '' }),
      ),
    );
  const expectAll = async () => {
    for (const word of [...new Set([...WORDS, ...STREETS, ...BUILDINGS, ...NEIGHBORHOODS])]) {
      if (word.length < 3) continue;
      expect([word, await finds(word)]).toEqual([word, expected(word)]);
      const other = `${word.slice(0, 5)} ${pick(next, NEIGHBORHOODS)}`;
      expect([other, await finds(other)]).toEqual([other, expected(other)]);
    }
    expect(await finds('LOFT', '&bedsMin=2')).toEqual(expected('loft', 2));
  };

  beforeAll(async () => {
    await server.addTenant('acme');
    await putBuildings();
    const neighborhoods = NEIGHBORHOODS.map((name, at) => ({ cat_id: at + 1, cat_name: name }));
    await server.put('acme', 'neighborhoods', neighborhoods);
    await server.put('acme', 'listings', homes.map(recordOf));
    held.key = await server.addKey('acme');
  });

  it('finds the listings that have them all, or their beginnings', expectAll);

  it('forgives a wrong, missing, superfluous or swapped letter, two in long words', async () => {
    const meant = [
      ['penthouze', 'penthouse'],
      ['skylght', 'skylight'],
      ['gardeen', 'garden'],
      ['ocncierge', 'concierge'],
      ['gimnasiun', 'gymnasium'],
      ['firplaces', 'fireplace'],
      ['Bergenskata', 'Bergensgata'],
    ] as const;
    for (const [wrong, right] of meant) {
      expect([wrong, await finds(wrong)]).toEqual([wrong, expected(right)]);
    }
  });

  it('forgives none in short words, in numbers, and in words that some listing has', async () => {
    for (const word of ['left', 'xoft', '1001', '10000', 'x24h', 'gxmnasxxm']) {
      expect([word, await finds(word)]).toEqual([word, []]);
    }
    expect(await finds('warden')).toEqual(expected('warden'));
  });

  it('follows every kind of write', async () => {
    for (const home of homes.slice(0, 30)) {
      if (next(2) === 0) home.hidden = !home.hidden;
      if (next(2) === 0) home.description = pick(next, WORDS);
      if (next(3) === 0) home.street = pick(next, STREETS);
    }
    await server.put('acme', 'listings', homes.slice(0, 30).map(recordOf));
    await expectAll();
    buildings[1] = 'Aurora';
    await putBuildings();
    expect(await finds('aurora')).toEqual(expected('aurora'));
    expect(await finds('zoe tower')).toEqual([]);
    names.set('Old Town', 'New Quay');
    await server.put('acme', 'neighborhoods', [{ cat_id: 2, cat_name: 'New Quay' }]);
    expect(await finds('new quay')).toEqual(expected('new quay'));
    await removeRecords(await databaseOf(server), 'listings', [2, 3, 5, 7]);
    homes.splice(0, homes.length, ...homes.filter((home) => ![2, 3, 5, 7].includes(home.id)));
    homes.push(aHome(3, next), aHome(5_000_000_000, next));
    homes.sort((one, other) => one.id - other.id);
    await server.put(
      'acme',
      'listings',
      homes.filter(({ id }) => id === 3 || id > 80).map(recordOf),
    );
    for (const home of homes) home.neighborhood = names.get(home.neighborhood) ?? home.neighborhood;
    await expectAll();
  });

  it('follows what an earlier program has written, which knows nothing of changes', async () => {
    const { db } = await databaseOf(server);
    const [home] = homes as [Home];
    home.description = 'quetzalcoatl';
    await db
      .updateTable('listing')
      .set({ description: home.description })
      .where('id', '=', home.id)
      .execute();
    await db
      .updateTable('revision')
      .set((eb) => ({ number: eb('number', '+', 1) }))
      .execute();
    expect(await finds('quetzalcoatl')).toEqual([home.id]);
    await expectAll();
  });

  it('finds by nothing of a hidden address', async () => {
    const hidden = {
      id: 777,
      hidden: true,
      beds: 1,
      building: 0,
      neighborhood: '',
      description: '',
    };
    const secret = { ...hidden, house: '987', street: 'Xanadu Alley' };
    await server.put('acme', 'listings', [
      { ...recordOf(secret), main_apt: 'Yggdrasil', main_zipcode: '10999', city: 'Zanzibar' },
    ]);
    for (const word of ['987', 'Xanadu', 'Xanaduu', 'Yggdrasil', '10999', 'Zanzibar', 'alley']) {
      expect([word, await finds(word)]).toEqual([word, []]);
    }
    await server.put('acme', 'listings', [{ ...recordOf({ ...secret, hidden: false }) }]);
    expect(await finds('xanadu 987')).toEqual([777]);
    await server.put('acme', 'listings', [recordOf(secret)]);
    expect(await finds('xanadu')).toEqual([]);
  });

  it('finds streets as people write them', async () => {
    await server.put('acme', 'listings', [
      aListing({ main_id: 900, main_house: '5', main_street: 'W 23rd St.', main_description: '' }),
      aListing({ main_id: 901, main_house: '6', main_street: 'East Main Boulevard' }),
    ]);
    for (const q of ['west 23rd street', 'W. 23 st', 'w 23 STREET 5', '23rd St']) {
      expect([q, await finds(q)]).toEqual([q, [900]]);
    }
    expect(await finds('e main blvd')).toEqual([901]);
  });

  it('finds the same while many search and others write', async () => {
    const write = (id: number) =>
      server.put('acme', 'listings', [
        recordOf({ ...(homes[0] as Home), id, hidden: false, description: 'zymurgy' }),
      ]);
    const searches = Array.from({ length: 3 }, () => finds('zymurgy'));
    await Promise.all([write(1001), write(1002), ...searches]);
    const after = await Promise.all(Array.from({ length: 3 }, () => finds('zymurgy')));
    for (const ids of after) expect(ids).toEqual([1001, 1002]);
  });
});

async function databaseOf(server: TestServer): Promise<TenantDatabase> {
  const tenant = await server.services.tenants.tenant('acme');
  if (tenant === undefined) throw new Error('There is no client acme.');
  return tenant.database;
}
