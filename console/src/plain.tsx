import { Box, CssBaseline, Paper, ThemeProvider, Typography, useMediaQuery } from '@mui/material';
import { createTheme } from '@mui/material/styles';
import { type ReactNode, useMemo } from 'react';
import { darkTheme, lightTheme } from './theme';

/** Whether pages are dark: as somebody has chosen in the console, else as their system is. */
function useIsDark(): boolean {
  const isSystemDark = useMediaQuery('(prefers-color-scheme: dark)');
  const chosen = localStorage.getItem('RaStore.theme');
  return chosen === null ? isSystemDark : chosen === '"dark"';
}

/** The theme outside of the two apps. */
export function Themed({ children }: { readonly children: ReactNode }) {
  const isDark = useIsDark();
  const theme = useMemo(() => createTheme(isDark ? darkTheme : lightTheme), [isDark]);
  return <ThemeProvider theme={theme}>{children}</ThemeProvider>;
}

interface PlainProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** A page with one thing on it: to sign in, to open a link, or to say what is wrong. */
export function Plain({ title, children }: PlainProps) {
  return (
    <Themed>
      <CssBaseline enableColorScheme />
      <Box
        component="main"
        sx={{
          minHeight: '100dvh',
          display: 'grid',
          placeItems: 'center',
          p: 2,
          bgcolor: 'background.default',
        }}
      >
        <Paper sx={{ width: '100%', maxWidth: 400, p: 3, border: 1, borderColor: 'divider' }}>
          <Typography id="title" component="h1" variant="h1" sx={{ mb: 1.5 }}>
            {title}
          </Typography>
          {children}
        </Paper>
      </Box>
    </Themed>
  );
}
