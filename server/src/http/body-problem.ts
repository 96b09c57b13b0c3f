/** A body that came whole and cannot be read. It is answered with code 256, after the gate (R13). */
export class BodyProblem extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'BodyProblem';
  }
}
