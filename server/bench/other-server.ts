/**
 * A server that has nothing to do with Portico and refuses whatever it is asked, at the least that a
 * refusal takes: what a flood of it costs Portico's callers is what the cores that they share cost.
 */
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';

const app = Fastify();
app.get('/properties', (_request, reply) => reply.code(420).send({ refused: true }));
await app.listen({ host: '127.0.0.1', port: 0 });
const { port } = app.server.address() as AddressInfo;
process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}` })}\n`);
process.once('SIGTERM', () => process.exit());
