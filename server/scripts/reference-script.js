import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';

/**
 * The script of the reference page, with the licence that it comes under. Its package holds it as a string
 * in a plugin of which we use nothing else: a build copies the text, so that a server needs neither that
 * package nor those it depends on.
 *
 * @returns {string}
 * @throws {Error} Where the package holds it in another way than version 1.72.1 does.
 */
export function readReferenceScript() {
  const plugin = new URL(import.meta.resolve('@scalar/fastify-api-reference'));
  const [, literal] =
    /^var standalone_default = (".*");$/m.exec(readFileSync(plugin, 'utf8')) ?? [];
  if (literal === undefined) {
    throw new Error(`The script of the reference page is not where it was in ${plugin.pathname}.`);
  }
  const licence = readFileSync(new URL('../LICENSE', plugin), 'utf8').trim();
  return `/*! @scalar/api-reference\n\n${licence}\n*/\n${runInNewContext(literal)}`;
}
