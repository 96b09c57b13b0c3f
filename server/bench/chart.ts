/**
 * Draws figures that `npm run bench` printed as SVG, for docs/performance.md:
 *
 *     npm run bench -- --peers | npx tsx server/bench/chart.ts peers > docs/performance-peers.svg
 *     npm run bench -- --only search | npx tsx server/bench/chart.ts search > docs/performance-search.svg
 */
import { text } from 'node:stream/consumers';

/** A figure of a table that the bench prints, and how it is drawn. */
interface Chart {
  readonly title: string;
  /** The column, by what stands above it. */
  readonly column: string;
  /** What the bars are compared with. */
  readonly line?: number;
  readonly colour: (at: number) => string;
}

const OURS = '#2f6bc0';
const CHARTS: Readonly<Record<string, Chart>> = {
  peers: {
    title: 'Searches a second, none twice',
    column: 'searches a second',
    colour: (at) => (at === 0 ? OURS : '#5f6b7a'),
  },
  search: {
    title: 'Time of a search through that of the best bare SQL, which is 1',
    column: 'ratio',
    line: 1,
    colour: () => OURS,
  },
};

const WIDTH = 680;
const ROW = 44;
const TOP = 36;
const LABELS = 250;
const BARS = WIDTH - LABELS - 20;

/** The names and figures of the table that has this column first. */
function rowsOf(output: string, { column }: Chart): [name: string, figure: number][] {
  const [, table = ''] = output.split(new RegExp(`^\\s+${column}\\s.*$`, 'm'));
  const lines = table.replace(/^\n/, '').split('\n');
  const rows = lines.map((line) => /^\s*(\S.*?)\s{2,}([\d,.]+)\s/.exec(line));
  const end = rows.indexOf(null);
  return (end === -1 ? rows : rows.slice(0, end)).map((row) => [
    row?.[1] ?? '',
    Number(row?.[2]?.replaceAll(',', '')),
  ]);
}

/** A bar for each row. The colours are readable on the light and on the dark page. */
function drawn(rows: readonly [string, number][], { title, line, colour }: Chart): string {
  const most = Math.max(line ?? 0, ...rows.map(([, figure]) => figure));
  const widthOf = (figure: number) => Math.max(2, Math.round((figure / most) * BARS));
  const height = TOP + rows.length * ROW;
  const bars = rows.map(([name, figure], at) => {
    const y = TOP + at * ROW;
    const width = widthOf(figure);
    const shown = figure.toLocaleString('en-US');
    return [
      `<text x="${LABELS - 12}" y="${y + 19}" text-anchor="end">${name}</text>`,
      `<rect x="${LABELS}" y="${y}" width="${width}" height="28" rx="4" fill="${colour(at)}"/>`,
      width > 70
        ? `<text x="${LABELS + width - 8}" y="${y + 19}" text-anchor="end" fill="#fff">${shown}</text>`
        : `<text x="${LABELS + width + 8}" y="${y + 19}">${shown}</text>`,
    ].join('\n');
  });
  const x = LABELS + widthOf(line ?? 0);
  const mark = `<line x1="${x}" x2="${x}" y1="${TOP - 6}" y2="${height}" stroke="#768390" stroke-dasharray="4 4"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" font-family="system-ui, sans-serif" font-size="15" fill="#768390">
<title>${title}</title>
<text x="0" y="20" font-weight="600">${title}</text>
${[...bars, ...(line === undefined ? [] : [mark])].join('\n')}
</svg>
`;
}

const chart = CHARTS[process.argv[2] ?? ''];
if (chart === undefined) throw new Error(`Which chart? ${Object.keys(CHARTS).join(' or ')}`);
const rows = rowsOf(await text(process.stdin), chart);
if (rows.length === 0) throw new Error(`The output has no table with "${chart.column}".`);
process.stdout.write(drawn(rows, chart));
