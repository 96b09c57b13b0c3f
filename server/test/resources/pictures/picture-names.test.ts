import { expect, it } from 'vitest';
import { pictureNames, withoutSignature } from '../../../src/resources/pictures/picture-names.js';

it.each([
  ['https://h/1.jpg?X-Amz-Date=1&X-Amz-Signature=2#x', 'https://h/1.jpg'],
  ['https://h/1.jpg?src=1&token=2', 'https://h/1.jpg?src=1'],
  ['https://h/1.JPEG?version=2', 'https://h/1.JPEG?version=2'],
  ['https://h/photo?id=1&Expires=5&Signature=abc', 'https://h/photo?id=1'],
  ['https://h/5f3a?token=abc', 'https://h/5f3a'],
  ['https://h/photo?id=1', 'https://h/photo?id=1'],
  ['https://h/photo?se=2026&sp=r&size=3&sig=x?y', 'https://h/photo?size=3'],
  ['https://h/1.jpg', 'https://h/1.jpg'],
])('tells %s without its signature', (url, plain) => {
  expect(withoutSignature(url)).toBe(plain);
});

it('knows a picture by its key, or by its URL with and without a signature', () => {
  const picture = { kind: 'listings', id: 7, url: 'https://h/1.jpg?token=2', order: 0 } as const;
  expect(pictureNames({ ...picture, key: 'K' }, false)).toEqual(['listings 7 key K']);
  expect(pictureNames(picture, false)).toEqual([picture.url, 'listings 7 https://h/1.jpg']);
  expect(pictureNames(picture, true)).toEqual([picture.url]);
});
