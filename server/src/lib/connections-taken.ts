/** All connections to a database were in use, and none became free in time. */
export class ConnectionsTaken extends Error {
  constructor(connections: number, label: string, waitedMs: number, cause: unknown) {
    const seconds = waitedMs / 1000;
    super(`None of the ${connections} connections to ${label} became free within ${seconds} s.`, {
      cause,
    });
    this.name = 'ConnectionsTaken';
  }
}
