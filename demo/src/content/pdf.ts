import { AGENCY } from '../people/agency-profile.js';
import type { Paper } from './papers.js';

/** Text as a PDF string: WinAnsi characters, with the three that have a meaning escaped. */
function literal(text: string): string {
  return `(${text.replace(/[\\()]/g, (c) => `\\${c}`)})`;
}

/** One line of text at a place on the page, in points from the lower left corner. */
function line(font: 'F1' | 'F2', size: number, x: number, y: number, text: string): string {
  return `BT /${font} ${size} Tf ${x} ${y} Td ${literal(text)} Tj ET`;
}

/** The drawing instructions of a page: letterhead, title, rule, lines. */
function page({ title, lines }: Paper): string {
  const parts = [
    '0.18 0.27 0.33 rg',
    line('F2', 11, 72, 732, AGENCY.name.toUpperCase()),
    '0.72 0.52 0.3 rg 72 716 468 1.5 re f',
    '0.12 0.14 0.16 rg',
    line('F2', 24, 72, 668, title),
  ];
  let y = 626;
  for (const text of lines) {
    if (text.startsWith('- ')) {
      parts.push(`72 ${y - 1} 9 9 re S`, line('F1', 12, 92, y, text.slice(2)));
    } else if (text !== '') {
      parts.push(line('F1', 12, 72, y, text));
    }
    y -= text === '' ? 14 : 24;
  }
  parts.push(
    '0.45 0.47 0.5 rg',
    line('F1', 9, 72, 60, `${AGENCY.name}, an invented agency for demonstration.`),
  );
  return parts.join('\n');
}

/**
 * A one-page PDF in US letter size, set in the fonts every reader has. Texts must keep to
 * characters of ASCII.
 */
export function pdf(paper: Paper): Buffer {
  const content = page(paper);
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Times-Bold /Encoding /WinAnsiEncoding >>',
    `<< /Title ${literal(paper.title)} /Author ${literal(AGENCY.name)} >>`,
  ];
  let text = '%PDF-1.4\n';
  const offsets = objects.map((body, index) => {
    const at = text.length;
    text += `${index + 1} 0 obj\n${body}\nendobj\n`;
    return at;
  });
  const start = text.length;
  const entries = offsets.map((at) => `${`${at}`.padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  text += `xref\n0 ${size}\n0000000000 65535 f \n${entries}`;
  text += `trailer\n<< /Size ${size} /Root 1 0 R /Info 7 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}
