import type { ImportResource } from './resource.js';
import { quoted } from './text.js';

/** The name of each column of a CSV file in its records; null for a column that is left out. */
export type ColumnNames = readonly (string | null)[];

/** Names the columns of a header, or returns everything that is wrong with it. */
export type ColumnNaming = (header: readonly string[]) => {
  readonly names: ColumnNames;
  /** A name for every column; for one that the records have, the same. */
  readonly labels: readonly string[];
  readonly problems: readonly string[];
};

/**
 * A distinct label for every column: a column without a name is `#3` by its position, and the
 * second of two columns named `id` is `id#2`.
 */
function columnLabels(header: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return header.map((cell, index) => {
    const name = cell.trim();
    if (name === '') return `#${index + 1}`;
    const times = (seen.get(name) ?? 0) + 1;
    seen.set(name, times);
    return times === 1 ? name : `${name}#${times}`;
  });
}

/**
 * The columns of a file without a mapping: the resource's fields, in any letter case. Other columns
 * keep their names, which the resource checks; columns without a name are left out.
 */
export function columnsOfFields(
  resource: Pick<ImportResource, 'name' | 'fields' | 'openFields' | 'identity'>,
): ColumnNaming {
  const fields = new Map([...resource.fields].map((field) => [field.toLowerCase(), field]));
  const open = resource.openFields;
  const fieldOf = (name: string): string | undefined => {
    const lower = name.toLowerCase();
    const known = fields.get(lower);
    if (known !== undefined || open === undefined) return known;
    return [name, lower].find((spelling) => spelling.search(open) !== -1);
  };
  return (header) => {
    const problems: string[] = [];
    const taken = new Map<string, string>();
    const names = header.map((cell) => {
      const name = cell.trim();
      if (name === '' || name === '__proto__') return null;
      const field = fieldOf(name);
      if (field === undefined) return name;
      const other = taken.get(field);
      if (other !== undefined) {
        problems.push(
          `the columns ${quoted(other)} and ${quoted(name)} are both the field ${field}`,
        );
      }
      taken.set(field, name);
      return field;
    });
    if (taken.size === 0) {
      problems.push(
        `no column is a field of ${resource.name} (${listed(header)}); a mapping file can say which column is which field, and what separates the columns`,
      );
    }
    for (const field of resource.identity ?? []) {
      if (taken.size === 0 || taken.has(field)) continue;
      problems.push(
        `no column is the field ${field}, without which no record can be told from another; its columns are ${listed(header)}`,
      );
    }
    const labels = columnLabels(header);
    return { names, labels: labels.map((label, at) => names[at] ?? label), problems };
  };
}

/**
 * The columns of a mapping, found by their labels: an exact match first, otherwise in any letter
 * case. The records have the mapping's spelling; other columns are left out.
 */
export function columnsOfMapping(wanted: readonly string[]): ColumnNaming {
  return (header) => {
    const labels = columnLabels(header);
    const names: (string | null)[] = header.map(() => null);
    const problems: string[] = [];
    for (const column of wanted) {
      const lower = column.trim().toLowerCase();
      let at = labels.indexOf(column);
      if (at === -1) at = labels.findIndex((label) => label.toLowerCase() === lower);
      const other = names[at];
      if (at === -1) problems.push(`has no column ${quoted(column)}`);
      else if (typeof other !== 'string') names[at] = column;
      else
        problems.push(
          `has one column that the mapping spells ${quoted(other)} and ${quoted(column)}`,
        );
    }
    if (problems.length > 0) problems.push(`its columns are ${listed(labels)}`);
    return { names, labels: labels.map((label, at) => names[at] ?? label), problems };
  };
}

function listed(labels: readonly string[]): string {
  const shown = labels.slice(0, 60).map((label) => quoted(label));
  return shown.join(', ') + (labels.length > 60 ? ` and ${labels.length - 60} more` : '');
}

/** All columns of a file, by their labels. */
export const columnsAsTheyAre: ColumnNaming = (header) => {
  const labels = columnLabels(header);
  return { names: labels, labels, problems: [] };
};
