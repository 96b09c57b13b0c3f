import { Button } from '@mui/material';
import { useState } from 'react';
import { call, path } from '../api';
import { ConfirmButton } from '../confirm-button';
import { FormDialog } from '../form';
import { Rows } from '../rows';
import { ShownOnce } from '../secret';
import { Page, Section } from '../section';
import { useSession } from '../session';
import { useInWords } from '../time';
import { useAnswer, useChange } from '../use-answer';

interface Partner {
  readonly partner: string;
  readonly prefix: string;
  readonly active: boolean;
  readonly created: string;
}

interface Credentials {
  readonly partnerKey: string;
  readonly secret: string;
}

const FROM = '/partners';

const NAME = {
  ...{ name: 'name', label: 'Name', autoFocus: true },
  help: 'As emails about its leads show it. One that is registered gets more credentials.',
};

/** The marketplaces that send leads. */
export function Partners() {
  const { session } = useSession();
  const inWords = useInWords();
  const { data, error } = useAnswer<{ readonly partners: readonly Partner[] }>(FROM);
  const change = useChange(FROM);
  const [isAdding, setAdding] = useState(false);
  const [made, setMade] = useState<Credentials>();
  return (
    <Page title="Marketplaces">
      <Section title="Marketplaces that send leads" error={error}>
        {made && (
          <ShownOnce
            words="The new credentials: give them to the marketplace now."
            parts={{ 'Partner key': made.partnerKey, Secret: made.secret }}
            onClose={() => setMade(undefined)}
          />
        )}
        {data && (
          <Rows
            rows={data.partners}
            keyOf={({ prefix }) => prefix}
            empty="None yet. A marketplace sends leads with the credentials that it gets here."
            columns={[
              ['Marketplace', ({ partner }) => partner],
              ['Key begins with', ({ prefix }) => prefix],
              ['Since', ({ created }) => inWords(created)],
              ['State', ({ active }) => (active ? 'Active' : 'Revoked')],
              [
                'Change',
                (partner) =>
                  session.operators &&
                  partner.active && (
                    <ConfirmButton
                      words="Revoke"
                      title={`Revoke ${partner.prefix}… of ${partner.partner}?`}
                      content="What uses it is refused at once. Revoked credentials are never given back."
                      onConfirm={() => change(() => call('DELETE', FROM + path(partner.prefix)))}
                    />
                  ),
              ],
            ]}
          />
        )}
        {session.operators && (
          <Button variant="contained" sx={{ mt: 1.5 }} onClick={() => setAdding(true)}>
            Register a marketplace
          </Button>
        )}
      </Section>
      {isAdding && (
        <FormDialog
          title="Register a marketplace"
          button="Register it"
          inputs={() => [NAME]}
          onClose={() => setAdding(false)}
          onSubmit={async ({ name }) => {
            const { body } = await call<Credentials>('POST', FROM, { name });
            setAdding(false);
            await change(async () => setMade(body));
          }}
        />
      )}
    </Page>
  );
}
