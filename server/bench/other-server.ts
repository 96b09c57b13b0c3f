/**
 * A server without Portico that refuses every call at the least cost of a refusal: a flood of it
 * costs Portico's callers only what sharing the cores costs.
 */
import Fastify from 'fastify';
import { listen } from './listen.js';

const app = Fastify();
app.get('/properties', (_request, reply) => reply.code(420).send({ refused: true }));
await listen(app);
