/** Too many large pages are being made for another one to be ready in time. */
export class LargePagesWaiting extends Error {
  constructor() {
    super('Too many large pages wait to be made.');
    this.name = 'LargePagesWaiting';
  }
}
