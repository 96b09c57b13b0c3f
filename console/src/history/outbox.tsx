import { MenuItem, TextField } from '@mui/material';
import { useSearchParams } from 'react-router';
import { path, query } from '../api';
import { useBrokerage } from '../brokerage/brokerage-context';
import { Page, Section } from '../section';
import { useAnswer } from '../use-answer';
import { HeldEmail } from './held-email';
import { type SentList, SentTable } from './sent';

const STATES = [
  ['', 'All'],
  ['failed', 'Failed'],
  ['waiting', 'Waiting'],
  ['sent', 'Sent'],
] as const;

/** The email and webhooks of a brokerage. */
export function Outbox() {
  const { client } = useBrokerage();
  const [params, setParams] = useSearchParams();
  const state = params.get('state') ?? '';
  const from = `${path('brokerages', client)}/outbox${query({ state })}`;
  const { data, error } = useAnswer<SentList & { readonly held: number }>(from);
  return (
    <Page title="Email and webhooks">
      {data && data.held > 0 && <HeldEmail listings={data.held} from={from} />}
      <Section title="What was sent, and what was not" error={error}>
        <TextField
          select
          label="State"
          value={state}
          onChange={({ target }) => setParams(target.value === '' ? {} : { state: target.value })}
          slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
          sx={{ minWidth: 140, maxWidth: 240, mb: 1 }}
        >
          {STATES.map(([value, words]) => (
            <MenuItem key={value} value={value}>
              {words}
            </MenuItem>
          ))}
        </TextField>
        {data && (
          <SentTable
            list={data}
            from={from}
            empty="None. Leads cause email, and changes cause webhooks where somebody receives them."
          />
        )}
      </Section>
    </Page>
  );
}
