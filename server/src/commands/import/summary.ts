import { RESOURCE_NAMES, type ResourceName } from 'portico-importer/resource.js';
import type {
  ByResource,
  FieldReason,
  ImportSummary,
  ResourceCounts,
} from 'portico-importer/summary.js';
import { count, counted, firstNames, shorten, stripControls } from '../../lib/text.js';
import { type Columns, print } from '../print.js';

/** Fields whose rejects the screen explains; the rejects file has all. */
const FIELDS_SHOWN = 10;

/** Characters of one value, and of one reason, on the screen. */
const VALUE_SHOWN = 200;

/** The result of an import, for people. */
export function summaryText(summary: ImportSummary, dryRun: boolean): string {
  const columns: Columns<[ResourceName, ResourceCounts]> = {
    RESOURCE: ([name]) => name,
    READ: ([, { read }]) => count(read),
    [dryRun ? 'ACCEPTED' : 'WRITTEN']: ([, { written }]) => count(written),
    REJECTED: ([, { rejected }]) => count(rejected),
  };
  const lines = [...shownLines(summary), print(columns, entries<ResourceCounts>(summary))];
  for (const name of RESOURCE_NAMES) {
    const removed = summary[name]?.removed ?? 0;
    if (removed > 0)
      lines.push('', `Removed, because the files ask for it: ${counted(removed, name)}.`);
  }
  for (const [name, removed] of Object.entries(summary.removed ?? {})) {
    const words = dryRun
      ? 'Would be removed, because no file names'
      : 'Removed, because no file names';
    const which = removed === 1 ? 'it' : 'them';
    if (removed > 0) lines.push('', `${words} ${which}: ${counted(removed, name)}.`);
  }
  lines.push(...pictureLines(summary));
  const notes = [...noteLines(summary)];
  if (notes.length > 0) lines.push('', 'Look at this:', ...notes.map((line) => `  ${line}`));
  if (summary.skipped !== undefined) {
    lines.push(
      '',
      `Not taken, because no kind of record has their names: ${count(summary.skipped.length)}`,
    );
    lines.push(`  ${firstNames(summary.skipped)}`);
  }
  if (summary.rejects !== null) {
    lines.push('', ...reasonLines(summary));
    lines.push(`Rejected records, with reasons: ${summary.rejects}`);
  }
  if (dryRun) lines.push('', 'A dry run: nothing was written to the database.');
  return lines.join('\n');
}

function pictureLines({ pictures }: ImportSummary): string[] {
  if (pictures === undefined) return [];
  const { fetched, known, failed, reasons = [] } = pictures;
  return [
    '',
    `Pictures: ${count(fetched)} fetched, ${count(known)} fetched before, ${count(failed)} not fetched.`,
    ...reasons.map(
      ({ reason, count: times, first }) =>
        `  ${count(times)}: ${reason} First: ${shorten(stripControls(first), VALUE_SHOWN)}`,
    ),
  ];
}

function* noteLines(summary: ImportSummary): Generator<string> {
  for (const [name, columns] of entries(summary.ignored)) {
    yield `${name}: no field takes what is in ${firstNames(columns)}`;
  }
  for (const [name, fields] of entries(summary.computed)) {
    yield `${name}: computed from other fields, and not taken from the files: ${firstNames(fields)}`;
  }
  for (const [name, fields] of entries(summary.unfilled)) {
    yield `${name}: no accepted record fills ${firstNames(fields)}`;
  }
  for (const [name, columns] of entries(summary.unread)) {
    yield `${name}: the mapping reads ${firstNames(columns)}, where no record has anything`;
  }
  for (const [name, rows] of entries(summary.filtered)) {
    yield `${name}: ${count(rows)} that only: and skip: of the mapping do not take`;
  }
  for (const [name, reasons] of entries(summary.leftOut)) {
    for (const { field, count: records, ...first } of reasons) {
      yield `${name}: ${field} of ${counted(records, 'records')} left out; first ${placeOf(first)}: ${shorten(first.reason, VALUE_SHOWN)}`;
    }
  }
  for (const [name, remarks] of entries(summary.remarks)) {
    for (const [remark, records] of Object.entries(remarks))
      yield `${name}: ${count(records)} ${remark}`;
  }
  for (const [name, { count: missing, records, ids }] of entries(summary.missing)) {
    const named = `${counted(records, 'records')} ${records === 1 ? 'names' : 'name'}`;
    const verb = missing === 1 ? 'does' : 'do';
    const which = missing > ids.length ? `the first are ${ids.join(', ')}` : ids.join(', ');
    yield `${name}: ${count(missing)} that ${named} ${verb} not exist (${which})`;
  }
  const zones = Object.values(summary.zones ?? {});
  for (const zone of new Set(zones)) {
    const files = zones.filter((other) => other === zone).length;
    yield `the times in ${counted(files, 'files')} of an export are of ${zone}, and were read so`;
  }
}

/** Why records were rejected: a line for each field, with the first reason. */
function reasonLines({ reasons }: ImportSummary): string[] {
  const all = entries(reasons).flatMap(([name, ofName]) =>
    ofName.map((reason) => [name, reason] as const),
  );
  if (all.length === 0) return [];
  const columns: Columns<(typeof all)[number]> = {
    REJECTED: ([name]) => name,
    FIELD: ([, { field }]) => (field === '' ? 'the record' : field),
    RECORDS: ([, { count: records }]) => count(records),
    'FIRST REASON': ([, first]) => `${placeOf(first)}: ${shorten(first.reason, VALUE_SHOWN)}`,
  };
  const left = all.length - FIELDS_SHOWN;
  return [
    print(columns, all.slice(0, FIELDS_SHOWN)),
    ...(left > 0 ? [`… and ${counted(left, 'more fields')}`] : []),
    '',
  ];
}

function placeOf({ line, element }: Pick<FieldReason, 'line' | 'element'>): string {
  return element === undefined ? `line ${line}` : `element ${element}`;
}

/** Records as they were read: a line for each field. */
function shownLines({ shown }: ImportSummary): string[] {
  return entries(shown).flatMap(([name, records]) =>
    records.flatMap((record, index) => {
      const fields = Object.entries(record);
      const width = Math.max(...fields.map(([field]) => field.length));
      return [
        `${name}, record ${count(index + 1)}`,
        ...fields.map(
          ([field, value]) => `  ${stripControls(field.padEnd(width))}  ${valueText(value)}`,
        ),
        '',
      ];
    }),
  );
}

function valueText(value: unknown): string {
  return stripControls(shorten(JSON.stringify(value) ?? '', VALUE_SHOWN));
}

function entries<Value>(byResource: ByResource<Value> = {}): [ResourceName, Value][] {
  return RESOURCE_NAMES.flatMap((name) => {
    const value = byResource[name];
    return value === undefined ? [] : [[name, value] as [ResourceName, Value]];
  });
}
