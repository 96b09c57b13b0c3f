import { readFileSync } from 'node:fs';
import { parseAst } from 'vitest/node';

/** One change of one expression. */
export interface Mutant {
  readonly id: number;
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** The line's text, without its indentation. */
  readonly text: string;
  /** The kind of change, such as `boundary`. */
  readonly operator: string;
  /** The position of the replaced expression in the file, and its replacement. */
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
  /** The change in a form for people: `a < b → a <= b`. */
  readonly change: string;
}

// biome-ignore lint/suspicious/noExplicitAny: a syntax tree is walked by the names of its fields
type Node = any;

const COMPARISONS: Record<string, string[]> = {
  '<': ['<='],
  '<=': ['<'],
  '>': ['>='],
  '>=': ['>'],
  '===': ['!=='],
  '!==': ['==='],
};
const ARITHMETIC: Record<string, string> = { '+': '-', '-': '+', '*': '/', '/': '*', '%': '*' };
const ASSIGNED: Record<string, string> = { '+=': '-=', '-=': '+=', '*=': '/=', '/=': '*=' };
const SWAPPED: Record<string, string> = {
  some: 'every',
  every: 'some',
  startsWith: 'endsWith',
  endsWith: 'startsWith',
  min: 'max',
  max: 'min',
};
/** Methods whose result has the type of their object, so that the call can be left out. */
const LEFT_OUT = new Set(
  (
    'where whereRef orderBy limit distinct forUpdate filter sort toSorted slice reverse toReversed trim ' +
    'toLowerCase toUpperCase replace replaceAll normalize flat catch finally'
  ).split(' '),
);
/** Properties that only describe. */
const DESCRIBING = new Set(['description', 'title', 'summary', 'example', 'examples']);

/** All changes of a file, in the order of the text. */
export function mutantsOf(file: string, firstId: number): Mutant[] {
  const source = readFileSync(file, 'utf8');
  const finder = new Finder(file, source, firstId);
  finder.visit(parseAst(source, { lang: 'ts' }));
  return finder.found;
}

class Finder {
  readonly found: Mutant[] = [];
  readonly #file: string;
  readonly #source: string;
  readonly #firstId: number;
  readonly #lines: string[];

  constructor(file: string, source: string, firstId: number) {
    this.#file = file;
    this.#source = source;
    this.#firstId = firstId;
    this.#lines = source.split('\n');
  }

  /** @param wordsOnly Whether only people read the strings in here. */
  visit(node: Node, wordsOnly = false): void {
    if (Array.isArray(node)) {
      for (const one of node) this.visit(one, wordsOnly);
      return;
    }
    if (typeof node?.type !== 'string') return;
    if (/^TS(?!As|NonNull|Satisfies|ExportAss)/.test(node.type) || isLogging(node)) return;
    if (/^(Import|ExportAll)(Declaration|Expression)$/.test(node.type)) return;
    this.#mutate(node, wordsOnly);
    for (const [name, child] of Object.entries(node)) {
      if (name === 'typeAnnotation' || name === 'typeArguments' || name === 'returnType') continue;
      if (name === 'key' && node.computed !== true) continue;
      if (name === 'quasi' || name === 'source') continue;
      const describes =
        (node.type === 'NewExpression' && /(Error|Problem|Fault)$/.test(node.callee?.name ?? '')) ||
        (node.type === 'Property' && DESCRIBING.has(node.key?.name));
      if (name === 'arguments' && node.callee?.name === 'described') {
        // The words of a parameter for the OpenAPI document come second.
        const [declared, ...words] = child as Node[];
        this.visit(declared, wordsOnly);
        this.visit(words, true);
        continue;
      }
      this.visit(child, wordsOnly || describes);
    }
  }

