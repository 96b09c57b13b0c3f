/** The values of each name, one for each spelling in use; a value may itself be a list. */
export type ByName = ReadonlyMap<string, readonly unknown[]>;

const NO_PLAIN_ASCII = /[^ -~]/;

/**
 * A name in lower case. Names match in any letter case of ASCII only: Unicode would fold the Kelvin
 * sign into a `k`, which a filter in front that looks for `apiKey` would miss.
 */
export function lowerCased(name: string): string {
  return NO_PLAIN_ASCII.test(name)
    ? name.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
    : name.toLowerCase();
}

const indexes = new WeakMap<object, ByName>();

/**
 * The parameters of a query string or a body by lower-case name, in their order. The names of a source
 * are read once, however many look-ups follow, so the source must not change after that.
 */
export function byName(source: object): ByName {
  let index = indexes.get(source);
  if (index === undefined) {
    index = indexOf(source);
    indexes.set(source, index);
  }
  return index;
}

function indexOf(source: object): ByName {
  const index = new Map<string, unknown[]>();
  for (const [spelling, value] of Object.entries(source)) {
    const name = lowerCased(spelling);
    const values = index.get(name);
    if (values === undefined) index.set(name, [value]);
    else values.push(value);
  }
  return index;
}
