'use client';

import { useRouter, useSearchParams } from 'next/navigation';
import { useEffect, useRef, useTransition } from 'react';

/**
 * Sends a form when something in it is chosen, without a new page. The form works without this: it then has a
 * button.
 */
export function AutoSubmit({ form: id }: { readonly form: string }) {
  const router = useRouter();
  const parameters = useSearchParams().toString();
  const [pending, startTransition] = useTransition();
  const isFirst = useRef(true);

  useEffect(() => {
    const form = document.getElementById(id);
    if (!(form instanceof HTMLFormElement)) return;
    form.dataset.live = '';
    const stop = new AbortController();
    const { signal } = stop;
    const go = (): void => startTransition(() => router.push(addressOf(form), { scroll: false }));
    const send = (event: Event): void => {
      event.preventDefault();
      go();
    };
    // On the document, as a field of the form may stand elsewhere on the page.
    const changed = (event: Event): void => {
      if ((event.target as Partial<HTMLInputElement> | null)?.form === form) send(event);
    };
    document.addEventListener('change', changed, { signal });
    const sent = (event: Event): void => {
      send(event);
      close(form);
    };
    form.addEventListener('submit', sent, { signal });
    for (const name of ['click', 'focusin'])
      document.addEventListener(name, (event) => closeOthers(form, event.target), { signal });
    document.addEventListener('keydown', (event) => event.key === 'Escape' && close(form), {
      signal,
    });
    // What was chosen before this script ran is sent now: nobody chooses twice.
    if (isFirst.current && !isRestored() && hasChoices(form)) go();
    return () => stop.abort();
  }, [id, router]);

  // Back, and the links that take a filter off, change the address and not the fields.
  useEffect(() => {
    const form = document.getElementById(id);
    // The server has filled the fields of a page that was opened.
    if (form instanceof HTMLFormElement && !(isFirst.current && !isRestored()))
      fill(form, new URLSearchParams(parameters));
    isFirst.current = false;
  }, [id, parameters]);

  return (
    <p className="quiet" role="status">
      {pending ? 'Searching' : ''}
    </p>
  );
}

function addressOf(form: HTMLFormElement): string {
  const query = new URLSearchParams();
  for (const [name, value] of new FormData(form))
    if (typeof value === 'string' && value.trim() !== '') query.append(name, value);
  return `${new URL(form.action).pathname}?${query}`;
}

/** Whether the browser came back to the page: it then fills the fields with what they held when it left, whatever the address says. */
function isRestored(): boolean {
  const [entry] = performance.getEntriesByType('navigation');
  const { type } = (entry ?? {}) as Partial<PerformanceNavigationTiming>;
  return type === 'reload' || type === 'back_forward';
}

/** Whether a field holds something other than what the server wrote into it. One that is being typed in is sent when it is left. */
function hasChoices(form: HTMLFormElement): boolean {
  return [...form.elements].some((field) => {
    if (isTypedIn(field)) return false;
    if (field instanceof HTMLSelectElement)
      return [...field.options].some(
        ({ selected, defaultSelected }) => selected !== defaultSelected,
      );
    if (!(field instanceof HTMLInputElement) || field.type === 'hidden') return false;
    return field.checked !== field.defaultChecked || field.value !== field.defaultValue;
  });
}

const isTypedIn = (field: Element): boolean =>
  field === document.activeElement && field.matches('[type=search], [type=date], [inputmode]');

function fill(form: HTMLFormElement, query: URLSearchParams): void {
  for (const field of form.elements) {
    if (isTypedIn(field)) continue;
    if (field instanceof HTMLSelectElement) {
      const [first] = field.options;
      field.value = query.get(field.name) ?? first?.value ?? '';
      // An order that belongs to a filter leaves with it.
      if (field.selectedIndex < 0) field.selectedIndex = 0;
    } else if (field instanceof HTMLInputElement && field.type !== 'hidden') {
      const values = query.getAll(field.name).flatMap((value) => value.split(','));
      if (field.type === 'radio') field.checked = field.value === (values[0] ?? '1');
      else if (field.type === 'checkbox') field.checked = values.includes(field.value);
      else field.value = query.get(field.name) ?? '';
    }
  }
}

/** Closes the panel that is open. Its button gets the focus, unless that has gone elsewhere by itself. */
function close(form: HTMLFormElement): void {
  const group = form.querySelector('details[open]');
  if (group === null) return;
  const { activeElement: focused } = document;
  if (focused === document.body || group.contains(focused)) group.querySelector('summary')?.focus();
  group.removeAttribute('open');
}

/** The ground behind the sheet of a phone belongs to the group, and is outside all the same. */
function closeOthers(form: HTMLFormElement, target: EventTarget | null): void {
  if (target instanceof Element && target.closest('summary, details > *') === null) close(form);
}
