import { Card, Typography } from '@mui/material';
import { Title } from 'react-admin';

/** What an address without a page or a record shows. */
export function NoPage() {
  return (
    <Card sx={{ p: 4, mt: 2 }}>
      <Title title="Not found" />
      <Typography component="h2" variant="h2">
        There is nothing at this address
      </Typography>
      <Typography color="textSecondary">Look for it in the menu.</Typography>
    </Card>
  );
}
