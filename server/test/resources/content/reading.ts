import { expect } from 'vitest';
import type { TestServer } from '../../rig/server.js';

/** A record as an answer carries it. */
export type AnswerRecord = Readonly<Record<string, unknown>>;

/** The records that a path answers, which must be a plain array. */
export async function records(
  server: TestServer,
  key: string,
  path: string,
): Promise<readonly AnswerRecord[]> {
  const answer = await server.get(key, path);
  if (!Array.isArray(answer)) throw new Error(`${path}: ${JSON.stringify(answer)}`);
  return answer as AnswerRecord[];
}

/** The ids of the records that a path answers, in the order in which they came. */
export async function ids(server: TestServer, key: string, path: string): Promise<unknown[]> {
  return (await records(server, key, path)).map((record) => record.id);
}

/** Expects that a path is answered with the envelope of a malformed parameter. */
export async function expectMalformed(
  server: TestServer,
  key: string,
  path: string,
  param: string,
): Promise<void> {
  expect(await server.get(key, path), path).toEqual({
    STATUS: 'Error',
    STATUS_CODE: '256',
    MESSAGE: expect.stringMatching(new RegExp(`^${param}: .*accepted is .+`)),
  });
}

/** Values that are no month of a calendar as `M-YYYY`. */
export const NO_MONTHS = [
  '0-2014',
  '13-2014',
  '4',
  '2014',
  '4/2014',
  '2014-4',
  '4-14',
  '4-20145',
  '004-2014',
  '4-2014-1',
  '4--2014',
  '-4-2014',
  'April-2014',
  '4-2014x',
  '4-0000',
  '٤-2014',
];
