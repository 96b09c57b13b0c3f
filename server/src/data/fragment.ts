import { type Expression, type OperationNode, ValueNode } from 'kysely';
import { padded } from './padded.js';

/** Stands in the text of a statement for a value that each run brings. */
export class Placeholder<Value> implements Expression<Value> {
  /** @param position The value's place among those of the whole statement. */
  constructor(readonly position: number) {}

  get expressionType(): Value | undefined {
    return undefined;
  }

  toOperationNode(): OperationNode {
    return ValueNode.create(this);
  }
}

/**
 * A statement, or a part of one, and the values that it is run with. Two fragments of one shape have the
 * same text, so that a statement is built and compiled once for its shape (`runPrepared`).
 */
export interface Fragment<Built> {
  readonly shape: string;
  readonly parameters: readonly unknown[];
  /** @param first The place of the first parameter among those of the whole statement. */
  readonly build: (first: number) => Built;
}

/** What `build` is given for an input: a value it sees as a placeholder, a fragment as what it builds. */
type Part<Input> = [Input] extends [Fragment<infer Built>]
  ? Built
  : [Input] extends [readonly Fragment<infer Built>[]]
    ? readonly Built[]
    : [Input] extends [readonly (infer Value)[]]
      ? readonly Placeholder<Value>[]
      : Placeholder<Input>;

type Parts<Inputs extends readonly unknown[]> = { [At in keyof Inputs]: Part<Inputs[At]> };

/**
 * States a fragment's shape and values once.
 *
 * @param name Says what `build` depends on beside the inputs. Callers choose how often a shape is new,
 * so the names have to be few.
 * @param inputs Values, lists of values, fragments, and lists of fragments.
 * @param build Builds the text. It gets a placeholder for each value, and has no use for the value.
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
