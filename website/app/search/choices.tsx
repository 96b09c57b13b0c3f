import styles from './filters.module.css';

export interface Choice {
  readonly value: string;
  readonly name: string;
  readonly count: number;
}

/** Values of a filter to tick, each with how many homes it would leave. */
export function Choices(props: {
  readonly name: string;
  readonly legend: string;
  readonly choices: readonly Choice[];
  readonly chosen: readonly string[];
  readonly columns?: boolean;
}) {
  const { name, legend, chosen, columns = false } = props;
  // What is chosen stays to be unchosen, even where the other filters leave none of it.
  const missing = chosen.filter((value) => !props.choices.some((choice) => choice.value === value));
  const choices = [...props.choices, ...missing.map((value) => ({ value, name: value, count: 0 }))];
  if (choices.length === 0) return null;
  return (
    <fieldset>
      <legend className="field-label">{legend}</legend>
      <div className={columns ? styles.columns : styles.row}>
        {choices.map((choice) => (
          <label key={choice.value} className={columns ? 'choice' : styles.pill}>
            <input
              type="checkbox"
              name={name}
              value={choice.value}
              defaultChecked={chosen.includes(choice.value)}
            />
            <span>{choice.name}</span>
            <span className="count">{choice.count}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
