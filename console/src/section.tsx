import { Alert, Card, Stack, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { Title } from 'react-admin';
import { wordsOf } from './api';

interface PageProps {
  /** What the bar says. */
  readonly title: string;
  readonly children: ReactNode;
}

/** A page of sections. */
export function Page({ title, children }: PageProps) {
  return (
    <Stack sx={{ gap: 2, mt: 2 }}>
      <Title title={title} />
      {children}
    </Stack>
  );
}

interface SectionProps {
  readonly title: string;
  /** What stands across from the title. */
  readonly more?: ReactNode;
  /** Why it cannot be shown. */
  readonly error?: Error | null;
  readonly children: ReactNode;
}

/** A titled part of a page. */
export function Section({ title, more, error, children }: SectionProps) {
  return (
    <Card component="section" sx={{ p: 2 }}>
      <Stack
        direction="row"
        sx={{ justifyContent: 'space-between', alignItems: 'baseline', mb: 1 }}
      >
        <Typography component="h2" variant="h2">
          {title}
        </Typography>
        {more}
      </Stack>
      {error && <Alert severity="error">{wordsOf(error)}</Alert>}
      {children}
    </Card>
  );
}

interface ItemsProps {
  readonly component?: 'ul' | 'ol';
  /** `<li>` elements. */
  readonly children: ReactNode;
}

/** A list without marks. */
export function Items({ component = 'ul', children }: ItemsProps) {
  return (
    <Stack component={component} sx={{ m: 0, p: 0, gap: 1, listStyle: 'none' }}>
      {children}
    </Stack>
  );
}
