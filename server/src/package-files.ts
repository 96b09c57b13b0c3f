import { readFileSync } from 'node:fs';

const PLACES = {
  'package.json': '../package.json',
  'openapi.json': '../../openapi.json',
  'llms.txt': '../../llms.txt',
  // A build takes these there.
  'reference-page.html': '../dist/reference-page.html',
  'reference-page.css': '../dist/reference-page.css',
  'reference-page.js': '../dist/reference-page.js',
  'reference-viewer.js': '../dist/reference-viewer.js',
} as const;

/**
 * The text of a file that belongs to the program and lies outside of its code.
 *
 * This module stands directly in src/, and all of dist/ is flat, so the way there is the same from both.
 */
export function readPackageFile(name: keyof typeof PLACES): string {
  return readFileSync(new URL(PLACES[name], import.meta.url), 'utf8');
}
