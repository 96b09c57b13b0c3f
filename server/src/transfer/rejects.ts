import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { dirname, extname } from 'node:path';
import { printableJson } from '../lib/text.js';

/** A record that the import left out. */
export interface Reject {
  readonly file: string;
  /** Line on which the record starts, from 1. */
  readonly line: number;
  /** The field with the error, by our name; empty for an error of the record as a whole. */
  readonly field: string;
  readonly reason: string;
  /** The record as the file has it, or its readable part. */
  readonly record: unknown;
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
    // A record that is nested too deep to be written as JSON again is left out.
    if (!(error instanceof RangeError)) throw error;
    return printableJson({ ...reject, record: null });
  }
}
