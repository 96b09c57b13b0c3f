import InstallationIcon from '@mui/icons-material/DnsOutlined';
import AuditIcon from '@mui/icons-material/HistoryOutlined';
import ImportsIcon from '@mui/icons-material/Input';
import OpenIcon from '@mui/icons-material/OpenInNew';
import EmailIcon from '@mui/icons-material/OutboxOutlined';
import { Box, IconButton, MenuItem, TextField, Tooltip, Typography } from '@mui/material';
import { type ReactNode, useContext } from 'react';
import { Layout, Menu, useBasename } from 'react-admin';
import { useNavigate } from 'react-router';
import { ConsoleBar, NO_WIDER } from '../console-bar';
import { Kinds } from '../records/kinds';
import { consoleOf, useSession } from '../session';
import { useBrokerage, websiteOf } from './brokerage-context';
import { groupsOf, ICONS } from './menu-groups';

export function BrokerageLayout({ children }: { readonly children: ReactNode }) {
  return (
    <Layout appBar={BrokerageBar} menu={BrokerageMenu} sx={NO_WIDER}>
      {children}
    </Layout>
  );
}

function BrokerageBar() {
  const brokerage = useBrokerage();
  const website = websiteOf(brokerage);
  return (
    <ConsoleBar>
      <WhichBrokerage />
      {website !== undefined && (
        <Tooltip title="Open the website">
          <IconButton
            color="inherit"
            href={website}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={`Open the website of ${brokerage.title}`}
          >
            <OpenIcon />
          </IconButton>
        </Tooltip>
      )}
    </ConsoleBar>
  );
}

/** Says whose data is shown, and changes it for people of several brokerages. */
function WhichBrokerage() {
  const { session } = useSession();
  const { client, title } = useBrokerage();
  const navigate = useNavigate();
  const { brokerages } = session;
  if (brokerages.length < 2)
    return (
      <Typography variant="body2" noWrap sx={{ mr: 1, display: { xs: 'none', sm: 'block' } }}>
        {title}
      </Typography>
    );
  const choices = brokerages.some((one) => one.client === client)
    ? brokerages
    : [{ client, title }, ...brokerages];
  return (
    <TextField
      select
      value={client}
      margin="none"
      onChange={(event) => navigate(consoleOf(event.target.value))}
      slotProps={{ htmlInput: { 'aria-label': 'Brokerage' } }}
      sx={{ mr: 1, maxWidth: { xs: 120, sm: 240 } }}
    >
      {choices.map((one) => (
        <MenuItem key={one.client} value={one.client}>
          {one.title || one.client}
        </MenuItem>
      ))}
    </TextField>
  );
}

interface MenuGroupProps {
  readonly title: string;
  readonly children: ReactNode;
}

function MenuGroup({ title, children }: MenuGroupProps) {
  return (
    <Box role="group" aria-label={title || 'Daily'}>
      {title !== '' && (
        <Typography
          variant="caption"
          component="div"
          noWrap
          sx={{ px: 2, pt: 1.5, color: 'text.secondary' }}
        >
          {title}
        </Typography>
      )}
      {children}
    </Box>
  );
}

function BrokerageMenu() {
  const { role } = useBrokerage();
  const kinds = useContext(Kinds);
  const { session } = useSession();
  const basename = useBasename();
  return (
    <Menu>
      <Menu.DashboardItem primaryText="Today" />
      {session.people && (
        <Menu.Item to="/installation" primaryText="Installation" leftIcon={<InstallationIcon />} />
      )}
      {groupsOf(kinds).map(([title, group]) => (
        <MenuGroup key={title} title={title}>
          {group.map(({ name, label }) => {
            const Icon = ICONS[name] ?? ICONS.other;
            return (
              <Menu.Item
                key={name}
                to={`${basename}/${name}`}
                primaryText={label}
                leftIcon={Icon && <Icon />}
              />
            );
          })}
        </MenuGroup>
      ))}
      <MenuGroup title="History">
        <Menu.Item
          to={`${basename}/outbox`}
          primaryText="Email and webhooks"
          leftIcon={<EmailIcon />}
        />
        <Menu.Item to={`${basename}/imports`} primaryText="Imports" leftIcon={<ImportsIcon />} />
        {(role === 'editor' || session.role !== null) && (
          <Menu.Item to={`${basename}/audit`} primaryText="Changes" leftIcon={<AuditIcon />} />
        )}
      </MenuGroup>
    </Menu>
  );
}
