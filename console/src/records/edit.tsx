import { Box } from '@mui/material';
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { Edit, Form, RecordContextProvider, useEditContext, useRecordContext } from 'react-admin';
import { useFormContext, useFormState } from 'react-hook-form';
import { NoPage } from '../no-page';
import { ConflictDialog } from './conflict';
import { fieldsOf, type Kind, type Stored, titleOf, useKind } from './kinds';
import { RecordFields } from './record-form';
import { SaveBar } from './save-bar';
import { useRecordSaves } from './use-record-saves';

interface Props {
  readonly name: string;
  /** What stands above the fields. */
  readonly head?: ReactNode;
  /** What stands next to them; it may watch the form. */
  readonly aside?: ReactNode;
  /** Fields that head or aside shows. */
  readonly without?: readonly string[];
}

/** The page of a record: a form for people who may change it, and its values for all others. */
export function RecordEdit({ name, ...props }: Props) {
  const kind = useKind(name);
  return kind === undefined ? null : <EditOf kind={kind} {...props} />;
}

function EditOf({ kind, ...props }: Omit<Props, 'name'> & { readonly kind: Kind }) {
  return (
    <Edit
      component="div"
      actions={false}
      error={<NoPage />}
      title={<RecordTitle kind={kind} />}
      queryOptions={{ refetchOnWindowFocus: false }}
    >
      <Page kind={kind} {...props} />
    </Edit>
  );
}

function Page({ kind, head, aside, without = [] }: Omit<Props, 'name'> & { readonly kind: Kind }) {
  const { record: read, isFetching } = useEditContext<Stored>();
  const saves = useRecordSaves(kind, isFetching ? undefined : read);
  const { base: record, conflict } = saves;
  if (record === undefined) return null;
  const body = (
    <>
      {head}
      <WithAside aside={aside}>
        <RecordFields
          kind={kind}
          fields={fieldsOf(kind, record)}
          readOnly={!kind.edit}
          without={without}
        />
      </WithAside>
    </>
  );
  return (
    <RecordContextProvider value={record}>
      {kind.edit ? (
        <Form record={record} onSubmit={saves.submit} warnWhenUnsavedChanges noValidate>
          <Held isHeld={saves.isSaving}>{body}</Held>
          <NoteDirty isDirty={saves.isDirty} />
          <SaveBar kind={kind} keeping={saves.keeping} onKeeping={saves.setKeeping} />
        </Form>
      ) : (
        body
      )}
      {conflict && (
        <ConflictDialog
          kind={kind}
          conflict={conflict}
          onClose={() => saves.setConflict(undefined)}
          onSave={(mine, over) => void saves.writeApart(mine, over, 'Saved')}
        />
      )}
    </RecordContextProvider>
  );
}

/** Takes no typing while it is held: a write has the form begin again, and what was typed while it was sent would be gone. */
function Held({ isHeld, children }: { readonly isHeld: boolean; readonly children: ReactNode }) {
  const focused = useRef<Element>(null);
  useLayoutEffect(() => {
    if (isHeld) focused.current = document.activeElement;
    // Browsers take the focus from what is disabled.
    else if (document.activeElement === document.body && focused.current instanceof HTMLElement) {
      focused.current.focus({ preventScroll: true });
    }
  }, [isHeld]);
  return (
    <Box component="fieldset" disabled={isHeld} sx={{ border: 0, m: 0, p: 0, minWidth: 0 }}>
      {children}
    </Box>
  );
}

/** Tells whether somebody has typed, and has a form that was saved begin again: it warns of what is typed then. */
function NoteDirty({ isDirty }: { readonly isDirty: RefObject<boolean> }) {
  const state = useFormState();
  const { reset, getValues } = useFormContext();
  useEffect(() => {
    isDirty.current = state.isDirty;
    return () => {
      isDirty.current = false;
    };
  }, [isDirty, state.isDirty]);
  useEffect(() => {
    if (state.isSubmitSuccessful) reset(getValues());
  }, [state.isSubmitSuccessful, reset, getValues]);
  return null;
}

/** Two columns where there is room for them. */
function WithAside({
  aside,
  children,
}: {
  readonly aside: ReactNode;
  readonly children: ReactNode;
}) {
  if (!aside) return children;
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        alignItems: 'start',
        gridTemplateColumns: { xs: '100%', lg: 'minmax(0, 1fr) 300px' },
      }}
    >
      {children}
      <Box sx={{ position: { lg: 'sticky' }, top: { lg: 64 } }}>{aside}</Box>
    </Box>
  );
}

function RecordTitle({ kind }: { readonly kind: Kind }) {
  const record = useRecordContext();
  return <span>{titleOf(kind, record)}</span>;
}
