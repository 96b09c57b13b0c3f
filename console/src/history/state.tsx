import { Chip } from '@mui/material';

interface Props {
  readonly state: string;
  /** Whether somebody should look after it. */
  readonly isWrong: boolean;
}

/** What became of something. */
export function State({ state, isWrong }: Props) {
  const color = isWrong ? 'error' : 'default';
  return <Chip size="small" variant="outlined" label={state} color={color} />;
}
