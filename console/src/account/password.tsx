import { useNotify } from 'react-admin';
import { call } from '../api';
import { ShortForm } from '../form';
import { Section } from '../section';

export function Password() {
  const notify = useNotify();
  return (
    <Section title="Password">
      <ShortForm
        button="Change the password"
        inputs={() => [
          {
            name: 'current',
            label: 'Present password',
            type: 'password',
            autoComplete: 'current-password',
          },
          {
            ...{ name: 'password', label: 'New password', type: 'password' },
            ...{
              autoComplete: 'new-password',
              help: 'At least 12 characters. All other sessions end.',
            },
          },
        ]}
        onSubmit={async (values) => {
          await call('PUT', '/password', values);
          notify('Your password has changed.', { type: 'success' });
        }}
      />
    </Section>
  );
}
