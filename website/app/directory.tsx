import type { Schema } from 'portico-sdk';
import styles from './home.module.css';

type Neighborhoods = NonNullable<Schema<'Facets'>['neighborhood']>;

interface Row {
  readonly id: number;
  readonly name: string;
  readonly sales: number;
  readonly rentals: number;
}

/** The board in the lobby: neighborhoods, and how much there is in each. */
export function Directory(props: {
  readonly sales: Neighborhoods;
  readonly rentals: Neighborhoods;
  /** The neighborhoods that have a page. */
  readonly pages: ReadonlySet<number>;
}) {
  const rows = directoryOf(props.sales, props.rentals);
  if (rows.length === 0) return null;
  return (
    <section className={styles.board} aria-labelledby="directory">
      <div className="page">
        <div className="section-head">
          <h2 id="directory">Directory</h2>
          <p className="numbers">To buy and to rent, by neighborhood</p>
        </div>
        <div className={styles.directory} data-columns={rows.length > 8 ? 4 : 1}>
          {inColumns(rows).map((column) => (
            <table key={column[0]?.id}>
              <thead>
                <tr>
                  <th scope="col">Neighborhood</th>
                  <th scope="col">Buy</th>
                  <th scope="col">Rent</th>
                </tr>
              </thead>
              <tbody>
                {column.map((row) => (
                  <Line key={row.id} row={row} hasPage={props.pages.has(row.id)} />
                ))}
              </tbody>
            </table>
          ))}
        </div>
      </div>
    </section>
  );
}

function Line({ row, hasPage }: { readonly row: Row; readonly hasPage: boolean }) {
  const { id, name, sales, rentals } = row;
  return (
    <tr>
      <th scope="row">{hasPage ? <a href={`/neighborhoods/${id}`}>{name}</a> : name}</th>
      <Count href={`/search?status=1&cat=${id}`} count={sales} name={`to buy in ${name}`} />
      <Count href={`/search?status=2&cat=${id}`} count={rentals} name={`to rent in ${name}`} />
    </tr>
  );
}

function Count(props: { readonly href: string; readonly count: number; readonly name: string }) {
  const { href, count, name } = props;
  return (
    <td>
      {count > 0 && (
        <a href={href} className="numbers">
          {count}
          <span className="quiet"> {name}</span>
        </a>
      )}
    </td>
  );
}

/** The neighborhoods by name. */
function directoryOf(sales: Neighborhoods, rentals: Neighborhoods): Row[] {
  const rows = new Map<number, Row>();
  for (const { value: id, name, count } of sales)
    rows.set(id, { id, name, sales: count, rentals: 0 });
  for (const { value: id, name, count } of rentals)
    rows.set(id, { id, name, sales: rows.get(id)?.sales ?? 0, rentals: count });
  return [...rows.values()].sort((a, b) => a.name.localeCompare(b.name));
}

/** Four columns of nearly the same length, each with headings of its own; few rows stay in one. */
function inColumns(rows: readonly Row[]): Row[][] {
  const length = rows.length > 8 ? Math.ceil(rows.length / 4) : rows.length;
  const starts = Array.from({ length: Math.ceil(rows.length / length) }, (_, at) => at * length);
  return starts.map((start) => rows.slice(start, start + length));
}
