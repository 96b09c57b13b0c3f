import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { TcpProxy } from './tcp-proxy.js';

it('delays what is answered, and leaves it in its order when the delay ends', async () => {
  const echo = createServer((socket) => socket.pipe(socket));
  echo.listen(0, '127.0.0.1');
  await once(echo, 'listening');
  const { port } = echo.address() as AddressInfo;
  const proxy = await TcpProxy.before(`tcp://127.0.0.1:${port}`);
  const socket = connect(Number(new URL(proxy.urlOf(`tcp://127.0.0.1:${port}`)).port), '127.0.0.1');
  try {
    let answered = '';
    socket.setEncoding('utf8').on('data', (text) => {
      answered += text;
    });
    proxy.delay(300);
    socket.write('first ');
    await sleep(100);
    await proxy.heal();
    socket.write('second');
    while (answered.length < 'first second'.length) await sleep(10);
    expect(answered).toBe('first second');
  } finally {
    socket.destroy();
    proxy.close();
    echo.close();
  }
});
