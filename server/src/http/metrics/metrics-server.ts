import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Registry } from 'prom-client';
import { urlOf } from '../../lib/ip-address.js';

/** The server of metrics. */
export interface MetricsServer {
  /** `http://127.0.0.1:9464/metrics` */
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Serves metrics on a port of its own, which the public never reaches: plain HTTP, one path, read only.
 *
 * @param text Returns the metrics in Prometheus's text format.
 * @throws the error of `listen`, as Node has it.
 */
export async function serveMetrics(
  { host, port }: { readonly host: string; readonly port: number },
  text: () => Promise<string>,
): Promise<MetricsServer> {
  const server = createServer((request, response) => {
    const { method = '', url = '' } = request;
    response.setHeader('cache-control', 'no-store');
    if (url.split('?')[0] !== '/metrics' || !['GET', 'HEAD'].includes(method)) {
      response
        .writeHead(404, { 'content-type': 'text/plain' })
        .end('The figures are at /metrics.\n');
      return;
    }
    text().then(
      (metrics) => {
        response.writeHead(200, { 'content-type': Registry.PROMETHEUS_CONTENT_TYPE });
        response.end(metrics);
      },
      (error: Error) => {
        response.writeHead(500, { 'content-type': 'text/plain' }).end(`${error.message}\n`);
      },
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    // Workers do not share this port: the primary or a lone process listens on it.
    server.listen({ host, port, exclusive: true }, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const actualPort = (server.address() as AddressInfo).port;
  return {
    url: `${urlOf('http', host, actualPort)}/metrics`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
