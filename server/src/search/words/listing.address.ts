/** A listing's own house and street, and those of its building (`b_`); null without a building. */
export interface AddressSource {
  readonly house: string;
  readonly street: string;
  readonly hide_address: number;
  readonly b_house: string | null;
  readonly b_address: string | null;
}

/**
 * House and street of a listing. One that names no street of its own takes them from its building,
 * unless its address is hidden. R175.
 */
export function houseAndStreet(source: AddressSource): { house: string; street: string } {
  const { house, street } = source;
  if (street.trim() !== '' || source.hide_address === 1) return { house, street };
  const own = house.trim();
  const buildingNumber = (source.b_house ?? '').trim();
  return {
    house: own || buildingNumber,
    street: withoutNumber(source.b_address ?? '', buildingNumber || own),
  };
}

/** A building's record may have brought number and street in one text (R102). */
function withoutNumber(address: string, number: string): string {
  const text = address.trim();
  const begins = number !== '' && text.toLowerCase().startsWith(`${number.toLowerCase()} `);
  return begins ? text.slice(number.length).trim() : text;
}

/** The parts of an address that a display address is made of. */
export interface AddressParts extends AddressSource {
  readonly apt: string;
  readonly cross_streets: string;
}

/**
 * `main_address`: house, street, apartment and neighborhood, or the cross streets and the
 * neighborhood of a listing whose address is hidden; an empty part is left out with its separator.
 * R72.
 */
export function displayAddress(parts: AddressParts, neighborhood: string): string {
  const { house, street } = houseAndStreet(parts);
  const shown =
    parts.hide_address === 1
      ? [parts.cross_streets, neighborhood]
      : [joined([house, street], ' '), parts.apt, neighborhood];
  return joined(shown, ', ');
}

function joined(parts: readonly string[], separator: string): string {
  return parts
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(separator);
}
