import { type Answer, textOf } from './answers.js';
import { CANARY, type Tenant } from './installation.js';
import type { HostileRequest } from './request.js';
import { PASSWORD_MARK, QUERY_MARK } from './request.js';
import type { Outcome } from './sender.js';

/** Something that must not be. */
export interface Finding {
  readonly kind: string;
  readonly detail: string;
}

/**
 * What an answer may say of the inside: stacks, modules, statements, tables, files. Nothing that is sent
 * says such a thing, so that it is never merely repeated.
 */
const INSIDE: readonly RegExp[] = [
  /\n\s+at \S+ \(/,
  /\\n\s+at \S+ \(/,
  /node:internal|node_modules|file:\/\/\/\w+\/\w+\//,
  /\b(?:src|dist)\/[\w/-]+\.(?:ts|js)\b/,
  /\bSQLITE_[A-Z]+\b|better-sqlite3|kysely|fastify/i,
  /\bselect\s+(?:distinct\s+)?["*][^;]{0,300}\bfrom\s+"/i,
  /no such (?:table|column)|syntax error at or near|(?:UNIQUE|CHECK|FOREIGN KEY) constraint|violates \w+ constraint/i,
  /\b(?:listing_search|content_revision|spent_stamp|sealed_secret|api_key_hash)\b/,
  /portico-fuzz-|\.sqlite\b/,
  /\$argon2|root:x:0:0|-----BEGIN/,
  /\b(?:TypeError|RangeError|ReferenceError|SyntaxError|AggregateError)\b/,
  /\bFST_[A-Z_]+\b|\bERR_[A-Z_]{4,}\b|\bE(?:NOENT|ACCES|ISDIR|NOTDIR|MFILE)\b/,
];

/** Answers that say what the program is made of, and mean to. */
const DESCRIPTION = /^content-type: (?:text\/html|text\/javascript|application\/javascript)/im;

/** What `/health/ready` answers for as long as the database takes too long. */
const NOT_READY = /^HTTP\/1\.1 503 [\s\S]*\{"status":"not ready"/;

/** Findings that a busy machine brings about too: they count where the request, sent again alone, shows them. */
export const DOUBTFUL: ReadonlySet<string> = new Set(['no answer', 'not ready']);

/** What is wrong with what became of a request; its cost is another matter. */
export function checkOutcome(
  request: HostileRequest,
  outcome: Outcome,
  secrets: readonly string[],
): Finding[] {
  const findings: Finding[] = [];
  if (outcome.silent) {
    const { length } = outcome.answers;
    findings.push({
      kind: 'no answer',
      detail: `${length} of ${request.methods.length} answers, and silence`,
    });
  }
  if (outcome.garbage !== undefined) {
    findings.push({ kind: 'no HTTP', detail: JSON.stringify(outcome.garbage) });
  }
  for (const answer of outcome.answers) findings.push(...checkAnswer(request, answer, secrets));
  return findings;
}

function checkAnswer(
  request: HostileRequest,
  answer: Answer,
  secrets: readonly string[],
): Finding[] {
  const findings: Finding[] = [];
  const text = `${answer.head}${textOf(answer)}`;
  const shown = (at: number): string => JSON.stringify(text.slice(Math.max(0, at - 60), at + 120));
  if (answer.status >= 500) {
    const kind = NOT_READY.test(text) ? 'not ready' : '5xx';
    findings.push({ kind, detail: text.slice(0, 600) });
  }
  if (!DESCRIPTION.test(answer.head)) {
    for (const pattern of INSIDE) {
      const at = text.search(pattern);
      if (at !== -1)
        findings.push({ kind: 'names the inside', detail: `${pattern}: ${shown(at)}` });
    }
  }
  for (const tenant of ['alpha', 'beta'] as const) {
    const at = mayRead(request, tenant) ? -1 : text.indexOf(CANARY[tenant]);
    if (at !== -1) findings.push({ kind: 'data of another', detail: `${tenant}: ${shown(at)}` });
  }
  const secret = secrets.findIndex((one) => text.includes(one));
  if (secret !== -1) findings.push({ kind: 'secret in an answer', detail: `number ${secret}` });
  return findings;
}

function mayRead({ key }: HostileRequest, tenant: Tenant): boolean {
  return key?.startsWith(tenant) === true;
}

/** A whole key, a token or signing secret, a password, or a query string. */
const SECRET_SHAPES: readonly RegExp[] = [
  /\b(?:pk|mp)_[\w-]{32}/,
  /\b[0-9a-fA-F]{64}\b/,
  new RegExp(PASSWORD_MARK),
  new RegExp(QUERY_MARK),
  /\$argon2/,
];

/** Reads the log as it comes, and keeps what it must not hold, and what it reports as errors. */
export class LogCheck {
  readonly findings: Finding[] = [];
  readonly errors = new Map<string, number>();
  #rest = '';
  bytes = 0;

  constructor(readonly secrets: readonly string[]) {}

  readonly read = (text: string): void => {
    this.bytes += text.length;
    const whole = this.#rest + text;
    const end = whole.lastIndexOf('\n') + 1;
    this.#rest = whole.slice(end);
    const lines = whole.slice(0, end);
    if (this.findings.length < 100) this.#look(lines);
    for (const line of lines.matchAll(/^\{"level":[56]0.*$/gm)) this.#countError(line[0]);
  };

  #look(lines: string): void {
    for (const pattern of SECRET_SHAPES) {
      const at = lines.search(pattern);
      if (at !== -1) this.#found(`${pattern}: ${lines.slice(at - 200, at + 100)}`);
    }
    for (const [number, secret] of this.secrets.entries()) {
      if (lines.includes(secret)) this.#found(`secret number ${number}`);
    }
  }

  #found(detail: string): void {
    this.findings.push({ kind: 'secret in the log', detail });
  }

  #countError(line: string): void {
    const words = /"msg":"([^"]*)"/.exec(line)?.[1] ?? 'no words';
    const type = /"err":\{"type":"([^"]*)","message":"([^"]{0,80})/.exec(line);
    const name = type === null ? words : `${words}: ${type[1]}: ${type[2]}`;
    if (this.errors.size < 50 || this.errors.has(name)) {
      this.errors.set(name, (this.errors.get(name) ?? 0) + 1);
    }
  }
}
