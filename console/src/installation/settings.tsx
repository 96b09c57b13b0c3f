import { useQueryClient } from '@tanstack/react-query';
import { useNotify } from 'react-admin';
import { call } from '../api';
import { ShortForm } from '../form';
import { Section } from '../section';
import { useSession } from '../session';
import { useAnswer } from '../use-answer';

interface Setting {
  readonly name: string;
  readonly label: string;
  readonly help: string;
  readonly value: string | boolean;
  readonly choices?: readonly { readonly value: string; readonly words: string }[];
}

/** What settings are now. @param at The address that answers them, below `/api`. */
export const useSettings = (at: string) => useAnswer<{ readonly fields: readonly Setting[] }>(at);

/** The settings of a brokerage or feed. @param at The address that answers and takes them, below `/api`. */
export function Settings({ at }: { readonly at: string }) {
  const { session } = useSession();
  const notify = useNotify();
  const { data, error } = useSettings(at);
  const queries = useQueryClient();
  const isReadOnly = !session.operators;
  return (
    <Section title="Settings" error={error}>
      {data && (
        <ShortForm
          button="Save"
          isOfChanges
          isReadOnly={isReadOnly}
          inputs={() =>
            data.fields.map(({ value, choices, ...field }) => ({
              ...{ ...field, initial: value, optional: true, disabled: isReadOnly, isHalf: true },
              ...(choices && {
                choices: [
                  ['', 'None'],
                  ...choices.map((each) => [each.value, each.words || each.value] as const),
                ],
              }),
            }))
          }
          onSubmit={async (_, edits) => {
            await call('PUT', at, edits);
            notify('It is saved. Running servers use it within a second.', { type: 'success' });
            // The form shows what is stored before it lets go of what was typed.
            await queries.invalidateQueries({ queryKey: [at] });
          }}
        />
      )}
    </Section>
  );
}
