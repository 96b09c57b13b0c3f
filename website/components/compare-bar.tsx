import styles from './compare.module.css';

/** A box on the card of a home. It belongs to the form of `CompareBar`, wherever it stands. */
export function CompareBox(props: {
  readonly listing: number;
  readonly name: string;
  readonly checked: boolean;
}) {
  const { listing, name, checked } = props;
  return (
    <label className={`choice ${styles.box}`}>
      <input type="checkbox" form="compare" name="add" value={listing} defaultChecked={checked} />
      <span>
        Compare<span className="quiet">: {name}</span>
      </span>
    </label>
  );
}

/**
 * Leads to the homes that are ticked, next to each other. A form that any browser can send; it is seen once a box next to it in the page
 * is ticked.
 */
export function CompareBar(props: {
  /** The homes whose boxes are on the page. */
  readonly shown: readonly number[];
  /** What the visitor compares already. */
  readonly compared: readonly number[];
}) {
  const { shown, compared } = props;
  return (
    <form
      id="compare"
      action="/compare"
      method="get"
      className={styles.bar}
      data-any={compared.length > 0 || undefined}
    >
      <input type="hidden" name="shown" value={shown.join()} />
      <button type="submit" className="button">
        Compare
      </button>
    </form>
  );
}
