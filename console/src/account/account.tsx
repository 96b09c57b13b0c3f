import { Stack } from '@mui/material';
import { Title } from 'react-admin';
import { Password } from './password';
import { SecondFactor } from './second-factor';
import { Sessions } from './sessions';

/** What people change about their own account. */
export function Account() {
  return (
    <Stack sx={{ gap: 2, mt: 2, maxWidth: 720 }}>
      <Title title="Your account" />
      <SecondFactor />
      <Password />
      <Sessions />
    </Stack>
  );
}