  #mutate(node: Node, wordsOnly: boolean): void {
    const text = (part: Node) => this.#source.slice(part.start, part.end);
    switch (node.type) {
      case 'IfStatement':
      case 'ConditionalExpression':
        this.#add('condition', node.test, 'true');
        this.#add('condition', node.test, 'false');
        break;
      case 'WhileStatement':
      case 'ForStatement':
        if (node.test) this.#add('condition', node.test, 'false');
        break;
      case 'LogicalExpression':
        this.#add('operand', node, text(node.left));
        this.#add('operand', node, text(node.right));
        break;
      case 'BinaryExpression':
        this.#binary(node, text);
        break;
      case 'UnaryExpression':
        if (node.operator === '!' || node.operator === '-') {
          this.#add('negation', node, text(node.argument));
        }
        break;
      case 'UpdateExpression':
        this.#add(
          'arithmetic',
          node,
          text(node).replaceAll(/\+\+|--/g, (two) => opposite(two)),
        );
        break;
      case 'AssignmentExpression': {
        const other = ASSIGNED[node.operator];
        if (other) this.#add('arithmetic', node, `${text(node.left)} ${other} ${text(node.right)}`);
        break;
      }
      case 'ExpressionStatement':
        if (/^(Call|Await|Assignment|Unary)Expression$/.test(node.expression.type)) {
          if (!/^super\(/.test(text(node)) && !isLogging(node.expression)) {
            this.#add('statement', node.expression, 'undefined');
          }
        }
        break;
      case 'CallExpression':
        this.#call(node, text);
        break;
      case 'ArrayExpression':
        if (node.elements.length > 0) this.#add('list', node, '[]');
        break;
      case 'ObjectExpression':
        this.#object(node);
        break;
      case 'TemplateLiteral':
        if (!wordsOnly && text(node) !== '``') this.#add('text', node, '``');
        break;
      case 'Literal':
        this.#literal(node, wordsOnly);
        break;
    }
  }

  #binary(node: Node, text: (part: Node) => string): void {
    const [left, right] = [text(node.left), text(node.right)];
    for (const operator of COMPARISONS[node.operator] ?? []) {
      const kind = operator.includes('==') ? 'equality' : 'boundary';
      this.#add(kind, node, `${left} ${operator} ${right}`);
    }
    const other = ARITHMETIC[node.operator];
    const joins = [node.left, node.right].some(
      (part) => part.type === 'TemplateLiteral' || typeof part.value === 'string',
    );
    if (other && !joins) this.#add('arithmetic', node, `${left} ${other} ${right}`);
  }

  #call(node: Node, text: (part: Node) => string): void {
    const { callee } = node;
    if (callee.type !== 'MemberExpression' || callee.computed || node.optional || callee.optional) {
      return;
    }
    const name: string = callee.property.name;
    // A part of a chain with `?.` cannot be put in parentheses.
    if (/\?\./.test(text(callee.object))) return;
    if (LEFT_OUT.has(name)) this.#add('call', node, text(callee.object));
    const other = Object.hasOwn(SWAPPED, name) ? SWAPPED[name] : undefined;
    if (other) {
      const args = this.#source.slice(callee.end, node.end);
      this.#add('method', node, `${text(callee.object)}.${other}${args}`);
    }
    if (callee.object.name === 'Math' && (name === 'min' || name === 'max')) {
      for (const one of node.arguments) this.#add('bound', node, text(one));
    }
  }

  #object(node: Node): void {
    const { properties } = node;
    if (properties.every((property: Node) => DESCRIBING.has(property.key?.name))) return;
    this.#add('object', node, '{}');
    if (properties.length === 1) return;
    for (const property of properties) {
      if (DESCRIBING.has(property.key?.name)) continue;
      const rest = properties.filter((other: Node) => other !== property);
      const kept = rest.map((other: Node) => this.#source.slice(other.start, other.end));
      this.#add('property', node, `{ ${kept.join(', ')} }`, property);
    }
  }

  #literal(node: Node, wordsOnly: boolean): void {
    if (typeof node.value === 'boolean') this.#add('boolean', node, String(!node.value));
    else if (typeof node.value === 'number') {
      this.#add('number', node, String(node.value < 100 ? node.value + 1 : node.value * 2));
    } else if (node.regex) {
      const { pattern, flags } = node.regex;
      if (pattern.startsWith('^')) this.#add('pattern', node, `/${pattern.slice(1)}/${flags}`);
      if (/[^\\]\$$/.test(pattern)) this.#add('pattern', node, `/${pattern.slice(0, -1)}/${flags}`);
    } else if (typeof node.value === 'string' && !wordsOnly) {
      this.#add('text', node, node.value === '' ? "'mutated'" : "''");
    }
  }

  /** @param shown The expression to show as removed, where `node` is larger than that. */
  #add(operator: string, node: Node, replacement: string, shown?: Node): void {
    const at = shown ?? node;
    const line = this.#source.slice(0, at.start).split('\n').length;
    const short = (part: string) => {
      const flat = part.replaceAll(/\s+/g, ' ');
      return flat.length > 90 ? `${flat.slice(0, 60)} … ${flat.slice(-25)}` : flat;
    };
    const was = short(this.#source.slice(at.start, at.end));
    this.found.push({
      id: this.#firstId + this.found.length,
      file: this.#file,
      line,
      text: (this.#lines[line - 1] ?? '').trim(),
      operator,
      start: node.start,
      end: node.end,
      replacement,
      change: shown ? `without ${was}` : `${was} → ${short(replacement)}`,
    });
  }
}

/** Whether an expression only writes to the log. */
function isLogging(node: Node): boolean {
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return false;
  const { object, property } = node.callee;
  const name = object.name ?? object.property?.name ?? '';
  return /log(ger)?$/i.test(name) && /^(trace|debug|info|warn|error|fatal)$/.test(property.name);
}

function opposite(operator: string): string {
  return operator === '++' ? '--' : '++';
}

/** The file's text with all mutants in it, each behind a condition that `globalThis` decides. */
export function withSwitches(source: string, mutants: readonly Mutant[]): string {
  const sites = new Map<string, Mutant[]>();
  for (const mutant of mutants) {
    const place = `${mutant.start} ${mutant.end}`;
    sites.set(place, [...(sites.get(place) ?? []), mutant]);
  }
  const ordered = [...sites.values()].sort(
    ([a], [b]) => (a?.start ?? 0) - (b?.start ?? 0) || (b?.end ?? 0) - (a?.end ?? 0),
  );
  let next = 0;
  const render = (start: number, end: number): string => {
    let [text, at] = ['', start];
    for (let site = ordered[next]; site?.[0] && site[0].start < end; site = ordered[next]) {
      next += 1;
      const [{ start: from, end: to }] = site as [Mutant];
      const choices = site.map(({ id, replacement }) => `__mutant(${id})?(${replacement}):`);
      text += `${source.slice(at, from)}(${choices.join('')}(${render(from, to)}))`;
      at = to;
    }
    return text + source.slice(at, end);
  };
  return render(0, source.length);
}
