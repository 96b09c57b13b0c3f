/**
 * Draws the comparison with peers as SVG: `npm run bench -- --peers | npx tsx server/bench/chart.ts > docs/performance-peers.svg`.
 */
import { text } from 'node:stream/consumers';

const HEADING = 'searches a second';
const WIDTH = 640;
const ROW = 44;
const LABELS = 190;
const BARS = WIDTH - LABELS - 70;

/** The names and searches a second of the servers in the output of the bench. */
function peersIn(output: string): { name: string; perSecond: number }[] {
  const [, table = ''] = output.split(HEADING);
  return table
    .split('\n')
    .slice(1)
    .map((line) => /^\s*(\S.*?)\s{2,}([\d,]+)\s/.exec(line))
    .filter((found) => found !== null)
    .map(([, name = '', figure = '']) => ({
      name,
      perSecond: Number(figure.replaceAll(',', '')),
    }));
}

/** A bar for each server. The colours are readable on the light and on the dark page. */
function chart(peers: readonly { name: string; perSecond: number }[]): string {
  const most = Math.max(...peers.map(({ perSecond }) => perSecond));
  const rows = peers.map(({ name, perSecond }, at) => {
    const y = 36 + at * ROW;
    const width = Math.max(2, Math.round((perSecond / most) * BARS));
    const colour = at === 0 ? '#3a7bd5' : '#8a94a6';
    return [
      `<text x="${LABELS - 12}" y="${y + 19}" text-anchor="end">${name}</text>`,
      `<rect x="${LABELS}" y="${y}" width="${width}" height="28" rx="4" fill="${colour}"/>`,
      `<text x="${LABELS + width + 8}" y="${y + 19}">${perSecond.toLocaleString('en-US')}</text>`,
    ].join('\n');
  });
  const height = 36 + peers.length * ROW;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" font-family="system-ui, sans-serif" font-size="15" fill="#768390">
<title>Searches a second</title>
<text x="${LABELS}" y="20" font-weight="600">Searches a second, none twice</text>
${rows.join('\n')}
</svg>
`;
}

const peers = peersIn(await text(process.stdin));
if (peers.length === 0) throw new Error('The output has no comparison: npm run bench -- --peers');
process.stdout.write(chart(peers));
