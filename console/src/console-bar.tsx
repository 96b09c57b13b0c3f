import AccountIcon from '@mui/icons-material/PersonOutlined';
import { ListItemIcon, ListItemText, MenuItem } from '@mui/material';
import type { ReactNode } from 'react';
import {
  AppBar,
  LoadingIndicator,
  Logout,
  TitlePortal,
  ToggleThemeButton,
  UserMenu,
  useBasename,
  useUserMenu,
} from 'react-admin';
import { Link } from 'react-router';
import { useSession } from './session';

/** Keeps pages as wide as the window: what is wider scrolls or wraps in its own place. */
export const NO_WIDER = { minWidth: 0, '& .RaLayout-content': { minWidth: 0 } };

/** The bar of both consoles: the title of the page as its heading, what a console adds, tools, and the user menu. */
export function ConsoleBar({ children }: { readonly children?: ReactNode }) {
  return (
    <AppBar toolbar={<Tools />} userMenu={<AccountMenu />}>
      <TitlePortal {...{ component: 'h1', noWrap: true }} />
      {children}
    </AppBar>
  );
}

function Tools() {
  return (
    <>
      <ToggleThemeButton />
      <LoadingIndicator />
    </>
  );
}

function AccountMenu() {
  const { session } = useSession();
  return (
    <UserMenu label={`${session.user.name || session.user.email}: account menu`}>
      <AccountItem />
      <Logout />
    </UserMenu>
  );
}

function AccountItem() {
  const { onClose } = useUserMenu() ?? {};
  const basename = useBasename();
  return (
    <MenuItem component={Link} to={`${basename}/account`} onClick={() => onClose?.()}>
      <ListItemIcon>
        <AccountIcon fontSize="small" />
      </ListItemIcon>
      <ListItemText>Your account</ListItemText>
    </MenuItem>
  );
}
