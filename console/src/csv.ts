/** What begins a formula for a spreadsheet, which would run it. An apostrophe in front makes it text. */
const FORMULA = /^[=+\-@\t\r]/;
const NUMBER = /^[+-]?\d+(\.\d+)?$/;

function cell(value: unknown): string {
  if (value === undefined || value === null) return '';
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return /[",\r\n']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A table as CSV (RFC 4180). */
export function csvOf(columns: readonly string[], rows: readonly object[]): string {
  const lines = rows.map((row) =>
    columns.map((name) => cell((row as Record<string, unknown>)[name])).join(','),
  );
  return [columns.map(cell).join(','), ...lines, ''].join('\r\n');
}

/** Has the browser save a text as a file. */
export function download(name: string, type: string, text: string): void {
  // With a byte order mark, without which spreadsheets take UTF-8 for something else; readers of JSON take none.
  const mark = type === 'text/csv' ? '\uFEFF' : '';
  const url = URL.createObjectURL(new Blob([mark, text], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
