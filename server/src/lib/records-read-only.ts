/** The records of a client cannot be changed now, as its database is being moved. */
export class RecordsReadOnly extends Error {
  constructor(name: string, options: ErrorOptions) {
    super(
      `The records of ${name} cannot be changed now: its database is being moved. Try it again when that is ` +
        `done. Where the move was killed, run it again, or end it with \`portico client move ${name} --abort\`.`,
      options,
    );
    this.name = 'RecordsReadOnly';
  }
}
