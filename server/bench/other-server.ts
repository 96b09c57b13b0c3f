/**
 * A server without Portico that refuses every call at the least cost of a refusal: a flood of it
 * costs Portico's callers only what sharing the cores costs.
 */
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';

const app = Fastify();
app.get('/properties', (_request, reply) => reply.code(420).send({ refused: true }));
await app.listen({ host: '127.0.0.1', port: 0 });
const { port } = app.server.address() as AddressInfo;
process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}` })}\n`);
process.once('SIGTERM', () => process.exit());
