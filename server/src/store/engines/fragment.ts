import { type Expression, type OperationNode, ValueNode } from 'kysely';

/** Stands in a statement's text for a value that each run provides. */
export class Placeholder<Value> implements Expression<Value> {
  /** @param position The index of the value among those of the whole statement. */
  constructor(readonly position: number) {}

  get expressionType(): Value | undefined {
    return undefined;
  }

  toOperationNode(): OperationNode {
    return ValueNode.create(this);
  }
}

/**
 * A statement, or a part of one, with the values of one run. Fragments of the same shape have the
 * same text, so a statement is built and compiled once for its shape (`runPrepared`).
 */
export interface Fragment<Built> {
  readonly shape: string;
  readonly parameters: readonly unknown[];
  /** @param first The index of the first parameter among those of the whole statement. */
  readonly build: (first: number) => Built;
}

/** The argument of `build` for an input: a placeholder for a value, and the built part for a fragment. */
type Part<Input> = [Input] extends [Fragment<infer Built>]
  ? Built
  : [Input] extends [readonly Fragment<infer Built>[]]
    ? readonly Built[]
    : [Input] extends [readonly (infer Value)[]]
      ? readonly Placeholder<Value>[]
      : Placeholder<Input>;

type Parts<Inputs extends readonly unknown[]> = { [At in keyof Inputs]: Part<Inputs[At]> };

/**
 * Declares a fragment's shape and values in one place.
 *
 * @param name Names what `build` depends on besides the inputs. There must be few names, because
 *   callers decide how many shapes there are.
 * @param inputs Values, lists of values, fragments, and lists of fragments.
 * @param build Builds the text. It gets a placeholder for each value, and does not need the value.
 */
export function fragment<Inputs extends readonly unknown[], Built>(
  name: string,
  inputs: readonly [...Inputs],
  build: (...parts: Parts<Inputs>) => Built,
): Fragment<Built> {
  const parameters: unknown[] = [];
  const shape = `${name}(${collected(inputs, parameters)})`;
  return {
    shape,
    parameters,
    build(first) {
      let position = first;
      const partOf = (input: unknown): unknown => {
        if (Array.isArray(input)) return (isValues(input) ? padded(input) : input).map(partOf);
        if (!isFragment(input)) return new Placeholder(position++);
        const built = input.build(position);
        position += input.parameters.length;
        return built;
      };
      return build(...(inputs.map(partOf) as unknown as Parts<Inputs>));
    },
  };
}

/** Adds the values of inputs to `parameters`. @returns Their shapes. */
function collected(inputs: readonly unknown[], parameters: unknown[]): string {
  let shapes = '';
  for (const input of inputs) {
    if (isFragment(input)) {
      parameters.push(...input.parameters);
      shapes += `${input.shape},`;
    } else if (!Array.isArray(input)) {
      parameters.push(input);
      shapes += ',';
    } else if (isValues(input)) {
      const list = padded(input);
      parameters.push(...list);
      shapes += `${list.length},`;
    } else {
      shapes += `[${collected(input, parameters)}],`;
    }
  }
  return shapes;
}

function isValues(list: readonly unknown[]): boolean {
  return !isFragment(list[0]);
}

function isFragment(input: unknown): input is Fragment<unknown> {
  return typeof input === 'object' && input !== null && 'build' in input;
}

/** The lengths of lists in statements. */
const LENGTHS = [1, 2, 4, 10, 25, 50, 100, 250, 500, 1000];

/**
 * Extends a list to one of a few lengths by repeating its last value, which does not change an
 * `in`.
 *
 * A statement's text depends on the length of its lists, which callers choose. So one statement
 * serves many lists, and few are compiled and cached.
 */
export function padded<Value>(values: readonly Value[]): Value[] {
  const length = LENGTHS.find((each) => each >= values.length);
  return length === undefined ? [...values] : paddedTo(length, values);
}

/** Extends a list to at least this length, as `padded` does: for a statement that is large to keep. */
export function paddedTo<Value>(length: number, values: readonly Value[]): Value[] {
  const last = values.at(-1);
  if (last === undefined || values.length >= length) return [...values];
  return [...values, ...Array<Value>(length - values.length).fill(last)];
}
