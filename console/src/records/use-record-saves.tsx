import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useDataProvider, useNotify } from 'react-admin';
import { ApiError, refusalOf } from '../api';
import type { Conflict } from './conflict';
import { changesOf, emptyOf, fieldOf, type Kind, type Stored } from './kinds';
import type { Keeping } from './save-bar';
import { SavedNotice } from './saved-notice';

/** How long an undo is offered: long enough to read what has happened, and to think. */
const UNDO_FOR_MS = 12_000;

/** What is wrong, as react-admin takes it from a form: at the fields, and of the form as a whole. */
export interface FormErrors {
  readonly root: { readonly serverError: string };
  readonly [field: string]: string | { readonly serverError: string };
}

/** The refusal of a record. Words at a field that no input has would never go away again. */
export function formErrors(kind: Kind, error: unknown): FormErrors {
  const { atInputs, words } = refusalOf(error, (name) => {
    const field = fieldOf(kind, name);
    return field?.readOnly === false ? field.label : undefined;
  });
  return { ...atInputs, root: { serverError: words } };
}

/**
 * How a record is saved: kept fields, undo, and two people who edit it.
 *
 * @param read The record as it was read last.
 */
export function useRecordSaves(kind: Kind, read: Stored | undefined) {
  const provider = useDataProvider();
  const queries = useQueryClient();
  const notify = useNotify();
  const [keeping, setKeeping] = useState<Keeping>('keep');
  const [conflict, setConflict] = useState<Conflict>();
  const [base, setBase] = useState<Stored>();
  const [isSaving, setSaving] = useState(false);
  const isDirty = useRef(false);

  useEffect(() => {
    // A form that somebody is typing in keeps the record that it began with, and so its entity tag.
    if (read?._etag && !isDirty.current) setBase(read);
  }, [read]);

  /** Saves a form. @returns What is wrong with its fields. */
  async function submit(form: object): Promise<FormErrors | undefined> {
    if (base === undefined) return undefined;
    const record = withKept({ ...base, ...form }, base);
    return write(record, base, 'Saved');
  }

  /** The record of a form, with the names of the fields that are to be kept from imports. */
  function withKept(record: Stored, before: Stored): Stored {
    if (!kind.keep || before._source === undefined || keeping !== 'keep') return record;
    const changed = Object.keys(changesOf(kind, before, record));
    return { ...record, _keep: [...new Set([...(record._keep ?? []), ...changed])] };
  }

  async function write(
    record: Stored,
    over: Stored,
    words: string,
  ): Promise<FormErrors | undefined> {
    setSaving(true);
    try {
      const params = { id: record.id, data: record, previousData: over };
      const { data } = await provider.update<Stored>(kind.name, params);
      setConflict(undefined);
      await saved(data, record, over, words);
      return undefined;
    } catch (error) {
      return failed(error, record, over);
    } finally {
      setSaving(false);
    }
  }

  async function saved(record: Stored, sent: Stored, before: Stored, words: string) {
    isDirty.current = false;
    setBase(record);
    queries.setQueryData([kind.name, 'getOne', { id: String(record.id), meta: undefined }], record);
    for (const method of ['getList', 'getMany'])
      void queries.invalidateQueries({ queryKey: [kind.name, method] });
    const undo = () => {
      // A write has the form begin again, without what somebody has typed since.
      if (isDirty.current) notify('Save what you have typed first, or take it back by hand.');
      else void writeApart(undone(record, sent, before), record, 'Taken back');
    };
    notify(<SavedNotice words={words} onUndo={undo} />, { autoHideDuration: UNDO_FOR_MS });
  }

  /** What a record was before, as far as a save has changed it: what others have saved since is theirs. */
  function undone(record: Stored, sent: Stored, before: Stored): Stored {
    const old = Object.keys(changesOf(kind, before, sent)).map((name) => {
      const field = fieldOf(kind, name);
      return [name, before[name] ?? (field && emptyOf(field))];
    });
    return { ...record, ...Object.fromEntries(old), _keep: before._keep ?? [] };
  }

  function failed(error: unknown, mine: Stored, before: Stored): FormErrors {
    const status = error instanceof ApiError ? error.status : 0;
    if (error instanceof ApiError && status === 412) {
      const theirs = { ...error.failure.record, id: mine.id, _etag: error.etag };
      setConflict({ before, mine, theirs });
    } else setConflict(status === 404 ? { before, mine, theirs: undefined } : undefined);
    return formErrors(kind, error);
  }

  /** Writes what is not in the form: after a conflict, and to take a save back. */
  async function writeApart(record: Stored, over: Stored, words: string): Promise<void> {
    const errors = await write(record, over, words);
    if (errors) notify(errors.root.serverError, { type: 'error', multiLine: true });
  }

  return {
    base,
    isDirty,
    isSaving,
    keeping,
    setKeeping,
    conflict,
    setConflict,
    submit,
    writeApart,
  };
}
