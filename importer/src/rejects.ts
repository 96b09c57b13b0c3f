import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { dirname, extname } from 'node:path';
import { messageOf } from './errors.js';
import type { ResourceName } from './resource.js';
import { escapeInvisible, printableJson } from './text.js';

/** A record that the import left out. */
export interface Reject {
  readonly file: string;
  /** Line on which the record starts, from 1. */
  readonly line: number;
  /** Its place among the elements of a JSON array, from 1; only there, as a whole array may be one line. */
  readonly element?: number;
  /** What the record was to be, where the file holds records of several kinds. */
  readonly kind?: ResourceName;
  /** The field with the error, by our name; empty for an error of the record as a whole. */
  readonly field: string;
  readonly reason: string;
  /** The record as the file has it, or its readable part; RawJson where it is JSON text already. */
  readonly record: unknown;
}

/** JSON text of a record, for values that parsing would change. */
export class RawJson {
  constructor(readonly text: string) {}
}

/** The rejects file cannot be written. */
export class RejectsProblem extends Error {
  constructor(path: string, cause: unknown) {
    super(`${path}: the rejects file cannot be written (${messageOf(cause)})`, { cause });
    this.name = 'RejectsProblem';
  }
}

/**
 * The rejects file: one JSON object on each line, readable by its owner only, as records are
 * people's data. The first reject creates it. It never replaces a file: if its name is taken, a
 * number is added to it.
 */
export class RejectsFile {
  readonly #wanted: string;
  #path: string | null = null;
  #file = -1;
  #lines: string[] = [];
  #size = 0;

  constructor(path: string) {
    this.#wanted = path;
  }

  /** The path of the file; null before the first reject. */
  get path(): string | null {
    return this.#path;
  }

  /** @throws RejectsProblem */
  add(reject: Reject): void {
    if (this.#path === null) this.#create();
    const text = `${rejectLine(reject)}\n`;
    this.#lines.push(text);
    this.#size += text.length;
    if (this.#size > 256 * 1024) this.#write();
  }

  /** @throws RejectsProblem when the last rejects cannot be written. */
  close(): void {
    if (this.#file === -1) return;
    try {
      this.#write();
    } finally {
      closeSync(this.#file);
      this.#file = -1;
    }
  }

  #write(): void {
    let rest = Buffer.from(this.#lines.join(''));
    this.#lines = [];
    this.#size = 0;
    try {
      while (rest.length > 0) rest = rest.subarray(writeSync(this.#file, rest));
    } catch (error) {
      throw new RejectsProblem(this.#path as string, error);
    }
  }

  #create(): void {
    try {
      this.#createFile();
    } catch (error) {
      throw new RejectsProblem(this.#wanted, error);
    }
  }

  #createFile(): void {
    mkdirSync(dirname(this.#wanted), { recursive: true, mode: 0o700 });
    const extension = extname(this.#wanted);
    const stem = this.#wanted.slice(0, this.#wanted.length - extension.length);
    for (let number = 1; this.#path === null; number += 1) {
      const path = number === 1 ? this.#wanted : `${stem}-${number}${extension}`;
      try {
        this.#file = openSync(path, 'wx', 0o600);
        this.#path = path;
      } catch (error) {
        if ((error as { code?: unknown }).code !== 'EEXIST') throw error;
      }
    }
  }
}

/** The same JSON text on one line: line breaks and tabs stand only between values, never inside text. */
function oneLine(json: string): string {
  return escapeInvisible(json.trim().replace(/[\r\n\t]+/g, ' '));
}

function rejectLine(reject: Reject): string {
  const { record, ...rest } = reject;
  if (record instanceof RawJson) {
    const [start, end] = [printableJson(rest).slice(0, -1), oneLine(record.text)];
    return `${start},"record":${end}}`;
  }
  try {
    return printableJson(reject);
  } catch (error) {
    // A record that is nested too deep to be written as JSON again is left out.
    if (!(error instanceof RangeError)) throw error;
    return printableJson({ ...reject, record: null });
  }
}
