import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Create, Form, SaveButton, useDataProvider, useNotify, useRedirect } from 'react-admin';
import { type Kind, type Stored, titleOf, useKind } from './kinds';
import { emptyRecord, RecordFields } from './record-form';
import { FootBar } from './save-bar';
import { formErrors } from './use-record-saves';

/** The page that makes a record of a kind. */
export function RecordCreate({ name }: { readonly name: string }) {
  const kind = useKind(name);
  return kind === undefined ? null : <CreateOf kind={kind} />;
}

function CreateOf({ kind }: { readonly kind: Kind }) {
  const provider = useDataProvider();
  const queries = useQueryClient();
  const notify = useNotify();
  const redirect = useRedirect();
  // A second click or a proxy that sends the form again makes no second record.
  const [key] = useState(() => crypto.randomUUID());
  async function submit(data: object) {
    try {
      const meta = { 'Idempotency-Key': key };
      const { data: made } = await provider.create<Stored>(kind.name, { data, meta });
      await queries.invalidateQueries({ queryKey: [kind.name] });
      notify(`${titleOf(kind, made)} is made.`, { type: 'success' });
      // After the form has ended: it would take this for leaving without saving.
      setTimeout(() => redirect('edit', kind.name, made.id));
      return undefined;
    } catch (error) {
      return formErrors(kind, error);
    }
  }
  return (
    <Create component="div" actions={false} title={`New: ${kind.one}`}>
      <Form defaultValues={emptyRecord(kind)} onSubmit={submit} warnWhenUnsavedChanges noValidate>
        <RecordFields kind={kind} fields={kind.fields} readOnly={false} />
        <FootBar>
          <SaveButton label="Save" alwaysEnable />
        </FootBar>
      </Form>
    </Create>
  );
}
