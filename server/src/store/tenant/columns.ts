/**
 * The columns of a table in their order, from its row of default values (`…_DEFAULTS`).
 *
 * @param except Columns that are left out.
 */
export function columnsOf<Row extends object, Except extends keyof Row & string = never>(
  defaults: Row,
  ...except: readonly Except[]
): readonly Exclude<keyof Row & string, Except>[] {
  const columns = Object.keys(defaults) as (keyof Row & string)[];
  return columns.filter((column) => !(except as readonly string[]).includes(column)) as Exclude<
    keyof Row & string,
    Except
  >[];
}
