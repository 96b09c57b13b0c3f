import { Tokenizer } from 'htmlparser2';

/** Elements that begin and end with an empty line, and those that begin and end a line. */
const PARAGRAPHS = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'table', 'ul', 'ol']);
const LINES = new Set(['br', 'div', 'li', 'tr', 'hr', 'section', 'article', 'blockquote', 'dt']);
const CELLS = new Set(['td', 'th', 'dd']);
/** Elements whose content nobody reads. */
const HIDDEN = new Set(['script', 'style', 'template']);

/**
 * The text that a browser shows of HTML: entities become characters, elements go, and paragraphs become
 * lines. Text without an element keeps its line breaks.
 *
 * Only the tokenizer of htmlparser2 runs here. Its parser looks through all open elements at each end tag, so
 * that a hostile text costs the square of its length.
 */
export function htmlText(html: string): string {
  let text = '';
  let tagged = false;
  let hidden: string | undefined;
  const open = (name: string) => {
    tagged = true;
    if (PARAGRAPHS.has(name)) text += '\n\n';
    else if (LINES.has(name)) text += '\n';
    else if (CELLS.has(name)) text += ' ';
  };
  const tokenizer = new Tokenizer(
    {},
    {
      ontext: (start, end) => {
        // Line breaks between elements are blanks; text without elements is put back together below.
        if (hidden === undefined) text += html.slice(start, end).replaceAll('\n', '\r');
      },
      ontextentity: (codePoint) => {
        if (hidden === undefined) text += String.fromCodePoint(codePoint);
      },
      onopentagname: (start, end) => {
        const name = html.slice(start, end).toLowerCase();
        open(name);
        if (HIDDEN.has(name)) hidden ??= name;
      },
      onclosetag: (start, end) => {
        const name = html.slice(start, end).toLowerCase();
        if (hidden === name) hidden = undefined;
        if (name !== 'br') open(name);
      },
      onselfclosingtag: () => {},
      onopentagend: () => {},
      onattribname: () => {},
      onattribdata: () => {},
      onattribentity: () => {},
      onattribend: () => {},
      oncdata: () => {},
      oncomment: () => {},
      ondeclaration: () => {},
      onprocessinginstruction: () => {},
      onend: () => {},
    },
  );
  tokenizer.write(html);
  tokenizer.end();
  if (!tagged) return text.replaceAll('\r', '\n').trim();
  const lines = text.split('\n').map((line) => line.replace(/\s+/g, ' ').trim());
  // No two empty lines follow each other.
  return lines
    .filter((line, index) => line !== '' || lines[index - 1] !== '')
    .join('\n')
    .trim();
}
