import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Connection, STATEMENTS_KEPT } from '../../../../src/store/engines/sqlite/connection.js';

describe('a connection to SQLite that is asked ever new reads', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portico-connection-'));
  const connections: Connection[] = [];
  const opened = (role: 'reader' | 'writer') => {
    const connection = new Connection(join(folder, 'test.sqlite'), role);
    connections.push(connection);
    return connection;
  };

  beforeAll(() => {
    mkdirSync(folder, { recursive: true });
    const writer = opened('writer');
    writer.database.exec('create table thing (id integer primary key, name text, price real)');
    for (let id = 1; id <= 50; id += 1) {
      writer.run('insert into thing values (?, ?, ?)', [id, `thing ${id}'s ?`, id / 2]);
    }
  });
  afterAll(() => {
    for (const connection of connections) connection.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** A read with a text of its own. */
  const nth = (n: number) =>
    `select "id", "name" as "name ?", "price", '?' as "text" from "thing" where "id" in (?, ?) and "price" < ? and "id" <> ${-n} order by "id" desc limit ?`;
  const rows = (n: number) => [
    { id: n + 1, 'name ?': `thing ${n + 1}'s ?`, price: (n + 1) / 2, text: '?' },
    { id: n, 'name ?': `thing ${n}'s ?`, price: n / 2, text: '?' },
  ];

  it('names the file in an error of the file, and in no other', () => {
    const reader = opened('reader');
    expect(() => reader.run('insert into thing values (99, null, 1)', [])).toThrow(
      `${join(folder, 'test.sqlite')}: attempt to write a readonly database`,
    );
    expect(() => reader.exec('select unknown')).toThrow(/^no such column: unknown$/);
    const nowhere = join(folder, 'none', 'test.sqlite');
    expect(() => new Connection(folder, 'reader')).toThrow(`${folder}: unable to open`);
    expect(() => new Connection(nowhere, 'reader')).toThrow('directory does not exist');
  });

  it.each(['reader', 'writer'] as const)('keeps few statements, and answers all: %s', (role) => {
    const connection = opened(role);
    for (let n = 1; n <= 3 * STATEMENTS_KEPT; n += 1) {
      const id = 1 + (n % 40);
      expect(connection.run(nth(n), [id, id + 1, 1000, 10]).rows).toEqual(rows(id));
    }
    expect(connection.statements).toBe(STATEMENTS_KEPT);
    // Those that are kept, and those that are not, are asked again with other values.
    expect(connection.run(nth(1), [3, 4, 1000, 10]).rows).toEqual(rows(3));
    expect(connection.run(nth(999), [5, 6, 1000, 10]).rows).toEqual(rows(5));
    expect(connection.run(nth(1000), [5, 6, 0, 10]).rows).toEqual([]);
    const missing = 'select * from "thing" where "name" is ? and 1 <> 2';
    expect(connection.run(missing, [null]).rows).toEqual([]);
    expect(() => connection.run('select * from "nowhere"', [])).toThrow('nowhere');
    expect(connection.run(nth(1001), [7, 8, 1000, 10]).rows).toEqual(rows(7));
  });

  it.each([
    ['a row', 1, [{ id: 1, name: 'first', added: 'later' }]],
    ['no row', 2, []],
  ])('sees a column that another connection adds, in a statement that finds %s', (_, id, found) => {
    const writer = opened('writer');
    writer.database.exec('drop table if exists grown');
    writer.database.exec(
      "create table grown (id integer, name text); insert into grown values (1, 'first')",
    );
    const reader = opened('reader');
    reader.run('select id from grown', []);
    writer.database.exec("alter table grown add column added text not null default 'later'");
    const all = 'select * from grown where id = ?';
    expect(reader.run(all, [id]).rows).toEqual(found);
    expect(reader.run(all, [1]).rows).toEqual([{ id: 1, name: 'first', added: 'later' }]);
  });

  it('keeps those that are asked for often in place of others, and no more', () => {
    const connection = opened('reader');
    const often = nth(10_000);
    for (let n = 0; n < STATEMENTS_KEPT; n += 1) connection.run(nth(n), [1, 2, 1000, 10]);
    const kept = vi.spyOn(connection.database, 'prepare');
    for (let times = 0; times < 50; times += 1) {
      expect(connection.run(often, [1, 2, 1000, 10]).rows).toEqual(rows(1));
    }
    expect(kept.mock.calls).toEqual([[often]]);
    expect(connection.statements).toBe(STATEMENTS_KEPT);
  });

  it.each([
    ['select "id", "t"."name", lower("t"."name") as "low" from "thing" as "t"', 50],
    ['select * from "thing" where "id" < 3', 2],
    ['select "thing".*, (select count(*) from "thing" as "o") as "all" from "thing"', 50],
    ['select count(*) as "total" from "thing" where \'from\' <> "name"', 1],
    // Columns that are not told: by chance a name, no name, a table under another name.
    ['select "id" + "price" from "thing"', 50],
    ['select distinct "price" from "thing"', 50],
    ['select count(*) from "thing"', 1],
    ['select "t".* from "thing" as "t"', 50],
    ['select "t".*, "t"."id" as "again" from "thing" as "t"', 50],
    ['select "a"."id", "b"."id" from "thing" as "a", "thing" as "b" where "a"."id" = "b"."id"', 50],
  ])('has the same rows of %s', (sql, count) => {
    const connection = opened('reader');
    const expected = connection.run(sql, []).rows;
    expect(expected).toHaveLength(count);
    for (let n = 0; n < STATEMENTS_KEPT; n += 1) connection.run(nth(n), [1, 2, 1000, 10]);
    expect(connection.run(`${sql} `, []).rows).toEqual(expected);
  });

  it('stays one that cannot write', () => {
    const reader = opened('reader');
    for (let n = 0; n <= STATEMENTS_KEPT; n += 1) reader.run(nth(n), [1, 2, 3, 4]);
    expect(() => reader.run('select * from "nowhere"', [])).toThrow();
    expect(() => reader.run('delete from thing', [])).toThrow('readonly');
  });

  it('answers within a transaction, and after one that was undone', () => {
    const writer = opened('writer');
    for (let n = 0; n < STATEMENTS_KEPT; n += 1) writer.run(nth(n), [1, 2, 3, 4]);
    for (const end of ['rollback', 'commit', 'rollback']) {
      writer.database.exec('begin immediate');
      writer.run('update thing set price = price + 100 where id = ?', [9]);
      expect(writer.run(nth(5000), [9, 10, 1000, 1]).rows).toHaveLength(1);
      expect(writer.run('select "price" from "thing" where "id" = ?', [9]).rows).not.toEqual([]);
      writer.database.exec(end);
      expect(writer.run(nth(6000), [1, 2, 1000, 10]).rows).toEqual(rows(1));
    }
  });
});
