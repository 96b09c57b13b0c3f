import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { npm } from './packages.js';

/** As much of a CycloneDX document as is looked at here. */
interface Document {
  serialNumber: string;
  readonly metadata: { timestamp: string; readonly component: { name: string } };
  components: Component[];
  dependencies: { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

interface Component {
  readonly 'bom-ref': string;
  readonly purl: string;
  readonly properties: readonly { readonly name: string }[];
}

/** A package of developers of which a script is in the build: the page at /reference. */
const BUILT_IN = 'pkg:npm/%40scalar/fastify-api-reference@';

/**
 * Writes the packages that a lock file has a program come with, as CycloneDX.
 *
 * The same lock file and the same time give the same bytes on one version of npm.
 *
 * @param from The folder of the lock file.
 * @param name What the program is called.
 * @param time The time that the document names.
 */
export function writeSbom(from: string, name: string, time: Date, file: string): void {
  const text = npm(from, 'sbom', '--sbom-format=cyclonedx', '--package-lock-only');
  const document = JSON.parse(text) as Document;
  const isShipped = ({ purl, properties }: Component) =>
    purl.startsWith(BUILT_IN) ||
    !properties.some((property) => property.name === 'cdx:npm:package:development');
  document.components = document.components.filter(isShipped);
  const shipped = new Set(document.components.map((component) => component['bom-ref']));
  document.dependencies = document.dependencies
    .filter(({ ref }) => shipped.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => shipped.has(one)) }));
  // npm draws a number, and takes the name of the folder and the moment.
  document.metadata.component.name = name;
  document.metadata.timestamp = time.toISOString();
  document.serialNumber = `urn:uuid:${uuidOf(name + JSON.stringify(document.components))}`;
  writeFileSync(file, `${JSON.stringify(document, null, 2)}\n`);
}

/** A UUID of version 8, which says that it is made of something and not drawn. */
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  const groups = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`];
  return [...groups, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join('-');
}
