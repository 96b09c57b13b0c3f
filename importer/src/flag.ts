const YES = new Set(['true', 't', 'yes', 'y', 'on', 'x']);
const NO = new Set(['false', 'f', 'no', 'n', 'off']);

/** 1 or 0, as records hold flags; undefined when the value is neither yes nor no. */
export function toFlag(value: unknown): 0 | 1 | undefined {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'number') return value >= 1 ? 1 : value === 0 ? 0 : undefined;
  if (typeof value !== 'string') return undefined;
  if (value === '1') return 1;
  if (value === '0') return 0;
  const text = value.trim().toLowerCase();
  if (YES.has(text)) return 1;
  if (NO.has(text)) return 0;
  return /^\d+(\.\d+)?$/.test(text) ? toFlag(Number(text)) : undefined;
}
