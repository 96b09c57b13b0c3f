'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useRef, useState } from 'react';
import { count } from '@/lib/format';
import { KIND_NAMES, type Suggestion } from '@/lib/suggestions';
import styles from './search-box.module.css';
import { useSuggestions } from './use-suggestions';

interface Props {
  readonly id: string;
  readonly label: string;
  /** For a label that is heard and not seen. */
  readonly isQuiet?: boolean;
  readonly text?: string;
  readonly placeholder?: string;
  /** Takes a street or a ZIP code, which is then in the field; where it is left out, the visitor goes on from there. */
  readonly form?: 'sends';
}

/**
 * The field for words to search. It is a plain one until the script has come, and then a combobox of ARIA: names are suggested below it,
 * arrows choose among them, Enter takes one, Escape closes the list. The focus stays in the field.
 */
export function SearchBox({ id, label, isQuiet = false, text = '', placeholder, form }: Props) {
  const router = useRouter();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [isLive, setLive] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const suggestions = useSuggestions(typed);
  const isShown = isOpen && suggestions.length > 0;
  useEffect(() => setLive(true), []);

  const close = (): void => {
    setOpen(false);
    setActive(-1);
  };
  const take = (suggestion: Suggestion): void => {
    close();
    const input = field.current;
    if (input === null) return;
    const isText = suggestion.kind === 'street' || suggestion.kind === 'zipcode';
    input.value = isText ? suggestion.text : '';
    if (!isText) router.push(pageOf(suggestion, form === 'sends' ? input.form : null));
    else if (form === 'sends') input.form?.requestSubmit();
  };
  const keyDown = (event: React.KeyboardEvent): void => {
    // A key that ends the composition of a character is not for the list.
    if (!isShown || event.nativeEvent.isComposing) return;
    const { key } = event;
    const step = { ArrowDown: 1, ArrowUp: -1 }[key];
    const chosen = suggestions[active];
    if (step !== undefined) {
      event.preventDefault();
      // One more place than there are names: that of the field itself.
      const places = suggestions.length + 1;
      setActive(((active + 1 + step + places) % places) - 1);
    } else if (key === 'Enter' && chosen !== undefined) {
      event.preventDefault();
      take(chosen);
    } else if (key === 'Escape') {
      // The browser would empty the field.
      event.preventDefault();
      close();
    }
  };

  const combobox = {
    ...({ role: 'combobox', 'aria-autocomplete': 'list', 'aria-expanded': isShown } as const),
    ...(isShown && { 'aria-controls': `${id}-list` }),
    ...(active >= 0 && { 'aria-activedescendant': `${id}-${active}` }),
  };
  return (
    <div className={styles.box}>
      <label htmlFor={id} className={isQuiet ? 'quiet' : styles.label}>
        {label}
      </label>
      <input
        {...{ id, placeholder, ref: field, name: 'q', type: 'search', maxLength: 100 }}
        className="input"
        defaultValue={text}
        autoComplete="off"
        onInput={({ currentTarget }) => {
          setTyped(currentTarget.value);
          setActive(-1);
          setOpen(true);
        }}
        onKeyDown={keyDown}
        onBlur={close}
        {...(isLive && combobox)}
      />
      {isShown && <List {...{ id, suggestions, active, take }} />}
      <p className="quiet" role="status">
        {isShown && `${count(suggestions.length, 'suggestion')}, arrows choose`}
      </p>
    </div>
  );
}

function List(props: {
  readonly id: string;
  readonly suggestions: readonly Suggestion[];
  readonly active: number;
  readonly take: (suggestion: Suggestion) => void;
}) {
  const { id, suggestions, active, take } = props;
  return (
    <div id={`${id}-list`} role="listbox" aria-label="Suggestions" className={styles.list}>
      {suggestions.map((suggestion, index) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which names the active option.
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field listens to the keys.
        <div
          key={`${suggestion.kind} ${suggestion.id} ${suggestion.text}`}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          className={styles.option}
          // The field would lose the focus, and the list would be gone before the click.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => take(suggestion)}
        >
          <span>{suggestion.text}</span>
          <span className="note numbers">
            {KIND_NAMES[suggestion.kind]}
            {suggestion.count > 0 && `, ${count(suggestion.count, 'listing')}`}
          </span>
        </div>
      ))}
    </div>
  );
}

/** The page of a suggestion. A neighborhood is one more filter where there are filters. */
function pageOf({ kind, id }: Suggestion, filters: HTMLFormElement | null): string {
  if (kind !== 'neighborhood') return `/${kind}s/${id}`;
  if (filters === null) return `/neighborhoods/${id}`;
  const query = new URLSearchParams();
  for (const [name, value] of new FormData(filters)) {
    const isThis = name === 'cat' && value === String(id);
    if (typeof value === 'string' && value.trim() !== '' && !isThis) query.append(name, value);
  }
  // Another place than the part of the map that is shown.
  query.delete('bbox');
  query.append('cat', String(id));
  return `/search?${query}`;
}
