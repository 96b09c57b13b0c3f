/** The parts of an address that a display address is made of. */
export interface AddressParts {
  readonly house: string;
  readonly street: string;
  readonly apt: string;
  readonly cross_streets: string;
  readonly hide_address: number;
  readonly neighborhood: string;
}

/**
 * `main_address`: house, street, apartment and neighborhood, or the cross streets and the
 * neighborhood of a listing whose address is hidden; an empty part is left out with its separator.
 * R72.
 */
export function displayAddress(parts: AddressParts): string {
  const shown =
    parts.hide_address === 1
      ? [parts.cross_streets, parts.neighborhood]
      : [joined([parts.house, parts.street], ' '), parts.apt, parts.neighborhood];
  return joined(shown, ', ');
}

function joined(parts: readonly string[], separator: string): string {
  return parts
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(separator);
}
