import type { FastifyInstance } from 'fastify';

/**
 * Answers that go out while the server stops say that the connection ends with them. A caller who
 * would keep it open would keep the process from ending.
 */
export function registerGoodbye(app: FastifyInstance): void {
  let closing = false;
  app.addHook('preClose', (done) => {
    closing = true;
    done();
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (closing) reply.header('connection', 'close');
    done();
  });
}
