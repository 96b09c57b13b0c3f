import { deepmerge } from '@mui/utils';
import { defaultDarkTheme, defaultLightTheme, type RaThemeOptions } from 'react-admin';

/** Dense, so that a day's work fits on a screen; calm, so that only what needs somebody has a colour. */
const shared: RaThemeOptions = {
  typography: {
    fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
    fontSize: 13,
    h1: { fontSize: '1.35rem', fontWeight: 600 },
    h2: { fontSize: '1.05rem', fontWeight: 600 },
    h3: { fontSize: '0.95rem', fontWeight: 600 },
    h6: { fontSize: '1.05rem', fontWeight: 600 },
    button: { textTransform: 'none', fontWeight: 600 },
  },
  shape: { borderRadius: 6 },
  sidebar: { width: 228, closedWidth: 50 },
  components: {
    MuiAppBar: { defaultProps: { elevation: 0 } },
    MuiCircularProgress: { defaultProps: { 'aria-label': 'Loading' } },
    MuiButton: { defaultProps: { disableElevation: true } },
    MuiPaper: {
      defaultProps: { elevation: 0 },
      styleOverrides: { root: { backgroundImage: 'none' } },
    },
    MuiTextField: { defaultProps: { variant: 'outlined', margin: 'dense', size: 'small' } },
    MuiFormControl: { defaultProps: { variant: 'outlined', margin: 'dense', size: 'small' } },
    // Most links stand by themselves, in lists. Those within a text have a line.
    MuiLink: { defaultProps: { underline: 'hover' } },
    MuiTableCell: { styleOverrides: { sizeSmall: { padding: '4px 10px' } } },
  },
};

interface Colors extends NonNullable<RaThemeOptions['palette']> {
  readonly background: { readonly default: string; readonly paper: string };
  readonly text: { readonly primary: string; readonly secondary: string };
  readonly divider: string;
}

const light: Colors = {
  mode: 'light',
  primary: { main: '#1d5c87' },
  secondary: { main: '#1d5c87' },
  background: { default: '#f5f6f7', paper: '#ffffff' },
  text: { primary: '#1b232c', secondary: '#55606c' },
  error: { main: '#b3261e' },
  warning: { main: '#8a5300' },
  success: { main: '#24693a' },
  divider: '#dfe3e7',
};

const dark: Colors = {
  mode: 'dark',
  primary: { main: '#8fc3ea' },
  secondary: { main: '#8fc3ea' },
  background: { default: '#12161a', paper: '#1a1f25' },
  text: { primary: '#e6eaee', secondary: '#a6b0ba' },
  error: { main: '#ff9d94' },
  warning: { main: '#f0bd73' },
  success: { main: '#8fd3a3' },
  divider: '#303841',
};

/** A theme of react-admin with these colors. The bar has those of paper. */
function themeOf(base: RaThemeOptions, colors: Colors): RaThemeOptions {
  const border = `1px solid ${colors.divider}`;
  const bar = { backgroundColor: colors.background.paper, color: colors.text.primary };
  const own = {
    palette: colors,
    components: {
      MuiCard: { styleOverrides: { root: { border } } },
      MuiAppBar: {
        styleOverrides: { root: { borderBottom: border, '&.MuiAppBar-root': bar } },
      },
    },
  };
  return [shared, own].reduce<object>((all, part) => deepmerge(all, part), base);
}

export const lightTheme = themeOf(defaultLightTheme as RaThemeOptions, light);
export const darkTheme = themeOf(defaultDarkTheme as RaThemeOptions, dark);
