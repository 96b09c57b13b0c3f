import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { type FileText, readYamlText } from 'portico-importer/mapping.js';
import type { PullSchedule } from '../store/tenant/pull-schedules.js';
import { readPackageFile } from '../version.js';

/** What a pull is made of: its file, and the mappings that it names. */
export interface PullTexts {
  /** What errors call the file. */
  readonly path: string;
  readonly file: FileText;
  readonly mapping: (name: string) => Promise<FileText>;
}

const SHIPPED = /^reso\/(?:office|member|property|open-house)\.yaml$/;

/** The texts of a pull on disk. @param mappings Gets the text of each mapping that does not ship, by its name. */
export async function pullTexts(
  path: string,
  mappings: Record<string, string> = {},
): Promise<PullTexts> {
  return {
    path,
    file: await readYamlText(path, 'the file of a pull'),
    async mapping(name) {
      const place = resolve(dirname(path), name);
      if (!existsSync(place) && SHIPPED.test(name)) return shipped(name);
      const found = await readYamlText(place, 'a mapping');
      if (found.problem === undefined) mappings[name] = found.text;
      return found;
    },
  };
}

export function storedTexts({
  source,
  file,
  mappings,
}: Pick<PullSchedule, 'source' | 'file' | 'mappings'>): PullTexts {
  return textsOf(`the pull of ${source}`, file, JSON.parse(mappings));
}

/**
 * The texts of a pull that is not on disk.
 *
 * @param path What errors call the file.
 * @param stored The mappings that it may name besides those that ship.
 * @param used Gets those that are read.
 */
export function textsOf(
  path: string,
  file: string,
  stored: Readonly<Record<string, string>>,
  used: Record<string, string> = {},
): PullTexts {
  return {
    path,
    file: { text: file },
    async mapping(name) {
      const text = Object.hasOwn(stored, name) ? stored[name] : undefined;
      if (text === undefined) return shipped(name);
      used[name] = text;
      return { text };
    },
  };
}

function shipped(name: string): FileText {
  if (!SHIPPED.test(name)) return { problem: 'there is no such file' };
  return { text: readPackageFile(name as 'reso/property.yaml') };
}
