import { Alert, Box, Button, Stack, Typography } from '@mui/material';
import qrcode from 'qrcode-generator';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { call } from '../api';
import { ShortForm } from '../form';
import { Secret } from '../secret';
import { Section } from '../section';
import { useSession } from '../session';

export const PASSWORD = {
  name: 'password',
  label: 'Your password',
  type: 'password',
  autoComplete: 'current-password',
} as const;
export const CODE = {
  name: 'code',
  label: 'Code of the app',
  autoComplete: 'one-time-code',
} as const;

/** A code of an app at each sign-in, and recovery codes for the day the phone is lost. */
export function SecondFactor() {
  const { session, reload } = useSession();
  const notify = useNotify();
  const [offer, setOffer] = useState<{ readonly secret: string; readonly uri: string }>();
  const [codes, setCodes] = useState<readonly string[]>();
  if (codes !== undefined)
    return (
      <Section title="Recovery codes">
        <Typography sx={{ mb: 1 }}>
          Each of these signs you in once without your phone. Print them or put them into your
          password manager: they are not shown again.
        </Typography>
        <Secret label="Recovery codes" text={codes.join('\n')} />
        <Button
          variant="contained"
          sx={{ mt: 1 }}
          onClick={() => {
            setCodes(undefined);
            void reload();
          }}
        >
          I have them
        </Button>
      </Section>
    );
  if (session.secondFactor)
    return (
      <Section title="Second factor">
        <Typography sx={{ mb: 1 }}>
          On: signing in takes a code of your app. {session.recoveryCodesLeft} recovery codes are
          left.
        </Typography>
        {session.recoveryCodesLeft < 3 && (
          <Alert severity="warning" sx={{ mb: 1 }}>
            Few recovery codes are left. Turn the second factor off and on again to get ten new
            ones.
          </Alert>
        )}
        <ShortForm
          button="Turn it off"
          color="error"
          inputs={() => [PASSWORD, { ...CODE, help: 'Or a recovery code' }]}
          onSubmit={async (values) => {
            await call('POST', '/second-factor/remove', values);
            notify('The second factor is off.', { type: 'success' });
            await reload();
          }}
        />
      </Section>
    );
  if (offer === undefined)
    return (
      <Section title="Second factor">
        <Typography sx={{ mb: 1 }}>
          Off. With it, somebody who learns your password still cannot sign in. You need an
          authenticator app on your phone.
        </Typography>
        <ShortForm
          button="Turn it on"
          inputs={() => [PASSWORD]}
          onSubmit={async (values) => {
            setOffer(
              (await call<{ secret: string; uri: string }>('POST', '/second-factor', values)).body,
            );
          }}
        />
      </Section>
    );
  return (
    <Section title="Second factor">
      <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 2 }}>
        <QrCode text={offer.uri} />
        <Box sx={{ minWidth: 0 }}>
          <Typography sx={{ mb: 1 }}>
            Scan this with your authenticator app, or type the secret into it. Then type the code
            that it shows.
          </Typography>
          <Secret label="Secret" text={offer.secret} />
          <ShortForm
            button="Turn it on"
            inputs={() => [CODE]}
            onSubmit={async (values) => {
              const { body } = await call<{ recoveryCodes: readonly string[] }>(
                ...(['POST', '/second-factor/confirm', values] as const),
              );
              setCodes(body.recoveryCodes);
            }}
          />
        </Box>
      </Stack>
    </Section>
  );
}

/** Drawn here: the secret goes nowhere else. Dark on light in both themes, as scanners want it. */
function QrCode({ text }: { readonly text: string }) {
  const code = qrcode(0, 'M');
  code.addData(text);
  code.make();
  const size = code.getModuleCount();
  const squares = Array.from({ length: size * size }, (_, at) => at).filter((at) =>
    code.isDark(Math.floor(at / size), at % size),
  );
  const drawn = squares.map((at) => `M${at % size} ${Math.floor(at / size)}h1v1h-1z`).join('');
  return (
    <Box
      component="svg"
      role="img"
      aria-label="QR code with the secret"
      viewBox={`-4 -4 ${size + 8} ${size + 8}`}
      shapeRendering="crispEdges"
      sx={{ width: 180, height: 180, flex: 'none', bgcolor: '#fff', borderRadius: 1 }}
    >
      <path d={drawn} fill="#000" />
    </Box>
  );
}
