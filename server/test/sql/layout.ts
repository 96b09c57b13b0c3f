/** What begins a line of its own. */
const CLAUSES =
  /^(from|where|and|or|left join|inner join|union all|group by|order by|limit|offset|values|on conflict|do update|set|returning|for update)$/;

const TOKENS =
  /"[^"]*"|'[^']*'|\b(?:left join|inner join|union all|group by|order by|on conflict|do update|for update)\b|[(),]|[^\s(),"']+|\s+/g;

const WIDTH = 100;

/**
 * A statement as one reads it: a clause a line, and what is selected in parentheses further in. Other
 * parentheses stay on their line.
 */
export function laidOut(statement: string): string {
  const lines: string[] = [''];
  /** For each open parenthesis, whether a statement stands in it. */
  const open: boolean[] = [];
  const newLine = (extra = 0) => {
    lines.push('  '.repeat(open.filter(Boolean).length + extra));
  };
  const tokens = statement.match(TOKENS) ?? [];
  for (const [at, token] of tokens.entries()) {
    const inner = open.at(-1) !== false;
    if (token === '(') {
      lines[lines.length - 1] += token;
      open.push(tokens[at + 1] === 'select');
      if (open.at(-1)) newLine();
    } else if (token === ')') {
      if (open.pop()) newLine();
      lines[lines.length - 1] += token;
    } else if (inner && CLAUSES.test(token)) {
      newLine(/^(and|or)$/.test(token) ? 1 : 0);
      lines[lines.length - 1] += token;
    } else {
      const last = lines.at(-1) as string;
      const tooLong = last.length + token.length > WIDTH && tokens[at - 2] === ',';
      if (tooLong) newLine(1);
      if (!/^\s+$/.test(token) || lines.at(-1)?.trim() !== '') lines[lines.length - 1] += token;
    }
  }
  return lines
    .map((line) => line.trimEnd())
    .filter((line) => line !== '')
    .join('\n');
}
