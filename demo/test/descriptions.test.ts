import { describe, expect, it } from 'vitest';
import {
  article,
  capital,
  list,
  numberWord,
  ordinalWord,
  thousands,
} from '../src/description/words.js';
import { agency, buildingOf, offenders } from './agency-under-test.js';

const { listings } = agency;
const sentencesOf = (text: string): string[] => text.split(/(?<=[.!?])\s+/);

describe('words', () => {
  it('count, join and inflect', () => {
    expect([0, 1, 12, 13].map(numberWord)).toEqual(['no', 'one', 'twelve', '13']);
    expect([999, 1000, 1240, 1_250_000].map(thousands)).toEqual([
      '999',
      '1,000',
      '1,240',
      '1,250,000',
    ]);
    expect([list([]), list(['a']), list(['a', 'b']), list(['a', 'b', 'c'])]).toEqual([
      '',
      'a',
      'a and b',
      'a, b and c',
    ]);
    expect(
      [
        'one-bedroom',
        'eight-bedroom',
        'apartment',
        'studio',
        '11 rooms',
        'unit',
        'upper floor',
      ].map(article),
    ).toEqual([
      'a one-bedroom',
      'an eight-bedroom',
      'an apartment',
      'a studio',
      'an 11 rooms',
      'a unit',
      'an upper floor',
    ]);
    expect([1, 3, 10, 11, 12, 21, 22, 33, 111].map(ordinalWord)).toEqual([
      'first',
      'third',
      'tenth',
      '11th',
      '12th',
      '21st',
      '22nd',
      '33rd',
      '111th',
    ]);
    expect(capital('the park')).toBe('The park');
  });
});

describe('descriptions', () => {
  it('are all different, in paragraphs, and of a readable length', () => {
    expect(new Set(listings.map((l) => l.main_description)).size).toBe(listings.length);
    expect(
      offenders(
        listings,
        (l) => l.main_description.includes('\n\n') && !l.main_description.includes('\n\n\n'),
      ),
    ).toEqual([]);
    expect(
      offenders(
        listings,
        (l) => l.main_description.length > 110 && l.main_description.length < 1500,
      ).map((l) => l.main_description),
    ).toEqual([]);
  });

  it('do not repeat themselves: no sentence of some length in more than an eighth of them, none twice in one', () => {
    const seen = new Map<string, number>();
    for (const { main_description } of listings) {
      for (const sentence of new Set(sentencesOf(main_description)))
        seen.set(sentence, (seen.get(sentence) ?? 0) + 1);
    }
    expect(
      [...seen].filter(([text, times]) => text.length > 20 && times > listings.length / 8),
    ).toEqual([]);
    expect(seen.size).toBeGreaterThan(1500);
    expect(
      offenders(listings, (l) => {
        const sentences = sentencesOf(l.main_description);
        return new Set(sentences).size === sentences.length;
      }).map((l) => l.main_description),
    ).toEqual([]);
  });

  it('are written cleanly', () => {
    const clumsy = /\s\s(?!\n)|\s[.,;]|\.\.|,,|\ba [aeiou]\w|\ban [bcdfgjkpqtvz]\w| {2}|^[a-z]/;
    const allowed = /\ba (?:one|uni|use)/g;
    expect(
      offenders(
        listings.map((l) => l.main_description.replace(allowed, '')),
        (text) => !clumsy.test(text.replaceAll('\n\n', '\n')),
      ),
    ).toEqual([]);
    const parts = listings.flatMap((l) => l.main_description.split('\n\n'));
    expect(offenders(parts, (p) => /^[A-Z0-9$]/.test(p) && /[.?!]$/.test(p))).toEqual([]);
  });

  it('say what the record says', () => {
    const claims: Array<[RegExp, (l: (typeof listings)[number]) => boolean]> = [
      [
        /\bstudio\b/i,
        (l) =>
          l.essentials_beds < 1 ||
          !['Apartment', 'Condo', 'Coop', 'Condop'].includes(l.essentials_type),
      ],
      [/two-bedroom/, (l) => Math.floor(l.essentials_beds) === 2],
      [/three-bedroom/, (l) => Math.floor(l.essentials_beds) === 3],
      [/there is a dishwasher/, (l) => l.amenities.includes('dishwasher')],
      [/fireplace/, (l) => l.amenities.includes('fireplace')],
      [/terrace is/, (l) => l.amenities.includes('terrace')],
      [/balcony/i, (l) => l.amenities.includes('balcony')],
      [/washer and dryer/, (l) => l.amenities.includes('laundryinunit')],
      [/full-time doorman/, (l) => buildingOf(l).doorman === 1],
      [/swimming pool/, (l) => buildingOf(l).pool === 1],
      [/No broker fee/, (l) => l.extras_nofee === 1],
      [/broker fee applies/, (l) => l.financials_fee > 0],
      [/free on a/, (l) => l.financials_freemonth > 0],
      [/Furnished down/, (l) => l.extras_furnished === 1],
      [/Sorry, no pets|No pets, please/, (l) => l.essentials_pets === 'No Pets'],
      [/Currently in contract/, (l) => l.main_status === 'In Contract'],
      [/An application is being/, (l) => l.main_status === 'App. Pending'],
      [
        /Heat and hot water are included/,
        (l) => buildingOf(l).heat === 1 && l.financials_taxes === 0,
      ],
      [/Common charges are/, (l) => l.essentials_type === 'Condo' && l.financials_taxes > 0],
      [/condominium rules in cooperative clothing/, (l) => l.essentials_type === 'Condop'],
    ];
    for (const [pattern, holds] of claims) {
      const claiming = listings.filter((l) => pattern.test(l.main_description));
      expect(claiming.length, `${pattern}`).toBeGreaterThan(0);
      expect(
        offenders(claiming, holds).map((l) => [l.main_id, l.main_description]),
        `${pattern}`,
      ).toEqual([]);
    }
    expect(
      offenders(listings, (l) => {
        const told = /Common charges are \$([\d,]+) and taxes \$([\d,]+)/.exec(l.main_description);
        if (!told) return true;
        const [charges, taxes] = told.slice(1).map((n) => Number(n.replaceAll(',', '')));
        return charges === l.financials_maintenance && taxes === l.financials_taxes;
      }),
    ).toEqual([]);
    expect(
      offenders(listings, (l) => {
        const told = /([\d,]+) square feet on the/.exec(l.main_description);
        return told === null || Number(told[1]?.replaceAll(',', '')) === l.essentials_size;
      }),
    ).toEqual([]);
  });
});
