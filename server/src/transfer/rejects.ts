import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { dirname, extname } from 'node:path';
import { printableJson } from '../lib/text.js';

/** A record that was left out. */
export interface Reject {
  readonly file: string;
  /** Line on which the record starts, from 1. */
  readonly line: number;
  /** The field at fault, named as ours; empty when it is the record as a whole. */
  readonly field: string;
  readonly reason: string;
  /** The record as it stood in the file, or what could be read of it. */
  readonly record: unknown;
}

/**
 * The rejects file: one JSON object a line, readable by its owner only, as records are people's
 * data. It is made with the first reject, and never in place of a file that is there: then a
 * number is added to its name.
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

  /** Where the file is; null while nothing was rejected. */
  get path(): string | null {
    return this.#path;
  }

  add(reject: Reject): void {
    if (this.#path === null) this.#create();
    const text = `${rejectLine(reject)}\n`;
    this.#lines.push(text);
    this.#size += text.length;
    if (this.#size > 256 * 1024) this.#write();
  }

  close(): void {
    if (this.#file === -1) return;
    this.#write();
    closeSync(this.#file);
    this.#file = -1;
  }

  #write(): void {
    let rest = Buffer.from(this.#lines.join(''));
    while (rest.length > 0) rest = rest.subarray(writeSync(this.#file, rest));
    this.#lines = [];
    this.#size = 0;
  }

  #create(): void {
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

function rejectLine(reject: Reject): string {
  try {
    return printableJson(reject);
  } catch (error) {
    // Nested so deep that it cannot be written as JSON again: then without the record.
    if (!(error instanceof RangeError)) throw error;
    return printableJson({ ...reject, record: null });
  }
}
