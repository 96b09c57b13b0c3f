import { request } from 'node:https';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ask, logLines, startServing } from '../../rig/serving.js';
import { temporaryFolder } from '../../rig/temp.js';

/** Calls as a program that was not told of the certificate; resolves with the code of its error. */
function callWithoutTrust(url: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const call = request(url, { agent: false }, (answer) => answer.resume());
    call.on('error', ({ code }: NodeJS.ErrnoException) => resolve(code)).end();
  });
}

test('the log says how a caller learns to trust the certificate, once for many callers', async () => {
  const folder = temporaryFolder();
  const { run, url } = await startServing({ folder });
  for (let caller = 0; caller < 3; caller += 1) {
    expect(await callWithoutTrust(url)).toBe('DEPTH_ZERO_SELF_SIGNED_CERT');
  }
  await run.until(({ stderr }) => stderr.includes('NODE_EXTRA_CA_CERTS') || undefined);
  expect((await ask(url, '/health/live')).status).toBe(200);
  run.child.kill('SIGTERM');
  await run.ended;
  const hints = logLines(run).filter(({ msg }) => msg.includes('NODE_EXTRA_CA_CERTS'));
  expect(hints).toMatchObject([{ certificate: join(folder, 'data', 'tls', 'certificate.pem') }]);
});
