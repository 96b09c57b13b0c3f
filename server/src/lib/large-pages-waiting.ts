/** Too many large answers are being made for this one to be ready in time. */
export class LargePagesWaiting extends Error {
  constructor(cause?: unknown) {
    super('Too many large pages wait to be made.', { cause });
    this.name = 'LargePagesWaiting';
  }
}
