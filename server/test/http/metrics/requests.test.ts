import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import { expect, it } from 'vitest';
import { ProcessMetrics } from '../../../src/http/metrics/metrics-server.js';

it('calls end with their connection, those that wait in line on it, too', async () => {
  const metrics = new ProcessMetrics();
  const app = fastify() as unknown as FastifyInstance;
  metrics.countRequests(app);
  let calls = 0;
  let arrived = () => {};
  const all = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  app.get('/slow', () => {
    calls += 1;
    if (calls === 20) arrived();
    return new Promise(() => {});
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const closed = new Promise((resolve) => {
    app.server.once('connection', (socket: Socket) => socket.once('close', resolve));
  });
  // One listener for each call would be too many on one connection.
  const warnings: Error[] = [];
  const warned = (warning: Error) => warnings.push(warning);
  process.on('warning', warned);
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write('GET /slow HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(20));
  await all;
  const inFlight = async () =>
    /^portico_http_requests_in_flight (\d+)$/m.exec(await metrics.registry.metrics())?.[1];
  expect(await inFlight()).toBe('20');
  socket.destroy();
  await closed;
  expect(await inFlight()).toBe('0');
  expect(await metrics.registry.metrics()).toContain(
    'portico_http_requests_total{method="GET",route="/slow",status="aborted"} 20',
  );
  process.off('warning', warned);
  expect(warnings).toEqual([]);
  await app.close();
});
